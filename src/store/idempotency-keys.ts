/** Queries idempotency keys of create requests. They belong to an organization and last 24 hours. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'

export type IdempotentScan = {
  readonly scanId: string
  /** SHA-256 of the validated body with its defaults. */
  readonly fingerprint: Uint8Array
}

export type IdempotencyKeys = {
  /**
   * Waits for a concurrent request with the same key to commit or roll back. Returns the scan of the key, or `null`.
   * With `null`, the transaction has locked the key and has to call `remember`.
   */
  claim(key: string): Promise<IdempotentScan | null>
  remember(key: string, entry: IdempotentScan): Promise<void>
}

export function idempotencyKeyQueries(transaction: DatabaseTransaction, organizationId: string): IdempotencyKeys {
  return {
    async claim(key) {
      // Different keys may share a hash. Then one waits for the other without need, which is harmless.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${key}`}, 0))`.execute(transaction)
      const row = await transaction
        .selectFrom('idempotency_keys')
        .select(['scan_id as scanId', 'fingerprint'])
        .where('organization_id', '=', organizationId)
        .where('key', '=', key)
        .where('created_at', '>', oldestKept)
        .executeTakeFirst()
      return row ?? null
    },

    async remember(key, { scanId, fingerprint }) {
      await transaction
        .deleteFrom('idempotency_keys')
        .where('organization_id', '=', organizationId)
        .where('created_at', '<=', oldestKept)
        .execute()
      await transaction
        .insertInto('idempotency_keys')
        .values({ organization_id: organizationId, key, scan_id: scanId, fingerprint })
        .execute()
    },
  }
}

const oldestKept = sql<Date>`now() - interval '24 hours'`
