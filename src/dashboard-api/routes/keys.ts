/** Lists, creates, and revokes API keys. */
import { Type } from 'typebox'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { apiKey, createdKey, createKeyRequest } from '../../../contract/session/keys.ts'
import { latestVersion } from '../../../contract/versions.ts'
import { notFound, validationError } from '../../http/api-error.ts'
import { generateApiKey } from '../../store/keys/api-key.ts'
import type { ApiKeyRecord } from '../../store/api-keys.ts'
import { memberTransaction } from '../member-transaction.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const list = sessionRoute({
  method: 'GET',
  path: '/session/keys',
  access: 'admin',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: Type.Object({ keys: Type.Array(apiKey) }, { additionalProperties: false }),

  async handle({ caller, dependencies }) {
    const keys = await dependencies.store.tenant(caller.organizationId, ({ apiKeys }) => apiKeys.list())
    return { data: { keys: keys.map(keyObject) } }
  },
})

const create = sessionRoute({
  method: 'POST',
  path: '/session/keys',
  access: 'admin',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createKeyRequest,
  data: createdKey,

  async handle({ body, caller, dependencies }) {
    const name = body.name.trim()
    const { scopes } = body
    const expiresAt = expiry(body.expiresAt ?? null)
    const { key, hash } = generateApiKey()
    const record = await memberTransaction(dependencies.store, caller, 'admin', async ({ apiKeys, auditEvents }) => {
      const record = await apiKeys.insert({ name, scopes, version: latestVersion, expiresAt, hash })
      await auditEvents.append({
        actor: caller.actor,
        action: 'key.create',
        subject: record.id,
        details: { name, scopes, expiresAt: expiresAt?.toISOString() ?? null },
        address: caller.address,
      })
      return record
    })
    return { data: { ...keyObject(record), key } }
  },
})

const revoke = sessionRoute({
  method: 'DELETE',
  path: '/session/keys/{id}',
  access: 'admin',
  pathParameters: idPath('The key.'),
  query: noParameters,
  body: null,
  data: apiKey,

  async handle({ path, caller, dependencies }) {
    const key = await memberTransaction(dependencies.store, caller, 'admin', async ({ apiKeys, auditEvents }) => {
      const { actor, address } = caller
      if (await apiKeys.revoke(path.id)) {
        await auditEvents.append({ actor, action: 'key.revoke', subject: path.id, details: {}, address })
      }
      return (await apiKeys.list()).find(({ id }) => id === path.id)
    })
    if (key === undefined) throw notFound('The API key')
    return { data: keyObject(key) }
  },
})

/** Throws `VALIDATION_ERROR` unless it is in the future. */
function expiry(text: string | null): Date | null {
  if (text === null) return null
  const time = new Date(text)
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  if (!isIso || Number.isNaN(time.getTime())) {
    throw validationError([{ path: ['expiresAt'], message: 'must be an ISO 8601 time with a time zone' }])
  }
  if (time.getTime() <= Date.now()) throw validationError([{ path: ['expiresAt'], message: 'must be in the future' }])
  return time
}

function keyObject({ id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKeyRecord) {
  const isExpired = expiresAt !== null && expiresAt.getTime() <= Date.now()
  return {
    id,
    name,
    scopes: [...scopes],
    status: revokedAt !== null ? ('revoked' as const) : isExpired ? ('expired' as const) : ('valid' as const),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

export const keyRoutes: readonly SessionRoute[] = [list, create, revoke]
