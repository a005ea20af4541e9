/** Which page an address shows; each is loaded when it is first needed. */
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { EmptyTable } from '../shared/empty-table.tsx'
import { Starting } from '../shared/starting.tsx'
import { loadPage } from './load-page.ts'
import { PageBoundary } from './page-boundary.tsx'

const ScansPage = lazy(loadPage.ScansPage)
const ScanPage = lazy(loadPage.ScanPage)
const ResourcePage = lazy(loadPage.ResourcePage)
const MapPage = lazy(loadPage.MapPage)
const AccountsPage = lazy(loadPage.AccountsPage)
const AccountPage = lazy(loadPage.AccountPage)
const ConnectPage = lazy(loadPage.ConnectPage)
const KeysPage = lazy(loadPage.KeysPage)
const MembersPage = lazy(loadPage.MembersPage)
const SettingsPage = lazy(loadPage.SettingsPage)
const AuditPage = lazy(loadPage.AuditPage)
const ProfilePage = lazy(loadPage.ProfilePage)

export function PageRoutes() {
  const { organization } = useCurrentUser()
  const [path] = useLocation()
  if (organization === null && path !== '/profile') {
    return (
      <EmptyTable
        title="You belong to no organization"
        text="An administrator of one can invite you: the invitation is a link that works once."
      />
    )
  }
  return (
    // Begun anew in another organization: nothing half filled in goes there.
    <PageBoundary key={organization?.id}>
      <Suspense fallback={<Starting />}>
        <Switch>
          <Route path="/">
            <Redirect to="/scans" replace />
          </Route>
          <Route path="/scans" component={ScansPage} />
          <Route path="/scans/:id/map/:diagramId">
            {({ id, diagramId }) => <MapPage key={`${id} ${diagramId}`} scanId={id} diagramId={diagramId} />}
          </Route>
          <Route path="/scans/:id/resource">{({ id }) => <ResourcePage scanId={id} />}</Route>
          <Route path="/scans/:id/:part?">{({ id, part }) => <ScanPage key={id} id={id} part={part} />}</Route>
          <Route path="/accounts" component={AccountsPage} />
          <Route path="/accounts/connect">
            <ConnectPage />
          </Route>
          <Route path="/accounts/:id/connect">{({ id }) => <ConnectPage accountId={id} />}</Route>
          <Route path="/accounts/:id">{({ id }) => <AccountPage key={id} id={id} />}</Route>
          <Route path="/keys" component={KeysPage} />
          <Route path="/members" component={MembersPage} />
          <Route path="/settings" component={SettingsPage} />
          <Route path="/audit" component={AuditPage} />
          <Route path="/profile" component={ProfilePage} />
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </PageBoundary>
  )
}
