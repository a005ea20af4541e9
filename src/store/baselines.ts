/** Queries baselines: names for completed scans of an account connection and region. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import type { ScanRecord } from './scans.ts'

export type BaselineRecord = {
  readonly id: string
  readonly connectionId: string
  readonly region: string
  readonly name: string
  readonly scanId: string
  readonly scanCreatedAt: Date
  /** When it was set to its scan. */
  readonly createdAt: Date
}

/** Identifies a baseline. */
export type BaselineKey = Pick<BaselineRecord, 'connectionId' | 'region' | 'name'>

export type Baselines = {
  /**
   * Names the scan. The name may belong to another scan of the same account connection and region. `isChanged` is false
   * if the scan already had the name.
   */
  set(name: string, scan: ScanRecord): Promise<{ readonly baseline: BaselineRecord; readonly isChanged: boolean }>
  find(key: BaselineKey): Promise<BaselineRecord | null>
  /** The number of baselines of an account connection's region. */
  count(connectionId: string, region: string): Promise<number>
  list(connectionId: string, region: string | undefined, page: PageRequest): Promise<Page<BaselineRecord>>
  /** Returns the removed baseline, or `null` if it doesn't exist. */
  remove(key: BaselineKey): Promise<BaselineRecord | null>
}

const columns = [
  'id',
  'connection_id as connectionId',
  'region',
  'name',
  'scan_id as scanId',
  'created_at as createdAt',
] as const

export function baselineQueries(transaction: DatabaseTransaction, organizationId: string): Baselines {
  const scanCreatedAt = sql<Date>`(
    select scans.created_at from scans
    where scans.organization_id = baselines.organization_id and scans.id = baselines.scan_id
  )`.as('scanCreatedAt')

  const select = () =>
    transaction
      .selectFrom('baselines')
      .select([...columns, scanCreatedAt])
      .where('organization_id', '=', organizationId)

  const find = async ({ connectionId, region, name }: BaselineKey) =>
    (await select()
      .where('connection_id', '=', connectionId)
      .where('region', '=', region)
      .where('name', '=', name)
      .executeTakeFirst()) ?? null

  return {
    async set(name, { id: scanId, connectionId, region }) {
      const set = await transaction
        .insertInto('baselines')
        .values({
          organization_id: organizationId,
          id: newId(),
          connection_id: connectionId,
          region,
          name,
          scan_id: scanId,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'connection_id', 'region', 'name'])
            .doUpdateSet({ scan_id: scanId, created_at: sql`now()` })
            .where('baselines.scan_id', '<>', scanId),
        )
        .returning('id')
        .executeTakeFirst()
      const baseline = await find({ connectionId, region, name })
      if (baseline === null) throw new Error('the baseline was removed in the transaction that set it')
      return { baseline, isChanged: set !== undefined }
    },

    find,

    async count(connectionId, region) {
      const { count } = await transaction
        .selectFrom('baselines')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', connectionId)
        .where('region', '=', region)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    list(connectionId, region, page) {
      const all = select().where('connection_id', '=', connectionId)
      return readPage(region === undefined ? all : all.where('region', '=', region), page)
    },

    async remove({ connectionId, region, name }) {
      const row = await transaction
        .deleteFrom('baselines')
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', connectionId)
        .where('region', '=', region)
        .where('name', '=', name)
        .returning([...columns, scanCreatedAt])
        .executeTakeFirst()
      return row ?? null
    },
  }
}
