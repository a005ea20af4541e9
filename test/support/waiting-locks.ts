/** Statements that wait for a lock of another transaction. */
import type { Client } from 'pg'

/**
 * The number of them in the client's database, and for a lock of this table. Tests share a server, and tables of their
 * databases have the same IDs. Locks alone tell the database: within a transaction, `pg_stat_activity` doesn't change.
 */
export async function waitingLocks(client: Pick<Client, 'query'>, table?: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with own as (
       select pid from pg_locks where database = (select oid from pg_database where datname = current_database())
     )
     select count(*)::integer as count from pg_locks
     where not granted and pid in (select pid from own) and ($1::text is null or relation = $1::regclass)`,
    [table ?? null],
  )
  return rows[0]?.count ?? 0
}
