/** Requests under `/session/auth/`: the few of the sign-in library that the pages use are passed on to it, and no others. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { newPassword } from '../../contract/session/fields.ts'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { ApiError, unknownPath, validationError } from '../api/api-error.ts'
import { checkJsonContentType } from '../api/request-form.ts'
import { createValidator } from '../api/validator.ts'
import type { Json } from '../graph/resource-graph.ts'
import { storableJson } from '../graph/storable.ts'
import { parseEmailAddress } from './email-address.ts'
import { recordFailedSignIn } from './failed-sign-ins.ts'
import { withVouchedPerson } from './oidc/vouched-person.ts'
import { auditForPerson } from './person-audit.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import type { SignedIn } from './sign-in.ts'
import { sendSignInAnswer } from './sign-in-answer.ts'
import { signInAttempts } from './sign-in-attempts.ts'
import { clientAddressHeader, ownOrigin, signInBasePath } from './sign-in-library.ts'
import { headersOf } from './web-headers.ts'

type Operation = {
  /** Throws what is wrong with the body. */
  check?(body: unknown): void
  before?(body: unknown, dependencies: SessionDependencies): Promise<void>
  /** Of who was signed in before: the operation may end the session that it came by. */
  afterwards?(signedIn: SignedIn, address: string, dependencies: SessionDependencies): Promise<void>
}

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
  [`GET /callback/${oidcProviderId}`]: {},
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
      const before = operation.afterwards === undefined ? null : await signIn.whoIs(headersOf(request))
      const webRequest = toWebRequest(request, publicUrl)
      const { result: response, vouched } = await withVouchedPerson(() => signIn.handle(webRequest))
      if (response.ok) await attempt?.succeeded()
      if (response.ok && before !== null) await operation.afterwards?.(before.signedIn, request.ip, dependencies)
      await sendSignInAnswer(response, reply, ownOrigin(publicUrl)).finally(() => {
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
 * Signing on elsewhere goes by the browser alone, with the state and nonce that it began with: the library would also take an
 * ID token from wherever it came, or ask for further scopes. Throws `BAD_REQUEST`.
 */
function checkByBrowser(body: unknown): void {
  const isMore = Object.keys(body ?? {}).some((name) => name !== 'provider' && name !== 'callbackURL')
  if (isMore) throw new ApiError('BAD_REQUEST', 'Only "provider" and "callbackURL" are taken here.')
}

const validateNewPassword = createValidator('body', Type.Object({ newPassword }, { additionalProperties: false }))

/** The library asks for a length alone. Throws `VALIDATION_ERROR`. */
function checkNewPassword(body: unknown): void {
  const given = typeof body === 'object' && body !== null && 'newPassword' in body ? body.newPassword : undefined
  const validated = validateNewPassword({ ...(given !== undefined && { newPassword: given }) })
  if (!('value' in validated)) throw validationError(validated.details)
}

/** PostgreSQL stores neither NUL nor half a surrogate pair, which JSON can hold. Throws `BAD_REQUEST`. */
function checkStorable(body: unknown): void {
  // It was read as JSON a moment ago.
  const json = (body ?? null) as Json
  if (storableJson(json) !== JSON.stringify(json)) {
    throw new ApiError('BAD_REQUEST', 'Texts must not contain NUL characters or unpaired surrogates.')
  }
}

/** The library would take it from the query, too. Throws `BAD_REQUEST`. */
function tokenOf(body: unknown): string {
  const token = textOf(body, 'token')
  if (token === null || token === '') throw new ApiError('BAD_REQUEST', 'The token of the link is missing.')
  return token
}

/** `null`: the library refuses what is no text. Throws `VALIDATION_ERROR` for what is no address of ours. */
function emailOf(body: unknown): string | null {
  const text = textOf(body, 'email')
  if (text === null) return null
  const email = parseEmailAddress(text)
  if (email !== null) return email
  throw validationError([{ path: ['email'], message: 'must be an e-mail address of ASCII characters' }])
}

/** Whether there is an account with the address, and it is not that of whom the provider vouched for. */
function isNotLinked({ headers }: Response): boolean {
  return URL.parse(headers.get('location') ?? '')?.searchParams.get('error') === 'account_not_linked'
}

function textOf(body: unknown, name: string): string | null {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : null
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
