/** Finds who asks: an API key, or a member with an access token of the SSO provider. */
import type { FastifyRequest } from 'fastify'
import { authenticate } from '../api/authentication.ts'
import { ApiError } from '../http/api-error.ts'
import { headerValues } from '../http/header-values.ts'
import type { MemberRole } from '../store/member-role.ts'
import type { Scope } from '../store/scope.ts'
import type { Store } from '../store/store.ts'
import type { QuestionContext } from './question.ts'
import type { SignOn } from './resource-metadata.ts'

export type AgentCaller = Pick<QuestionContext, 'caller' | 'scopes'>

/** Names one of several organizations of a user. API keys belong to one. */
const organizationHeader = 'x-surveyor-organization'
/** API keys begin with it. No JSON Web Token does. */
const keyPrefix = 'svy_'
const retryAfterSeconds = 5

/** `audience`: the address that access tokens must be for. Throws `UNAUTHORIZED`, `FORBIDDEN`, or `CONFLICT`. */
export async function callerOf(
  request: FastifyRequest,
  { store, signOn, audience }: { readonly store: Store; readonly signOn: SignOn | null; readonly audience: string },
): Promise<AgentCaller> {
  const token = signOn === null ? null : accessTokenOf(request)
  if (signOn === null || token === null) {
    const { id, organizationId, scopes } = await authenticate(request.raw, store)
    if (!scopes.includes('read')) throw new ApiError('FORBIDDEN', 'The API key doesn\'t have the scope "read".')
    return { caller: { organizationId, actor: `key:${id}`, address: request.ip }, scopes }
  }
  const found = await signOn.readToken(token, audience)
  switch (found.kind) {
    case 'user': {
      const { id, role } = await organizationOf(request, store, found.userId)
      const scopes = scopesOf(role, found.scopes)
      return { caller: { organizationId: id, actor: `user:${found.userId}`, address: request.ip }, scopes }
    }
    case 'unavailable':
      throw new ApiError('CONFLICT', "The SSO provider can't be reached. Try again.", { retryAfterSeconds })
    case 'opaque':
      throw unauthorized('The access token is not a JSON Web Token. Use one, or an API key.')
    case 'expired':
      throw unauthorized('The access token has expired.')
    case 'unknown user':
      throw unauthorized('No member has this SSO identity. Sign in to the dashboard with SSO once.')
    case 'invalid':
      throw unauthorized(`The access token is not valid here. It must be signed by the SSO provider for ${audience}.`)
    default:
      return found satisfies never
  }
}

/** `null` without a token, or with one that can only be an API key. */
function accessTokenOf({ raw }: FastifyRequest): string | null {
  const [header = '', ...further] = headerValues(raw, 'authorization')
  const [, token = ''] = /^bearer +([^ ]+)$/iu.exec(header) ?? []
  return further.length > 0 || token === '' || token.startsWith(keyPrefix) ? null : token
}

/** Read for each request, so that a membership that ended counts at once. */
async function organizationOf({ raw }: FastifyRequest, store: Store, userId: string) {
  const organizations = await store.people.organizationsOf(userId)
  const [first, ...others] = organizations
  if (first === undefined) throw unauthorized('The user is not a member of an organization.')
  const [wanted] = headerValues(raw, organizationHeader)
  if (wanted === undefined && others.length === 0) return first
  const found = organizations.find(({ id }) => id === wanted)
  if (found !== undefined) return found
  throw new ApiError(
    'FORBIDDEN',
    'The user is a member of several organizations, or not of this one. Send the ID of one as X-Surveyor-Organization.',
  )
}

/** Viewers can't scan. A token that names a scope of this service has no other. */
function scopesOf(role: MemberRole, given: readonly string[]): readonly Scope[] {
  const allowed: readonly Scope[] = role === 'viewer' ? ['read'] : ['read', 'write']
  const named = allowed.filter((scope) => given.includes(scope))
  const hasOnlyOthers = !given.includes('read') && !given.includes('write')
  const scopes = hasOnlyOthers ? allowed : named
  if (!scopes.includes('read')) throw new ApiError('FORBIDDEN', 'The access token doesn\'t have the scope "read".')
  return scopes
}

const unauthorized = (message: string) => new ApiError('UNAUTHORIZED', message)
