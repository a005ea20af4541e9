/** Queries saved views: diagrams with their options and place, under a name. */
import { sql } from 'kysely'
import type { Json } from '../graph/resource-graph.ts'
import { storableJson, storableText } from '../graph/storable.ts'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import type { SavedOptions } from './saved-options.ts'
import { isUniqueViolation } from './unique-violation.ts'
import { isUuid } from './uuid.ts'

export type SavedViewRecord = {
  readonly id: string
  readonly name: string
  /** The user of a personal view. `null`: the organization's. */
  readonly ownerId: string | null
  readonly connectionId: string
  readonly region: string
  /** Whether it shows one scan. Otherwise it shows the newest completed one. */
  readonly pinned: boolean
  /** The view, for example `architecture`. */
  readonly type: string
  readonly options: SavedOptions
  /** Center and zoom of the map. */
  readonly place: string | null
  /** The scan that it shows now. `null` after its scan was removed. */
  readonly scanId: string | null
  /** The first page of its diagram in that scan. */
  readonly diagramId: string | null
  /** The current name of the user or API key that created it. */
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewSavedView = Pick<
  SavedViewRecord,
  'name' | 'ownerId' | 'connectionId' | 'region' | 'type' | 'options' | 'place'
> & {
  /** For the audit log: `user:<id>` or `key:<id>`. */
  readonly actor: string
  /** The scan to pin. `null`: the newest completed scan. */
  readonly pinnedScanId: string | null
}

export type SavedViewFilter = { readonly connectionId?: string; readonly region?: string }

export type SavedViews = {
  /** Returns `null` if the same owner already uses the name or one that looks the same. */
  insert(view: NewSavedView): Promise<SavedViewRecord | null>
  /** The organization's and those of `userId`. Concurrent calls wait until this transaction has ended. */
  countAll(): Promise<number>
  /** Only the organization's views, and the personal ones of `userId`. */
  find(id: string, userId: string | null): Promise<SavedViewRecord | null>
  /** As `find`. The view can't be removed before this transaction has ended. */
  hold(id: string, userId: string | null): Promise<SavedViewRecord | null>
  /** The view of a share link, whoever owns it. */
  findOfLink(id: string): Promise<SavedViewRecord | null>
  list(filter: SavedViewFilter, userId: string | null, page: PageRequest): Promise<Page<SavedViewRecord>>
  /** Returns false if the same owner already uses the name or one that looks the same. */
  rename(id: string, name: string): Promise<boolean>
  /** Removes the view with its share links. Returns the number of usable links. */
  remove(id: string): Promise<number>
  /** Removes the personal views of a user with their share links. Returns their number. */
  removeOf(userId: string): Promise<number>
}

const shownScan = sql<string | null>`shown.scan_id`

export function savedViewQueries(transaction: DatabaseTransaction, organizationId: string): SavedViews {
  /** The scan and the first page that a view shows now. */
  const shown = sql<{ scan_id: string | null; diagram_id: string | null }>`lateral (
    select picked.id as scan_id, (
      select diagrams.id from diagrams
      where diagrams.organization_id = ${organizationId} and diagrams.scan_id = picked.id
        and diagrams.type = saved_views.type and diagrams.parent_id is null
      limit 1
    ) as diagram_id
    from (
      select case when saved_views.pinned then saved_views.scan_id else (
        select scans.id from scans
        where scans.organization_id = ${organizationId} and scans.connection_id = saved_views.connection_id
          and scans.region = saved_views.region and scans.status = 'completed'
        order by scans.created_at desc, scans.id desc limit 1
      ) end as id
    ) as picked
  )`
  const select = () =>
    transaction
      .selectFrom('saved_views')
      .innerJoin(shown.as('shown'), (join) => join.onTrue())
      .select([
        'id',
        'name',
        'owner_id as ownerId',
        'connection_id as connectionId',
        'region',
        'pinned',
        'type',
        'options',
        'place',
        shownScan.as('scanId'),
        'shown.diagram_id as diagramId',
        actorName(organizationId, 'saved_views').as('createdBy'),
        'created_at as createdAt',
        'updated_at as updatedAt',
      ])
      .where('organization_id', '=', organizationId)
  const visible = (userId: string | null) =>
    userId === null
      ? select().where('owner_id', 'is', null)
      : select().where(sql<boolean>`(owner_id is null or owner_id = ${userId}::uuid)`)
  const byId = async (id: string) => (await select().where('id', '=', id).executeTakeFirst()) ?? null

  return {
    async insert({ name, ownerId, actor, connectionId, region, pinnedScanId, type, options, place }) {
      const row = await transaction
        .insertInto('saved_views')
        .values({
          organization_id: organizationId,
          id: newId(),
          name: storableText(name),
          owner_id: ownerId,
          actor,
          connection_id: connectionId,
          region,
          pinned: pinnedScanId !== null,
          scan_id: pinnedScanId,
          type,
          options: storableJson(options as Json),
          place,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row === undefined ? null : byId(row.id)
    },

    async countAll() {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} saved views`}, 0))`.execute(
        transaction,
      )
      const { count } = await transaction
        .selectFrom('saved_views')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    find: async (id, userId) =>
      isUuid(id) ? ((await visible(userId).where('id', '=', id).executeTakeFirst()) ?? null) : null,

    hold: async (id, userId) =>
      (await visible(userId).where('id', '=', id).forKeyShare('saved_views').executeTakeFirst()) ?? null,

    findOfLink: byId,

    list({ connectionId, region }, userId, page) {
      let query = visible(userId)
      if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId)
      if (region !== undefined) query = query.where('region', '=', region)
      return readPage(query, page)
    },

    async rename(id, name) {
      await sql`savepoint renaming`.execute(transaction)
      try {
        await transaction
          .updateTable('saved_views')
          .set({ name: storableText(name), updated_at: sql`now()` })
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .execute()
        return true
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        await sql`rollback to savepoint renaming`.execute(transaction)
        return false
      }
    },

    async remove(id) {
      const { count } = await transaction
        .selectFrom('share_links')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('view_id', '=', id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirstOrThrow()
      await transaction
        .deleteFrom('saved_views')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
      return Number(count)
    },

    async removeOf(userId) {
      const { numDeletedRows } = await transaction
        .deleteFrom('saved_views')
        .where('organization_id', '=', organizationId)
        .where('owner_id', '=', userId)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** The current name of the user or API key in the column `actor`. */
export function actorName(organizationId: string, table: 'saved_views' | 'share_links') {
  const actor = sql.ref(`${table}.actor`)
  return sql<string | null>`case split_part(${actor}, ':', 1)
    when 'user' then (select users.name from users where users.id::text = split_part(${actor}, ':', 2))
    when 'key' then (
      select api_keys.name from api_keys
      where api_keys.organization_id = ${organizationId} and api_keys.id::text = split_part(${actor}, ':', 2)
    )
  end`
}
