/** Where the code of each page is, so that it can come while there is nothing to show yet. */
/** Importing a module again costs nothing: it is loaded once. */
export const loadPage = {
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

const pageOfPath: readonly (readonly [RegExp, keyof typeof loadPage])[] = [
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
  if (name !== undefined) void loadPage[name]().catch(() => undefined)
}
