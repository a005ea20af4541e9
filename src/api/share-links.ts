/** Creates, revokes, and shows share links, for the API and the dashboard API. */
import {
  type CreatedShareLink,
  type CreateShareLinkRequest,
  type ShareLink,
  sharePath,
} from '../../contract/share-link.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import { generateShareToken } from '../store/keys/share-token.ts'
import type { ShareLinkRecord } from '../store/share-links.ts'
import type { Tenant } from '../store/store.ts'
import type { Caller } from './route.ts'
import { createViewOf, findView, type OptionsCheck } from './saved-views.ts'

/** Of an organization, without those that expired or were revoked. */
export const mostLinks = 500

const dayMs = 86_400_000

/** Throws `NOT_FOUND`, `VALIDATION_ERROR`, or `CONFLICT` for a view without a diagram and above the limit. */
export async function createShareLinkOf(
  tenant: Tenant,
  caller: Caller,
  { viewId, view, days, frameAncestors, hideAccountIds }: CreateShareLinkRequest,
  dependencies: OptionsCheck & { readonly publicUrl: string | null },
): Promise<CreatedShareLink> {
  if ((viewId === undefined) === (view === undefined)) {
    throw validationError([{ path: ['viewId'], message: 'requires exactly one of viewId and view' }])
  }
  const faults = frameAncestors.flatMap((site, position) =>
    isOrigin(site) ? [] : [{ path: ['frameAncestors', String(position)], message: notAnOrigin }],
  )
  if (faults.length > 0) throw validationError(faults)
  if ((await tenant.shareLinks.countOpen()) >= mostLinks) {
    throw new ApiError(
      'CONFLICT',
      `The organization has ${mostLinks} share links, which is the limit. Revoke one first.`,
    )
  }
  const shown =
    view === undefined
      ? await findView(tenant, caller, viewId ?? '', 'hold')
      : await createViewOf(tenant, caller, { visibility: 'organization', pinned: false, ...view }, dependencies)
  if (shown.diagramId === null) throw new ApiError('CONFLICT', 'The scan of this saved view was deleted.')
  const { token, hash } = generateShareToken()
  const link = await tenant.shareLinks.insert({
    viewId: shown.id,
    tokenHash: hash,
    actor: caller.actor,
    hideAccountIds,
    frameAncestors,
    expiresAt: new Date(Date.now() + days * dayMs),
  })
  await record(tenant, caller, 'share-link.create', link)
  const pageUrl = `${dependencies.publicUrl ?? ''}${sharePath}/${token}`
  return { ...shareLinkObject(link), token, pageUrl, svgUrl: `${pageUrl}.svg`, pngUrl: `${pageUrl}.png` }
}

const notAnOrigin =
  'must be an origin: https:// or http://, a host name in lower case, and a port if it has one, for example https://wiki.example.com'

/** Nothing else can become part of a header. URLs allow more characters in a host, such as semicolons. */
const originForm = /^https?:\/\/(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/

/** Exactly as browsers write it. */
function isOrigin(site: string): boolean {
  return originForm.test(site) && URL.parse(site)?.origin === site
}

/** Throws `NOT_FOUND`. Revoking it again changes nothing. */
export async function revokeShareLinkOf(tenant: Tenant, caller: Caller, id: string): Promise<ShareLink> {
  const link = await findShareLink(tenant, id)
  if (await tenant.shareLinks.revoke(link.id)) await record(tenant, caller, 'share-link.revoke', link)
  return shareLinkObject(await findShareLink(tenant, id))
}

/** Throws `NOT_FOUND`. */
export async function findShareLink({ shareLinks }: Tenant, id: string): Promise<ShareLinkRecord> {
  const link = await shareLinks.find(id)
  if (link === null) throw notFound('The share link')
  return link
}

export function shareLinkObject(link: ShareLinkRecord): ShareLink {
  return {
    id: link.id,
    viewId: link.viewId,
    viewName: link.viewName,
    cloudAccountId: link.connectionId,
    region: link.region,
    type: link.type,
    pinned: link.pinned,
    status: link.status,
    frameAncestors: [...link.frameAncestors],
    hideAccountIds: link.hideAccountIds,
    expiresAt: link.expiresAt.toISOString(),
    revokedAt: link.revokedAt?.toISOString() ?? null,
    uses: link.uses,
    lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
    createdBy: link.createdBy,
    createdAt: link.createdAt.toISOString(),
  }
}

async function record(
  { auditEvents }: Tenant,
  { actor, address }: Caller,
  action: 'share-link.create' | 'share-link.revoke',
  { id, viewId, viewName, expiresAt, frameAncestors, hideAccountIds, uses }: ShareLinkRecord,
): Promise<void> {
  const details = {
    viewId,
    name: viewName,
    expiresAt: expiresAt.toISOString(),
    frameAncestors: [...frameAncestors],
    hideAccountIds,
    uses,
  }
  await auditEvents.append({ actor, action, subject: id, details, address })
}
