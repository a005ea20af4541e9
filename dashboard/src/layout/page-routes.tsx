/** Which page an address shows; each is loaded when it is first needed. */
import Box from '@cloudscape-design/components/box'
import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { lazyPart } from '../shared/lazy-part.ts'
import { Page } from '../shared/page.tsx'
import { PageLink } from '../shared/page-link.tsx'
import { Starting } from '../shared/starting.tsx'
import { loadPage } from './load-page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { SignOnGate } from './sign-on-gate.tsx'

const ScansPage = lazyPart(loadPage.ScansPage)
const ScanPage = lazyPart(loadPage.ScanPage)
const ResourcePage = lazyPart(loadPage.ResourcePage)
const MapPage = lazyPart(loadPage.MapPage)
const AccountsPage = lazyPart(loadPage.AccountsPage)
const AccountPage = lazyPart(loadPage.AccountPage)
const ConnectPage = lazyPart(loadPage.ConnectPage)
const KeysPage = lazyPart(loadPage.KeysPage)
const MembersPage = lazyPart(loadPage.MembersPage)
const SettingsPage = lazyPart(loadPage.SettingsPage)
const AuditPage = lazyPart(loadPage.AuditPage)
const ProfilePage = lazyPart(loadPage.ProfilePage)

export function PageRoutes() {
  const { organization, user } = useCurrentUser()
  const [path] = useLocation()
  if (organization === null && path !== '/profile') {
    return (
      <Page title="You belong to no organization">
        <Box>
          An administrator of one can invite you, as {user.email}: the invitation is a link that works once. Until then
          there is <PageLink href="/profile">your profile</PageLink>.
        </Box>
      </Page>
    )
  }
  if (organization?.needsSignOn === true && path !== '/profile') return <SignOnGate />
  return (
    // Begun anew in another organization: nothing half filled in goes there.
    <PageBoundary key={organization?.id} address={path}>
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
