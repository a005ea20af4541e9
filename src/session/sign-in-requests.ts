/** Requests under `/session/auth/`: the few of the sign-in library that the pages use are passed on to it, and no others. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { ApiError, unknownPath } from '../api/api-error.ts'
import { checkJsonContentType } from '../api/request-form.ts'
import { auditForPerson } from './person-audit.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { SessionError } from './session-error.ts'
import { clientAddressHeader, ownOrigin, signInBasePath } from './sign-in-library.ts'
import { headersOf } from './web-headers.ts'

const passedOn = new Set([
  'POST /sign-in/email',
  'POST /sign-in/social',
  'POST /sign-out',
  'GET /get-session',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /link-social',
  'GET /magic-link/verify',
  `GET /callback/${oidcProviderId}`,
])

/** Wrong passwords for one account, from wherever they come; the library itself limits what comes from one address. */
const attemptLimit = { most: 20, windowSeconds: 900 } as const

export function answerSignIn(app: FastifyInstance, dependencies: SessionDependencies): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${signInBasePath}/*`,
    handler: async (request, reply) => {
      const path = request.url.slice(signInBasePath.length).replace(/\?.*$/s, '')
      const operation = `${request.method} ${path}`
      if (!passedOn.has(operation)) throw unknownPath()
      if (request.method === 'POST') checkJsonContentType(request.raw)
      checkStorable(request.body)
      if (operation === 'POST /sign-in/social' || operation === 'POST /link-social') checkByBrowser(request.body)
      const limited = operation === 'POST /sign-in/email' ? await limitAttempts(request, dependencies) : null
      // Asked before: a change of password may end the session that it came by.
      const changing =
        operation === 'POST /change-password' ? await dependencies.signIn.whoIs(headersOf(request)) : null
      const response = await dependencies.signIn.handle(toWebRequest(request, dependencies.publicUrl))
      if (response.ok) await limited?.()
      if (response.ok && changing !== null) {
        const { store } = dependencies
        const { userId } = changing.signedIn
        await store.people.withdrawResetLinks(userId)
        await auditForPerson(store, userId, 'user.password-change', request.ip)
      }
      return answer(response, reply, dependencies.publicUrl)
    },
  })
}

/**
 * Signing on elsewhere goes by the browser alone, with the state and nonce that it began with: the library would also take an
 * ID token from wherever it came, or ask for further scopes. Throws `BAD_REQUEST`.
 */
function checkByBrowser(body: unknown): void {
  const isMore = Object.keys(body ?? {}).some((name) => name !== 'provider' && name !== 'callbackURL')
  if (isMore) throw new ApiError('BAD_REQUEST', 'Only "provider" and "callbackURL" are taken here.')
}

/** PostgreSQL stores neither NUL nor half a surrogate pair, which JSON can hold. Throws `BAD_REQUEST`. */
function checkStorable(body: unknown): void {
  if (/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(body ?? null))) {
    throw new ApiError('BAD_REQUEST', 'Texts must not contain NUL characters or unpaired surrogates.')
  }
}

/** Throws `TOO_MANY_REQUESTS`. Returns what to do once the password was right. */
async function limitAttempts(
  { body }: FastifyRequest,
  { store }: SessionDependencies,
): Promise<(() => Promise<void>) | null> {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null
  if (typeof email !== 'string') return null
  const key = `account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`
  const retryAfterSeconds = await store.people.countAttempt(key, attemptLimit)
  if (retryAfterSeconds !== null) {
    throw new SessionError(
      'TOO_MANY_REQUESTS',
      'Too many attempts for this account. Try again later.',
      retryAfterSeconds,
    )
  }
  return () => store.people.forgetAttempts(key)
}

function toWebRequest(request: FastifyRequest, publicUrl: string | null): Request {
  const origin = ownOrigin(publicUrl)
  const headers = headersOf(request)
  headers.set(clientAddressHeader, request.ip)
  // Already held against where the pages really are.
  if (headers.has('origin') || request.method === 'POST') headers.set('origin', origin)
  return new Request(`${origin}${request.url}`, {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
  })
}

async function answer(response: Response, reply: FastifyReply, publicUrl: string | null): Promise<FastifyReply> {
  const location = response.headers.get('location')
  if (location !== null) reply.header('location', withoutOrigin(location, ownOrigin(publicUrl)))
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const retryAfter = response.headers.get('x-retry-after')
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  return reply
    .code(response.status)
    .type(response.headers.get('content-type') ?? 'application/json; charset=utf-8')
    .send(Buffer.from(await response.arrayBuffer()))
}

/** The path of an address of our own, which a browser takes for no other host: `//elsewhere` would be one. */
function withoutOrigin(location: string, origin: string): string {
  const url = URL.parse(location, origin)
  if (url?.origin !== origin) return location
  return `/${`${url.pathname}${url.search}${url.hash}`.replace(/^[\\/]+/, '')}`
}
