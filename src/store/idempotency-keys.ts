/** Idempotency keys of create requests: per organization, kept for 24 hours. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'

export type IdempotentScan = {
  readonly scanId: string
  /** SHA-256 of the validated body, defaults filled in. */
  readonly fingerprint: Uint8Array
}

export type IdempotencyKeys = {
  /**
   * Waits for a concurrent request with the same key to commit or roll back. Answers what that key already stands for,
   * or `null`: then the key is locked for this transaction, which is to call `remember`.
   */
  claim(key: string): Promise<IdempotentScan | null>
  remember(key: string, entry: IdempotentScan): Promise<void>
}

export function idempotencyKeyQueries(transaction: DatabaseTransaction, organizationId: string): IdempotencyKeys {
  return {
    async claim(key) {
      // Different keys may share a hash: then one waits for the other in vain, and nothing else happens.
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
