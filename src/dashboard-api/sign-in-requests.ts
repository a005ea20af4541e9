/** Passes the requests under `/session/auth/` that the dashboard uses to the sign-in library. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { newPassword } from '../../contract/session/fields.ts'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { ApiError, unknownPath, validationError } from '../http/api-error.ts'
import { checkJsonContentType } from '../http/request-form.ts'
import { createValidator } from '../http/validator.ts'
import type { Json } from '../graph/resource-graph.ts'
import { storableJson } from '../graph/storable.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { recordFailedSignIn } from '../identity/failed-sign-ins.ts'
import { withVouchedPerson } from '../identity/oidc/vouched-person.ts'
import { auditForPerson } from '../identity/person-audit.ts'
import type { SessionDependencies } from './dashboard-dependencies.ts'
import type { SignedIn } from '../identity/sign-in.ts'
import { sendSignInResponse } from './sign-in-response.ts'
import { signInAttempts } from './sign-in-attempts.ts'
import { clientAddressHeader, ownOrigin, signInBasePath } from '../identity/sign-in-library.ts'
import { headersOf } from './web-headers.ts'

type Operation = {
  /** Throws if the body is invalid. */
  check?(body: unknown): void
  before?(body: unknown, dependencies: SessionDependencies): Promise<void>
  /** Receives the previously signed-in user, because the operation may end the session. */
  afterwards?(signedIn: SignedIn, address: string, dependencies: SessionDependencies): Promise<void>
}

const callback = `GET /callback/${oidcProviderId}`

const operations: Readonly<Record<string, Operation>> = {
  'POST /sign-in/email': {},
  'POST /sign-in/social': { check: checkByBrowser },
  'POST /link-social': { check: checkByBrowser },
  'POST /request-password-reset': { check: (body) => void emailOf(body) },
  'POST /reset-password': {
    check(body) {
      checkNewPassword(body)
      tokenOf(body)
    },
    before: (body, { signIn }) => signIn.beginReset(tokenOf(body)),
  },
  'POST /change-password': {
    check: checkNewPassword,
    async afterwards({ userId }, address, { store }) {
      await store.people.withdrawResetLinks(userId)
      await auditForPerson(store, userId, 'user.password-change', address)
    },
  },
  'POST /sign-out': {
    async afterwards({ userId, sessionId }, address, { store }) {
      await auditForPerson(store, userId, 'user.sign-out', address, { sessionId })
    },
  },
  'GET /magic-link/verify': {},
  [callback]: {},
}

export function answerSignIn(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { signIn, store, publicUrl, oidc, logger } = dependencies
  const attempts = signInAttempts(store)

  app.route({
    method: ['GET', 'POST'],
    url: `${signInBasePath}/*`,
    handler: async (request, reply) => {
      const path = request.url.slice(signInBasePath.length).replace(/\?.*$/s, '')
      const name = `${request.method} ${path}`
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
      if (operation === undefined) throw unknownPath()
      if (request.method === 'POST') checkJsonContentType(request.raw)
      operation.check?.(request.body)
      checkStorable(request.body)
      const email = name === 'POST /sign-in/email' ? emailOf(request.body) : null
      const attempt = email === null ? null : await attempts.begin(email, request.ip)
      await operation.before?.(request.body, dependencies)
      const before = operation.afterwards === undefined ? null : await signIn.findSession(headersOf(request))
      const url = name === callback ? await withoutSpentState(request.url, dependencies) : request.url
      const webRequest = toWebRequest(request, url, publicUrl)
      const { result: response, vouched } = await withVouchedPerson(() => signIn.handle(webRequest))
      if (response.ok) await attempt?.succeeded()
      if (response.ok && before !== null) await operation.afterwards?.(before.signedIn, request.ip, dependencies)
      await sendSignInResponse(response, reply, ownOrigin(publicUrl)).finally(() => {
        const address = request.ip
        if (email !== null && response.status === 401) {
          recordFailedSignIn(store, logger, { email, address, vouched: null })
        }
        if (vouched?.email && oidc !== null && isNotLinked(response)) {
          const { issuer } = oidc
          recordFailedSignIn(store, logger, { email: vouched.email, address, vouched: { ...vouched, issuer } })
        }
      })
      return reply
    },
  })
}

/**
 * SSO only works through the browser, with the state and nonce that it started with. The library would also accept an
 * ID token from any source, or request more scopes. Throws `BAD_REQUEST`.
 */
function checkByBrowser(body: unknown): void {
  const isMore = Object.keys(body ?? {}).some((name) => name !== 'provider' && name !== 'callbackURL')
  if (isMore) throw new ApiError('BAD_REQUEST', 'Only "provider" and "callbackURL" are allowed.')
}

const validateNewPassword = createValidator('body', Type.Object({ newPassword }, { additionalProperties: false }))

/** The library only checks the length. Throws `VALIDATION_ERROR`. */
function checkNewPassword(body: unknown): void {
  const given = typeof body === 'object' && body !== null && 'newPassword' in body ? body.newPassword : undefined
  const validated = validateNewPassword({ ...(given !== undefined && { newPassword: given }) })
  if (!('value' in validated)) throw validationError(validated.details)
}

/** PostgreSQL stores neither NUL nor unpaired surrogates, which JSON can contain. Throws `BAD_REQUEST`. */
function checkStorable(body: unknown): void {
  // It was parsed from JSON.
  const json = (body ?? null) as Json
  if (storableJson(json) !== JSON.stringify(json)) {
    throw new ApiError('BAD_REQUEST', 'Texts must not contain NUL characters or unpaired surrogates.')
  }
}

/** The library would also read it from the query. Throws `BAD_REQUEST`. */
function tokenOf(body: unknown): string {
  const token = textOf(body, 'token')
  if (token === null || token === '') throw new ApiError('BAD_REQUEST', 'The token of the link is missing.')
  return token
}

/**
 * Returns `null` if it isn't a string, which the library rejects. Throws `VALIDATION_ERROR` for an unsupported address.
 */
function emailOf(body: unknown): string | null {
  const text = textOf(body, 'email')
  if (text === null) return null
  const email = parseEmailAddress(text)
  if (email !== null) return email
  throw validationError([{ path: ['email'], message: 'must be an email address of ASCII characters' }])
}

/** Whether a user account has the address but isn't linked to the SSO identity. */
function isNotLinked({ headers }: Response): boolean {
  return URL.parse(headers.get('location') ?? '')?.searchParams.get('error') === 'account_not_linked'
}

function textOf(body: unknown, name: string): string | null {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : null
}

/** Removes a state that was already used. The library then rejects the callback. */
async function withoutSpentState(url: string, { signIn }: SessionDependencies): Promise<string> {
  const [path = '', ...query] = url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  const [state, ...others] = parameters.getAll('state')
  if (state !== undefined && others.length === 0 && (await signIn.takeState(state))) return url
  parameters.delete('state')
  return `${path}?${parameters.toString()}`
}

function toWebRequest(request: FastifyRequest, url: string, publicUrl: string | null): Request {
  const origin = ownOrigin(publicUrl)
  const headers = headersOf(request)
  headers.set(clientAddressHeader, request.ip)
  // `checkSameSite` has already checked the real origin.
  if (headers.has('origin') || request.method === 'POST') headers.set('origin', origin)
  return new Request(`${origin}${url}`, {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? {}) }),
  })
}
