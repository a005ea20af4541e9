/** Which page an address shows; each is loaded when it is first needed. */
import Spinner from '@cloudscape-design/components/spinner'
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { PageBoundary } from './page-boundary.tsx'

const ScansPage = lazy(async () => ({ default: (await import('../pages/scans/scans-page.tsx')).ScansPage }))
const ScanPage = lazy(async () => ({ default: (await import('../pages/scan/scan-page.tsx')).ScanPage }))
const ResourcePage = lazy(async () => ({ default: (await import('../pages/scan/resource-page.tsx')).ResourcePage }))
const MapPage = lazy(async () => ({ default: (await import('../pages/map/map-page.tsx')).MapPage }))
const AccountsPage = lazy(async () => ({ default: (await import('../pages/accounts/accounts-page.tsx')).AccountsPage }))
const AccountPage = lazy(async () => ({ default: (await import('../pages/accounts/account-page.tsx')).AccountPage }))
const ConnectPage = lazy(async () => ({ default: (await import('../pages/connect/connect-page.tsx')).ConnectPage }))
const KeysPage = lazy(async () => ({ default: (await import('../pages/keys/keys-page.tsx')).KeysPage }))
const MembersPage = lazy(async () => ({ default: (await import('../pages/members/members-page.tsx')).MembersPage }))
const SettingsPage = lazy(async () => ({ default: (await import('../pages/settings/settings-page.tsx')).SettingsPage }))
const AuditPage = lazy(async () => ({ default: (await import('../pages/audit/audit-page.tsx')).AuditPage }))
const ProfilePage = lazy(async () => ({ default: (await import('../pages/profile/profile-page.tsx')).ProfilePage }))

export function PageRoutes() {
  return (
    <PageBoundary>
      <Suspense
        fallback={
          <div className="starting" aria-busy="true">
            <Spinner size="large" />
          </div>
        }
      >
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
