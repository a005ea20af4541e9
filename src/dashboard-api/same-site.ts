/** Rejects cross-site requests (CSRF): other sites could make a browser send them with the session cookie. */
import type { FastifyRequest } from 'fastify'
import { SessionError } from './dashboard-error.ts'

const refused = () =>
  new SessionError('FORBIDDEN', 'The request was sent by another site. Open the dashboard directly, then try again.')

/**
 * Throws `FORBIDDEN` unless a write comes from the service's own pages. Checks `Origin` and, if present,
 * `Sec-Fetch-Site`. Browsers send at least one of them, and pages can't forge either.
 */
export function checkSameSite({ method, headers }: FastifyRequest, publicUrl: string | null): void {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') throw refused()
  if (origin !== undefined) {
    const given = URL.parse(origin)
    const isOwn = publicUrl === null ? given?.host === host : given?.origin === new URL(publicUrl).origin
    if (!isOwn) throw refused()
  } else if (site === undefined) {
    throw refused()
  }
}
