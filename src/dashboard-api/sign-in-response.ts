/**
 * Converts responses of the sign-in library to the envelope. The library's own responses contain session tokens and
 * other error codes.
 */
import type { FastifyReply } from 'fastify'
import type { SessionErrorCode } from '../../contract/session/error-catalogue.ts'
import { providerAwayCode } from '../identity/oidc/oidc-provider.ts'
import { SessionError } from './dashboard-error.ts'
import { usesSsoCode } from '../identity/sign-in-library.ts'

/** Sends the redirects and cookies, and only the redirect URL of the body. Throws `SessionError`. */
export async function sendSignInResponse(response: Response, reply: FastifyReply, ownOrigin: string): Promise<void> {
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

/** More specific messages, by the library's error code. */
const messages: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password.',
  INVALID_PASSWORD: 'The current password is wrong.',
  INVALID_TOKEN: 'The link was already used, expired, or was revoked. Request a new one.',
  [usesSsoCode]: 'Your user account uses SSO and has no password.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'Your user account uses SSO and has no password.',
  PROVIDER_NOT_FOUND: 'SSO is not configured. Ask the operator.',
  [providerAwayCode]:
    'The SSO provider is unavailable. Try again in a minute, or sign in with your password if you have one.',
}

const messagesByCode: Partial<Record<SessionErrorCode, string>> = {
  BAD_REQUEST: 'The request is not valid.',
  UNAUTHORIZED: 'You are not signed in, or your session expired.',
  FORBIDDEN: 'You are not allowed to do this.',
  NOT_FOUND: 'Not found.',
  CONFLICT: 'The request conflicts with the current state. Reload the page, then try again.',
  TOO_MANY_REQUESTS: 'Too many attempts. Try again later.',
}

function refusal({ status, headers }: Response, libraryCode: unknown): Error {
  const code = codes[status]
  if (code === undefined) return new Error(`sign-in library returned ${status} ${String(libraryCode)}`)
  const message = (typeof libraryCode === 'string' ? messages[libraryCode] : undefined) ?? messagesByCode[code] ?? ''
  const retryAfter = Number(headers.get('x-retry-after') ?? Number.NaN)
  return new SessionError(code, message, Number.isFinite(retryAfter) ? retryAfter : null)
}

/**
 * Returns the path of a URL of the service's own origin. Leading slashes are collapsed, because a browser would read
 * `//example.com` as another host.
 */
function withoutOrigin(location: string, origin: string): string {
  const url = URL.parse(location, origin)
  if (url?.origin !== origin) return location
  return `/${`${url.pathname}${url.search}${url.hash}`.replace(/^[\\/]+/, '')}`
}
