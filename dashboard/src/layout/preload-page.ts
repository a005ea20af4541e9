/** Loads the code and the data of a page at the same time, before anything is rendered. */
import type { QueryClient } from '@tanstack/react-query'
import { cursorPageQuery } from '../http/cursor-list.ts'
import { mapOptions, mapQuery } from '../pages/map/map-query.ts'
import { isLazyTab, loadTab } from '../pages/scan/load-tab.ts'
import { accountQuery, accountsQuery } from '../session/accounts.ts'
import { alertQuery, alertsQuery, deliveryList } from '../session/alerts.ts'
import { coverageQuery, diagramsQuery, scanQuery } from '../session/scan.ts'
import { scanFilters, scanList } from '../session/scan-list.ts'
import { recentRunsQuery, runQuery, schedulesQuery } from '../session/schedules.ts'
import { viewsQuery } from '../session/sharing.ts'
import { loadPage } from './load-page.ts'

type Need = {
  readonly path: RegExp
  readonly page: keyof typeof loadPage
  /** `ids`: the named groups of the path. The page itself shows failures when it requests the data again. */
  readonly prefetch?: (queries: QueryClient, ids: Readonly<Record<string, string>>, search: URLSearchParams) => void
}

/** The first match wins. */
const needs: readonly Need[] = [
  {
    path: /^\/(?:scans)?$/u,
    page: 'ScansPage',
    prefetch: (queries, _ids, search) => {
      void queries.prefetchQuery(cursorPageQuery(scanList(scanFilters(search))))
      void queries.prefetchQuery(accountsQuery)
    },
  },
  {
    path: /^\/scans\/(?<id>[\w-]+)\/map\/(?<diagramId>[\w-]+)$/u,
    page: 'MapPage',
    prefetch: (queries, { id = '', diagramId = '' }, search) => {
      void queries.prefetchQuery(mapQuery(diagramId, mapOptions(search)))
      void queries.prefetchQuery(scanQuery(id))
      void queries.prefetchQuery(diagramsQuery(id))
    },
  },
  { path: /^\/scans\/[^/]+\/resource$/u, page: 'ResourcePage' },
  {
    path: /^\/scans\/(?<id>[\w-]+)(?:\/(?<tab>\w+))?$/u,
    page: 'ScanPage',
    prefetch: (queries, { id = '', tab = '' }) => {
      if (isLazyTab(tab)) void loadTab[tab]().catch(() => undefined)
      void queries.prefetchQuery(scanQuery(id))
      void queries.prefetchQuery(coverageQuery(id))
      void queries.prefetchQuery(diagramsQuery(id))
    },
  },
  {
    path: /^\/schedules$/u,
    page: 'SchedulesPage',
    prefetch: (queries) => {
      void queries.prefetchQuery(schedulesQuery)
      void queries.prefetchQuery(recentRunsQuery)
      void queries.prefetchQuery(accountsQuery)
    },
  },
  {
    path: /^\/schedules\/runs\/(?<id>[\w-]+)$/u,
    page: 'RunPage',
    prefetch: (queries, { id = '' }) => void queries.prefetchQuery(runQuery(id)),
  },
  {
    path: /^\/views$/u,
    page: 'ViewsPage',
    prefetch: (queries) => {
      void queries.prefetchQuery(viewsQuery)
      void queries.prefetchQuery(accountsQuery)
    },
  },
  { path: /^\/views\/[\w-]+$/u, page: 'OpenViewPage' },
  {
    path: /^\/alerts$/u,
    page: 'AlertsPage',
    prefetch: (queries) => {
      void queries.prefetchQuery(alertsQuery)
      void queries.prefetchQuery(accountsQuery)
    },
  },
  {
    path: /^\/alerts\/(?<id>[\w-]+)$/u,
    page: 'AlertPage',
    prefetch: (queries, { id = '' }) => {
      void queries.prefetchQuery(alertQuery(id))
      void queries.prefetchQuery(cursorPageQuery(deliveryList(id)))
    },
  },
  { path: /^\/accounts$/u, page: 'AccountsPage', prefetch: (queries) => void queries.prefetchQuery(accountsQuery) },
  { path: /^\/accounts\/(?:.+\/)?connect$/u, page: 'ConnectPage' },
  {
    path: /^\/accounts\/(?<id>[\w-]+)$/u,
    page: 'AccountPage',
    prefetch: (queries, { id = '' }) => void queries.prefetchQuery(accountQuery(id)),
  },
  { path: /^\/keys$/u, page: 'KeysPage' },
  { path: /^\/members$/u, page: 'MembersPage' },
  { path: /^\/settings$/u, page: 'SettingsPage' },
  { path: /^\/audit$/u, page: 'AuditPage' },
  { path: /^\/profile$/u, page: 'ProfilePage' },
]

export function preloadPage(queries: QueryClient, path: string, search: URLSearchParams): void {
  for (const need of needs) {
    const found = need.path.exec(path)
    if (found === null) continue
    void loadPage[need.page]().catch(() => undefined)
    need.prefetch?.(queries, found.groups ?? {}, search)
    return
  }
}
