/** Queries idempotency keys of create requests. They belong to an organization and last 24 hours. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'

type Fingerprint = {
  /** SHA-256 of the validated body with its defaults. */
  readonly fingerprint: Uint8Array
}

/** What the first request with a key has created. */
export type IdempotentRequest = Fingerprint & { readonly scanId: string | null; readonly runId: string | null }

type NewEntry = Fingerprint &
  ({ readonly scanId: string; readonly runId?: undefined } | { readonly runId: string; readonly scanId?: undefined })

export type IdempotencyKeys = {
  /**
   * Waits for a concurrent request with the same key to commit or roll back. Returns what the key created, or `null`.
   * With `null`, the transaction has locked the key and has to call `remember`.
   */
  claim(key: string): Promise<IdempotentRequest | null>
  remember(key: string, entry: NewEntry): Promise<void>
}

export function idempotencyKeyQueries(transaction: DatabaseTransaction, organizationId: string): IdempotencyKeys {
  return {
    async claim(key) {
      // Different keys may share a hash. Then one waits for the other without need, which is harmless.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${key}`}, 0))`.execute(transaction)
      const row = await transaction
        .selectFrom('idempotency_keys')
        .select(['scan_id as scanId', 'run_id as runId', 'fingerprint'])
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .where('created_at', '>', oldestKept)
        .executeTakeFirst()
      return row ?? null
    },

    async remember(key, { scanId = null, runId = null, fingerprint }) {
      await transaction
        .deleteFrom('idempotency_keys')
        .where('organization_id', '=', organizationId)
        .where('created_at', '<=', oldestKept)
        .execute()
      await transaction
        .insertInto('idempotency_keys')
        .values({ organization_id: organizationId, key, scan_id: scanId, run_id: runId, fingerprint })
        .execute()
    },
  }
}

const oldestKept = sql<Date>`now() - interval '24 hours'`
