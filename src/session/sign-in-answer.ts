/** Answers of the sign-in library in the form of all others: its own hold tokens of sessions, and codes that are its own. */
import type { FastifyReply } from 'fastify'
import type { SessionErrorCode } from '../../contract/session/error-catalogue.ts'
import { providerAwayCode } from './oidc/oidc-provider.ts'
import { SessionError } from './session-error.ts'
import { signsInElsewhereCode } from './sign-in-library.ts'

/** Redirects and cookies as they are; of what it says, only where a browser is to go. Throws `SessionError`. */
export async function sendSignInAnswer(response: Response, reply: FastifyReply, ownOrigin: string): Promise<void> {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const location = response.headers.get('location')
  if (location !== null && response.status >= 300 && response.status < 400) {
    await reply.code(response.status).header('location', withoutOrigin(location, ownOrigin)).send()
    return
  }
  const answer = await read(response)
  if (!response.ok) throw refusal(response, answer.code)
  const data = typeof answer.url === 'string' ? { url: answer.url } : {}
  await reply.code(200).type('application/json; charset=utf-8').send({ success: true, data })
}

type Answer = { readonly code?: unknown; readonly url?: unknown }

async function read(response: Response): Promise<Answer> {
  const value: unknown = await response.json().catch(() => null)
  return typeof value === 'object' && value !== null ? value : {}
}

const codes: Readonly<Record<number, SessionErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'BAD_REQUEST',
  429: 'TOO_MANY_REQUESTS',
}

/** By the library's code, where there is more to say than the status does. */
const messages: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is wrong.',
  INVALID_PASSWORD: 'The current password is wrong.',
  INVALID_TOKEN: 'The link has been used, was withdrawn or has expired. Ask for a new one.',
  [signsInElsewhereCode]: 'You sign in by single sign-on, and have no password here.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'You have no password here: you sign in elsewhere.',
  PROVIDER_NOT_FOUND: 'Single sign-on is not set up here.',
  [providerAwayCode]:
    'The provider of single sign-on cannot be reached at the moment. Try again in a minute, or sign in with your password if you have one.',
}

const messagesByCode: Partial<Record<SessionErrorCode, string>> = {
  BAD_REQUEST: 'The request is not valid.',
  UNAUTHORIZED: 'Nobody is signed in, or the session has ended.',
  FORBIDDEN: 'That is not allowed.',
  NOT_FOUND: 'There is no such thing.',
  CONFLICT: 'That does not go together with what is there.',
  TOO_MANY_REQUESTS: 'Too many attempts. Try again later.',
}

function refusal({ status, headers }: Response, libraryCode: unknown): Error {
  const code = codes[status]
  if (code === undefined) return new Error(`sign-in answered ${status} ${String(libraryCode)}`)
  const message = (typeof libraryCode === 'string' ? messages[libraryCode] : undefined) ?? messagesByCode[code] ?? ''
  const retryAfter = Number(headers.get('x-retry-after') ?? Number.NaN)
  return new SessionError(code, message, Number.isFinite(retryAfter) ? retryAfter : null)
}

/** The path of an address of our own, which a browser takes for no other host: `//elsewhere` would be one. */
function withoutOrigin(location: string, origin: string): string {
  const url = URL.parse(location, origin)
  if (url?.origin !== origin) return location
  return `/${`${url.pathname}${url.search}${url.hash}`.replace(/^[\\/]+/, '')}`
}
