/** API keys: list, create, and revoke. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { timestamp, uuid } from '../fields.ts'
import { nullableTimestamp, personName } from './fields.ts'

const scopes = Type.Array(Type.Enum(['read', 'write'], { type: 'string', title: 'Scope' }), {
  minItems: 1,
  maxItems: 2,
  uniqueItems: true,
})

const keyFields = {
  id: uuid('The ID of the API key.'),
  name: Type.String(),
  scopes,
  status: Type.Enum(['valid', 'expired', 'revoked'], { type: 'string', title: 'KeyStatus' }),
  createdAt: timestamp('When it was created.'),
  expiresAt: nullableTimestamp('When it expires; null: never.'),
  revokedAt: nullableTimestamp('When it was revoked; null: not revoked.'),
  lastUsedAt: nullableTimestamp('When it was last used, to the minute; null: never.'),
}

/** Items of `GET /session/keys`: `data.keys`, newest first, without pages. */
export const apiKey = Type.Object(keyFields, { title: 'ApiKey', additionalProperties: false })
export type ApiKey = Static<typeof apiKey>

/** POST /session/keys: 201. */
export const createKeyRequest = Type.Object(
  {
    name: personName('what the key is for'),
    scopes,
    expiresAt: Type.Optional(nullableTimestamp('In the future; null or absent: never.')),
  },
  { additionalProperties: false },
)

export const createdKey = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The API key, returned only once.' }) },
  { title: 'CreatedKey', additionalProperties: false },
)
export type CreatedKey = Static<typeof createdKey>
