/** Which page an address shows; each is loaded when it is first needed. */
import Spinner from '@cloudscape-design/components/spinner'
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { EmptyTable } from '../shared/empty-table.tsx'
import { PageBoundary } from './page-boundary.tsx'

/** Importing a module again costs nothing: it is loaded once. */
const load = {
  ScansPage: async () => ({ default: (await import('../pages/scans/scans-page.tsx')).ScansPage }),
  ScanPage: async () => ({ default: (await import('../pages/scan/scan-page.tsx')).ScanPage }),
  ResourcePage: async () => ({ default: (await import('../pages/scan/resource-page.tsx')).ResourcePage }),
  MapPage: async () => ({ default: (await import('../pages/map/map-page.tsx')).MapPage }),
  AccountsPage: async () => ({ default: (await import('../pages/accounts/accounts-page.tsx')).AccountsPage }),
  AccountPage: async () => ({ default: (await import('../pages/accounts/account-page.tsx')).AccountPage }),
  ConnectPage: async () => ({ default: (await import('../pages/connect/connect-page.tsx')).ConnectPage }),
  KeysPage: async () => ({ default: (await import('../pages/keys/keys-page.tsx')).KeysPage }),
  MembersPage: async () => ({ default: (await import('../pages/members/members-page.tsx')).MembersPage }),
  SettingsPage: async () => ({ default: (await import('../pages/settings/settings-page.tsx')).SettingsPage }),
  AuditPage: async () => ({ default: (await import('../pages/audit/audit-page.tsx')).AuditPage }),
  ProfilePage: async () => ({ default: (await import('../pages/profile/profile-page.tsx')).ProfilePage }),
}

const ScansPage = lazy(load.ScansPage)
const ScanPage = lazy(load.ScanPage)
const ResourcePage = lazy(load.ResourcePage)
const MapPage = lazy(load.MapPage)
const AccountsPage = lazy(load.AccountsPage)
const AccountPage = lazy(load.AccountPage)
const ConnectPage = lazy(load.ConnectPage)
const KeysPage = lazy(load.KeysPage)
const MembersPage = lazy(load.MembersPage)
const SettingsPage = lazy(load.SettingsPage)
const AuditPage = lazy(load.AuditPage)
const ProfilePage = lazy(load.ProfilePage)

const pageOfPath: readonly (readonly [RegExp, keyof typeof load])[] = [
  [/^\/(?:scans)?$/u, 'ScansPage'],
  [/^\/scans\/[^/]+\/map\//u, 'MapPage'],
  [/^\/scans\/[^/]+\/resource$/u, 'ResourcePage'],
  [/^\/scans\//u, 'ScanPage'],
  [/^\/accounts$/u, 'AccountsPage'],
  [/^\/accounts\/(?:.+\/)?connect$/u, 'ConnectPage'],
  [/^\/accounts\//u, 'AccountPage'],
  [/^\/keys$/u, 'KeysPage'],
  [/^\/members$/u, 'MembersPage'],
]

/** Begins to load the code of the page at a path; those that are seldom visited wait until they are shown. */
export function preloadPage(path: string): void {
  const name = pageOfPath.find(([pattern]) => pattern.test(path))?.[1]
  // A failure shows when the page itself is loaded.
  if (name !== undefined) void load[name]().catch(() => undefined)
}

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
