/** Authenticates the caller and checks the API version before anything else. */
import type { IncomingMessage } from 'node:http'
import { isVersion } from '../../contract/versions.ts'
import { parseApiKey } from '../store/keys/api-key.ts'
import type { AuthenticatedKey } from '../store/api-keys.ts'
import type { Store } from '../store/store.ts'
import { ApiError } from '../http/api-error.ts'
import { headerValues } from '../http/header-values.ts'

/** Throws `UNAUTHORIZED` unless the request has exactly one valid API key. */
export async function authenticate(request: IncomingMessage, store: Store): Promise<AuthenticatedKey> {
  const [header, ...further] = headerValues(request, 'authorization')
  if (header === undefined) throw unauthorized('An API key is required: Authorization: Bearer <API_KEY>.')
  if (further.length > 0) throw unauthorized('Send only one Authorization header.')
  const [, token] = /^bearer +([^ ]+)$/i.exec(header) ?? []
  const parsed = token === undefined ? null : parseApiKey(token)
  const key = parsed === null ? null : await store.findKeyByHash(parsed.hash)
  if (key === null) throw unauthorized('The API key is invalid.')
  if (key.revokedAt !== null) throw unauthorized('The API key has been revoked.')
  if (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now()) throw unauthorized('The API key has expired.')
  return key
}

const unauthorized = (message: string) => new ApiError('UNAUTHORIZED', message)

/** Throws `INVALID_API_VERSION` if the header has an unknown version. Without the header, the key's version applies. */
export function checkVersion(request: IncomingMessage): void {
  const [version, ...further] = headerValues(request, 'service-version')
  if (version === undefined) return
  if (further.length > 0 || !isVersion(version)) {
    throw new ApiError('INVALID_API_VERSION', 'The Service-Version header has an unknown version.')
  }
}
