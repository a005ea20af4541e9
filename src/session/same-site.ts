/** Refuses what other sites make a browser send: a session's cookie goes along with requests of any page. */
import type { FastifyRequest } from 'fastify'
import { SessionError } from './session-error.ts'

const refused = () => new SessionError('FORBIDDEN', 'The request comes from another site.')

/**
 * Throws `FORBIDDEN` unless a request that may change something comes from the service's own pages: by `Origin`, and by
 * `Sec-Fetch-Site` where the browser says it. Browsers send at least one of them; a page cannot forge either.
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
