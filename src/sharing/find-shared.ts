/** Finds what a share link shows now. */
import { findBase } from '../api/find-base.ts'
import { findScan } from '../api/find-scan.ts'
import { ApiError } from '../http/api-error.ts'
import type { FairTurns } from '../drawing/fair-turns.ts'
import { parseShareToken } from '../store/keys/share-token.ts'
import type { SavedViewRecord } from '../store/saved-views.ts'
import type { ShareLinkRecord } from '../store/share-links.ts'
import type { Store, Tenant } from '../store/store.ts'

/** A diagram of one organization, and the scan to compare it with. */
export type Shared = {
  readonly organizationId: string
  readonly diagramId: string
  readonly link: ShareLinkRecord
  readonly view: SavedViewRecord
  readonly compare: { readonly baseId: string; readonly name: string } | null
}

/** `dead`: unknown, expired, revoked, or ended. `missing`: an active link, whose diagram or base scan doesn't exist. */
export type Found = Shared | 'dead' | 'missing' | 'busy'

/** Look-ups at once, so that they leave database connections for users. */
export const lookUpsAtOnce = 2
const mostWaiting = 200
const patienceMs = 10_000

/** Counts a use of an active link. */
export async function findShared(store: Store, token: string, turns: FairTurns): Promise<Found> {
  const parsed = parseShareToken(token)
  if (parsed === null) return 'dead'
  if (turns.waitingOf('') >= mostWaiting) return 'busy'
  const giveBack = await turns.take('', AbortSignal.timeout(patienceMs)).catch(() => null)
  if (giveBack === null) return 'busy'
  try {
    const found = await store.findShareLink(parsed.hash)
    if (found === null) return 'dead'
    return await store.tenant(found.organizationId, (tenant) => sharedBy(tenant, found.id))
  } finally {
    giveBack()
  }
}

/** A link may end while its diagram waits and is drawn, also with the scan of a pinned view. */
export async function isStillShared(store: Store, token: string): Promise<boolean> {
  const parsed = parseShareToken(token)
  const found = parsed === null ? null : await store.findShareLink(parsed.hash)
  if (found === null) return false
  const link = await store.tenant(found.organizationId, ({ shareLinks }) => shareLinks.find(found.id))
  return link?.status === 'active'
}

async function sharedBy(tenant: Tenant, linkId: string): Promise<Found> {
  const link = await tenant.shareLinks.use(linkId)
  const view = link === null ? null : await tenant.savedViews.findOfLink(link.viewId)
  if (link === null || view === null) return 'dead'
  const { scanId, diagramId, options } = view
  if (scanId === null || diagramId === null) return 'missing'
  const base = options.compare === undefined ? null : await baseOf(tenant, scanId, options.compare)
  if (base === 'missing') return 'missing'
  return { organizationId: tenant.organizationId, diagramId, link, view, compare: base }
}

async function baseOf(tenant: Tenant, scanId: string, name: string): Promise<Shared['compare'] | 'missing'> {
  try {
    const { id: baseId } = await findBase(tenant, await findScan(tenant, scanId), name, 'compare')
    return { baseId, name }
  } catch (error) {
    if (error instanceof ApiError) return 'missing'
    throw error
  }
}
