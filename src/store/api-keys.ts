/** Queries API keys, stored as hashes with scopes, a pinned version, expiry, and revocation. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import { isUuid } from './uuid.ts'
import type { Scope } from './scope.ts'

export type ApiKeyRecord = {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The API version in force when the key was created. */
  readonly version: string
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
}

/** The data of a key that a request needs. */
export type AuthenticatedKey = Pick<
  ApiKeyRecord,
  'id' | 'organizationId' | 'scopes' | 'version' | 'expiresAt' | 'revokedAt'
>

export type NewApiKey = Pick<ApiKeyRecord, 'name' | 'scopes' | 'version' | 'expiresAt'> & {
  readonly hash: Uint8Array
}

export type ApiKeys = {
  insert(key: NewApiKey): Promise<ApiKeyRecord>
  list(): Promise<readonly ApiKeyRecord[]>
  /** Returns false if the organization has no such key, or it is already revoked. */
  revoke(id: string): Promise<boolean>
}

const columns = [
  'id',
  'organization_id as organizationId',
  'name',
  'scopes',
  'version',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
  'created_at as createdAt',
] as const

export function apiKeyQueries(transaction: DatabaseTransaction, organizationId: string): ApiKeys {
  return {
    insert: ({ name, scopes, version, expiresAt, hash }) =>
      transaction
        .insertInto('api_keys')
        .values({
          organization_id: organizationId,
          id: newId(),
          name,
          scopes,
          version,
          expires_at: expiresAt,
          hash,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    list: () =>
      transaction
        .selectFrom('api_keys')
        .select(columns)
        .where('organization_id', '=', organizationId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    async revoke(id) {
      if (!isUuid(id)) return false
      const { numUpdatedRows } = await transaction
        .updateTable('api_keys')
        .set({ revoked_at: sql`now()` })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
