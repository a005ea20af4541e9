/** Statements that wait for a lock of another transaction. */
import type { Client } from 'pg'

/**
 * The number of them in the client's database, and for a lock of this table. Tests share a server, and tables of their
 * databases have the same IDs.
 */
export async function waitingLocks(client: Pick<Client, 'query'>, table?: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database() and ($1::text is null or relation = $1::regclass)`,
    [table ?? null],
  )
  return rows[0]?.count ?? 0
}
