/** Loads the code of each page. */

/** A repeated import is free: the browser loads each module once. */
export const loadPage = {
  ScansPage: async () => ({ default: (await import('../pages/scans/scans-page.tsx')).ScansPage }),
  ScanPage: async () => ({ default: (await import('../pages/scan/scan-page.tsx')).ScanPage }),
  ResourcePage: async () => ({ default: (await import('../pages/scan/resource-page.tsx')).ResourcePage }),
  MapPage: async () => ({ default: (await import('../pages/map/map-page.tsx')).MapPage }),
  SchedulesPage: async () => ({ default: (await import('../pages/schedules/schedules-page.tsx')).SchedulesPage }),
  RunPage: async () => ({ default: (await import('../pages/schedules/run-page.tsx')).RunPage }),
  ViewsPage: async () => ({ default: (await import('../pages/views/views-page.tsx')).ViewsPage }),
  OpenViewPage: async () => ({ default: (await import('../pages/views/open-view-page.tsx')).OpenViewPage }),
  AlertsPage: async () => ({ default: (await import('../pages/alerts/alerts-page.tsx')).AlertsPage }),
  AlertPage: async () => ({ default: (await import('../pages/alerts/alert-page.tsx')).AlertPage }),
  AccountsPage: async () => ({ default: (await import('../pages/accounts/accounts-page.tsx')).AccountsPage }),
  AccountPage: async () => ({ default: (await import('../pages/accounts/account-page.tsx')).AccountPage }),
  ConnectPage: async () => ({ default: (await import('../pages/connect/connect-page.tsx')).ConnectPage }),
  KeysPage: async () => ({ default: (await import('../pages/keys/keys-page.tsx')).KeysPage }),
  MembersPage: async () => ({ default: (await import('../pages/members/members-page.tsx')).MembersPage }),
  SettingsPage: async () => ({ default: (await import('../pages/settings/settings-page.tsx')).SettingsPage }),
  AuditPage: async () => ({ default: (await import('../pages/audit/audit-page.tsx')).AuditPage }),
  ProfilePage: async () => ({ default: (await import('../pages/profile/profile-page.tsx')).ProfilePage }),
}
