/** Maps URLs to pages. The code of a page is loaded when it is first needed. */
import Box from '@cloudscape-design/components/box'
import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { Page } from '../shared/page.tsx'
import { PageLink } from '../shared/page-link.tsx'
import { Loading } from '../shared/loading.tsx'
import { loadPage } from './load-page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { SsoRequired } from './sso-required.tsx'

const ScansPage = lazyComponent(loadPage.ScansPage)
const ScanPage = lazyComponent(loadPage.ScanPage)
const ResourcePage = lazyComponent(loadPage.ResourcePage)
const MapPage = lazyComponent(loadPage.MapPage)
const SchedulesPage = lazyComponent(loadPage.SchedulesPage)
const RunPage = lazyComponent(loadPage.RunPage)
const ViewsPage = lazyComponent(loadPage.ViewsPage)
const OpenViewPage = lazyComponent(loadPage.OpenViewPage)
const AlertsPage = lazyComponent(loadPage.AlertsPage)
const AlertPage = lazyComponent(loadPage.AlertPage)
const AccountsPage = lazyComponent(loadPage.AccountsPage)
const AccountPage = lazyComponent(loadPage.AccountPage)
const ConnectPage = lazyComponent(loadPage.ConnectPage)
const KeysPage = lazyComponent(loadPage.KeysPage)
const MembersPage = lazyComponent(loadPage.MembersPage)
const SettingsPage = lazyComponent(loadPage.SettingsPage)
const AuditPage = lazyComponent(loadPage.AuditPage)
const ProfilePage = lazyComponent(loadPage.ProfilePage)

export function PageRoutes() {
  const { organization, user } = useCurrentUser()
  const [path] = useLocation()
  if (organization === null && path !== '/profile') {
    return (
      <Page title="You aren’t a member of an organization">
        <Box>
          Ask an admin of an organization to invite {user.email}. Until then, you can only use{' '}
          <PageLink href="/profile">your profile</PageLink>.
        </Box>
      </Page>
    )
  }
  if (organization?.needsSignOn === true && path !== '/profile') return <SsoRequired />
  return (
    // Reset when the organization changes, so that no form keeps input from the previous one.
    <PageBoundary key={organization?.id} address={path}>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/">
            <Redirect to="/scans" replace />
          </Route>
          <Route path="/scans" component={ScansPage} />
          <Route path="/scans/:id/map/:diagramId">
            {({ id, diagramId }) => <MapPage key={`${id} ${diagramId}`} scanId={id} diagramId={diagramId} />}
          </Route>
          <Route path="/scans/:id/resource">{({ id }) => <ResourcePage scanId={id} />}</Route>
          <Route path="/scans/:id/:tab?">{({ id, tab }) => <ScanPage key={id} id={id} tab={tab} />}</Route>
          <Route path="/schedules" component={SchedulesPage} />
          <Route path="/schedules/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
          <Route path="/views" component={ViewsPage} />
          <Route path="/views/:id">{({ id }) => <OpenViewPage key={id} id={id} />}</Route>
          <Route path="/alerts" component={AlertsPage} />
          <Route path="/alerts/:id">{({ id }) => <AlertPage key={id} id={id} />}</Route>
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
