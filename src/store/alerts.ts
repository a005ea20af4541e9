/** Queries alerts: which events are sent where. */
import { sql } from 'kysely'
import type { AlertFrequency, DestinationType, ShownDestination } from './alert-values.ts'
import type { DatabaseTransaction } from './database.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import { isUuid } from './uuid.ts'

export type AlertRecord = {
  readonly id: string
  readonly name: string
  readonly events: readonly string[]
  /** Account connections. Empty: all. */
  readonly connectionIds: readonly string[]
  readonly leastRank: number
  readonly destinationType: DestinationType
  readonly destinationShown: ShownDestination
  /** Its address and secrets, encrypted. */
  readonly destinationSealed: Uint8Array
  readonly frequency: AlertFrequency
  /** In UTC. */
  readonly digestHour: number
  /** `null` unless `frequency` is daily or weekly. */
  readonly nextDigestAt: Date | null
  readonly paused: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type AlertChoice = Omit<AlertRecord, 'id' | 'createdAt' | 'updatedAt'>

export type Alerts = {
  /** `id`: from `newId`, because the sealed destination is bound to it. */
  insert(id: string, choice: AlertChoice): Promise<AlertRecord>
  find(id: string): Promise<AlertRecord | null>
  /** Like `find`. No other transaction can change it before this one has ended. */
  hold(id: string): Promise<AlertRecord | null>
  /** Counts alerts. Concurrent calls wait until this transaction has ended, so that a limit is never exceeded. */
  count(): Promise<number>
  list(page: PageRequest): Promise<Page<AlertRecord>>
  /** Alerts that aren't paused and have the event, for this account connection or all. */
  waitingFor(event: string, connectionId: string): Promise<readonly AlertRecord[]>
  update(id: string, choice: Partial<AlertChoice>): Promise<AlertRecord | null>
  /** Not a change by a user. */
  planDigest(id: string, at: Date | null): Promise<void>
  remove(id: string): Promise<AlertRecord | null>
}

const columns = [
  'id',
  'name',
  'events',
  'connection_ids as connectionIds',
  'least_rank as leastRank',
  'destination_type as destinationType',
  'destination_shown as destinationShown',
  'destination_sealed as destinationSealed',
  'frequency',
  'digest_hour as digestHour',
  'next_digest_at as nextDigestAt',
  'paused',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function alertQueries(transaction: DatabaseTransaction, organizationId: string): Alerts {
  const select = () => transaction.selectFrom('alerts').select(columns).where('organization_id', '=', organizationId)
  const byId = (id: string) => select().where('id', '=', id)

  return {
    insert: (id, choice) =>
      transaction
        .insertInto('alerts')
        .values({
          organization_id: organizationId,
          id,
          name: choice.name,
          events: choice.events,
          connection_ids: choice.connectionIds,
          least_rank: choice.leastRank,
          destination_type: choice.destinationType,
          destination_shown: JSON.stringify(choice.destinationShown),
          destination_sealed: choice.destinationSealed,
          frequency: choice.frequency,
          digest_hour: choice.digestHour,
          next_digest_at: choice.nextDigestAt,
          paused: choice.paused,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    find: async (id) => (isUuid(id) ? ((await byId(id).executeTakeFirst()) ?? null) : null),
    hold: async (id) => (await byId(id).forUpdate().executeTakeFirst()) ?? null,

    async count() {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} alerts`}, 0))`.execute(transaction)
      const { count } = await transaction
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    list: (page) => readPage(select(), page),

    waitingFor: (event, connectionId) =>
      select()
        .where('paused', '=', false)
        .where(sql<boolean>`${event} = any (events)`)
        .where(sql<boolean>`(connection_ids = '{}' or ${connectionId}::uuid = any (connection_ids))`)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    async update(id, choice) {
      const row = await transaction
        .updateTable('alerts')
        .set({
          ...(choice.name !== undefined && { name: choice.name }),
          ...(choice.events !== undefined && { events: choice.events }),
          ...(choice.connectionIds !== undefined && { connection_ids: choice.connectionIds }),
          ...(choice.leastRank !== undefined && { least_rank: choice.leastRank }),
          ...(choice.destinationType !== undefined && { destination_type: choice.destinationType }),
          ...(choice.destinationShown !== undefined && { destination_shown: JSON.stringify(choice.destinationShown) }),
          ...(choice.destinationSealed !== undefined && { destination_sealed: choice.destinationSealed }),
          ...(choice.frequency !== undefined && { frequency: choice.frequency }),
          ...(choice.digestHour !== undefined && { digest_hour: choice.digestHour }),
          ...(choice.nextDigestAt !== undefined && { next_digest_at: choice.nextDigestAt }),
          ...(choice.paused !== undefined && { paused: choice.paused }),
          updated_at: sql`now()`,
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async planDigest(id, at) {
      await transaction
        .updateTable('alerts')
        .set({ next_digest_at: at })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
    },

    async remove(id) {
      const row = await transaction
        .deleteFrom('alerts')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },
  }
}
