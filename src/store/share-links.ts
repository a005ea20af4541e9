/** Queries share links: they show a saved view to callers without a session. Only the hash of a link's token is stored. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import { actorName } from './saved-views.ts'
import { isUuid } from './uuid.ts'

export type ShareLinkRecord = {
  readonly id: string
  readonly viewId: string
  readonly hideAccountIds: boolean
  /** The origins of the sites that may show its page in a frame. */
  readonly frameAncestors: readonly string[]
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  /** `ended`: its scan was removed, or the user or API key that created it may no longer share. */
  readonly status: 'active' | 'expired' | 'revoked' | 'ended'
  readonly uses: number
  readonly lastUsedAt: Date | null
  readonly createdBy: string | null
  /** For the audit log: `user:<id>` or `key:<id>`. */
  readonly actor: string
  readonly createdAt: Date
  /** Of its view. */
  readonly viewName: string
  readonly connectionId: string
  readonly region: string
  readonly type: string
  readonly pinned: boolean
}

export type NewShareLink = Pick<
  ShareLinkRecord,
  'viewId' | 'hideAccountIds' | 'frameAncestors' | 'expiresAt' | 'actor'
> & {
  /** SHA-256 of the link's token. */
  readonly tokenHash: Uint8Array
}

/** `actor`: the user or API key that created them. */
export type ShareLinkFilter = { readonly viewId?: string; readonly actor?: string }

export type ShareLinks = {
  /** Also deletes links that ended more than 90 days ago. */
  insert(link: NewShareLink): Promise<ShareLinkRecord>
  /** Counts links that were neither revoked nor expired. Concurrent calls wait until this transaction has ended. */
  countOpen(): Promise<number>
  find(id: string): Promise<ShareLinkRecord | null>
  list(filter: ShareLinkFilter, page: PageRequest): Promise<Page<ShareLinkRecord>>
  /** Counts a use. Returns `null` unless the link is active. */
  use(id: string): Promise<ShareLinkRecord | null>
  /** Returns false if it was already revoked. */
  revoke(id: string): Promise<boolean>
  /** Revokes the links that a user created. Returns the number of links that were open. */
  revokeOf(userId: string): Promise<number>
}

/** How long links are listed after their end. */
const listedFor = '90 days'

export function shareLinkQueries(transaction: DatabaseTransaction, organizationId: string): ShareLinks {
  const status = sql<ShareLinkRecord['status']>`case
    when revoked_at is not null then 'revoked'
    when expires_at <= now() then 'expired'
    when pinned and scan_id is null or not may_share(${organizationId}::uuid, actor) then 'ended'
    else 'active'
  end`
  const rows = transaction
    .selectFrom('share_links')
    .innerJoin('saved_views', (join) =>
      join
        .onRef('saved_views.organization_id', '=', 'share_links.organization_id')
        .onRef('saved_views.id', '=', 'share_links.view_id'),
    )
    .select([
      'share_links.organization_id',
      'share_links.id',
      'share_links.view_id as viewId',
      'share_links.hide_account_ids as hideAccountIds',
      'share_links.frame_ancestors as frameAncestors',
      'share_links.expires_at',
      'share_links.revoked_at',
      'share_links.uses',
      'share_links.last_used_at as lastUsedAt',
      actorName(organizationId, 'share_links').as('createdBy'),
      'share_links.actor',
      'share_links.created_at',
      'saved_views.name as viewName',
      'saved_views.connection_id as connectionId',
      'saved_views.region',
      'saved_views.type',
      'saved_views.pinned',
      'saved_views.scan_id',
    ])
  const select = () =>
    transaction
      .selectFrom(rows.as('links'))
      .select([
        'id',
        'viewId',
        'hideAccountIds',
        'frameAncestors',
        'expires_at as expiresAt',
        'revoked_at as revokedAt',
        status.as('status'),
        'uses',
        'lastUsedAt',
        'createdBy',
        'actor',
        'created_at as createdAt',
        'viewName',
        'connectionId',
        'region',
        'type',
        'pinned',
      ])
      .where('organization_id', '=', organizationId)
  const find = async (id: string) =>
    isUuid(id) ? ((await select().where('id', '=', id).executeTakeFirst()) ?? null) : null
  const open = () =>
    transaction.updateTable('share_links').where('organization_id', '=', organizationId).where('revoked_at', 'is', null)

  return {
    async insert({ viewId, tokenHash, actor, hideAccountIds, frameAncestors, expiresAt }) {
      await transaction
        .deleteFrom('share_links')
        .where('organization_id', '=', organizationId)
        .where(sql<boolean>`least(expires_at, revoked_at) < now() - ${listedFor}::interval`)
        .execute()
      const id = newId()
      await transaction
        .insertInto('share_links')
        .values({
          organization_id: organizationId,
          id,
          token_hash: tokenHash,
          view_id: viewId,
          actor,
          hide_account_ids: hideAccountIds,
          frame_ancestors: frameAncestors,
          expires_at: expiresAt,
        })
        .execute()
      return select().where('id', '=', id).executeTakeFirstOrThrow()
    },

    async countOpen() {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} share links`}, 0))`.execute(
        transaction,
      )
      const { count } = await transaction
        .selectFrom('share_links')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    find,

    list({ viewId, actor }, page) {
      let query = select()
      if (viewId !== undefined) query = query.where('viewId', '=', viewId)
      if (actor !== undefined) query = query.where('actor', '=', actor)
      return readPage(query, page)
    },

    async use(id) {
      const link = await find(id)
      if (link?.status !== 'active') return null
      const { numUpdatedRows } = await open()
        .set({ uses: sql`least(uses, 2147483646) + 1`, last_used_at: sql`now()` })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows === 0n ? null : link
    },

    async revoke(id) {
      const { numUpdatedRows } = await open()
        .set({ revoked_at: sql`now()` })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async revokeOf(userId) {
      const { numUpdatedRows } = await open()
        .set({ revoked_at: sql`now()` })
        .where('actor', '=', `user:${userId}`)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}
