/** The list of scans, filtered by the URL of its page. */
import type { PageMeta } from '../../../contract/envelope.ts'
import type { SessionScan } from '../../../contract/session/scans.ts'
import type { CursorList } from '../http/cursor-list.ts'

export type ScanFilters = Readonly<Record<'accountId' | 'region' | 'status', string | null>>
export type ScanListPage = { readonly scans: readonly SessionScan[]; readonly meta: PageMeta }

export function scanFilters(search: URLSearchParams): ScanFilters {
  return { accountId: search.get('account'), region: search.get('region'), status: search.get('status') }
}

export function scanList(parameters: ScanFilters): CursorList {
  return { key: ['scans'], path: '/session/scans', parameters, pageSize: 20 }
}
