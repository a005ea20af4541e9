/** API keys: kept as hashes, with scopes, a pinned version, expiry and revocation. */

export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]

export type ApiKeyRecord = {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The version of the HTTP interface in force when the key was made. */
  readonly version: string
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
}

/** What a request needs to know of its key. */
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
  /** False when there is no such key in the organization or it is already revoked. */
  revoke(id: string): Promise<boolean>
}
