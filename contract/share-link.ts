/** Schemas of share links: they show a saved view to everyone who has the link. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from './fields.ts'
import { viewOfLinkRequest } from './saved-view.ts'
import { nullableTimestamp } from './scan-run.ts'

/** Below it are the page of a link, and its pictures. */
export const sharePath = '/share'

export const shareDays = { usual: 30, most: 365 } as const
const mostSites = 10

export const createShareLinkRequest = Type.Object(
  {
    viewId: Type.Optional(uuid('The saved view that it shows. Required without `view`.')),
    view: Type.Optional(viewOfLinkRequest),
    days: Type.Integer({
      minimum: 1,
      maximum: shareDays.most,
      default: shareDays.usual,
      description: 'The number of days until it expires.',
    }),
    frameAncestors: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: mostSites,
      uniqueItems: true,
      default: [],
      description:
        'The sites that may show its page in a frame, each as an origin, for example `https://wiki.example.com`. Default: none. Pictures can be shown on any site.',
    }),
    hideAccountIds: Type.Boolean({
      default: false,
      description: 'Replaces 12-digit account IDs, also in ARNs and names.',
    }),
  },
  { title: 'CreateShareLinkRequest', additionalProperties: false },
)
export type CreateShareLinkRequest = Static<typeof createShareLinkRequest>

const linkFields = {
  id: uuid('Unique identifier of the share link.'),
  viewId: uuid('The saved view that it shows.'),
  viewName: Type.String(),
  cloudAccountId: uuid('The account connection ID.'),
  region: Type.String({ description: 'The AWS region.' }),
  type: Type.String({ description: 'The view of the diagram, for example `architecture`.' }),
  pinned: Type.Boolean({
    description: 'Whether it always shows one scan. Otherwise it shows the newest completed one.',
  }),
  status: Type.Enum(['active', 'expired', 'revoked', 'ended'], {
    type: 'string',
    title: 'ShareLinkStatus',
    description:
      'ended: its scan was deleted, the user who created it is no longer a member or became a viewer, or its API key was revoked.',
  }),
  frameAncestors: Type.Array(Type.String(), { description: 'The sites that may show its page in a frame.' }),
  hideAccountIds: Type.Boolean({ description: 'Whether it replaces account IDs.' }),
  expiresAt: timestamp('When it expires.'),
  revokedAt: nullableTimestamp('When it was revoked. Null: not revoked.'),
  uses: Type.Integer({ description: 'How often its page and pictures were requested.' }),
  lastUsedAt: nullableTimestamp('The last of these requests. Null: none yet.'),
  createdBy: nullableString('The name of the user or API key that created it. Null if it was deleted.'),
  createdAt: timestamp('When it was created.'),
}

export const shareLink = Type.Object(linkFields, { title: 'ShareLink', additionalProperties: false })
export type ShareLink = Static<typeof shareLink>

export const createdShareLink = Type.Object(
  {
    ...linkFields,
    token: Type.String({ description: 'The secret part of the addresses, returned only once.' }),
    pageUrl: Type.String({ description: 'The page.' }),
    svgUrl: Type.String({ description: 'The picture as SVG. `theme=dark` and `stamp=true` are options.' }),
    pngUrl: Type.String({ description: 'The picture as PNG. `theme=dark`, `scale=2`, and `stamp=true` are options.' }),
  },
  { title: 'CreatedShareLink', additionalProperties: false },
)
export type CreatedShareLink = Static<typeof createdShareLink>
