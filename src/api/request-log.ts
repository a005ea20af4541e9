/** What the log says of every request. */
import type { FastifyRequest } from 'fastify'

export function requestLogFields({ method, url, ip }: FastifyRequest) {
  // Callers put keys into addresses by mistake, and links that sign in carry their secret there; the log is no place for them.
  const harmless = url.startsWith('/session/auth/') ? url.replace(/\?.*$/s, '?…') : url
  return { method, url: harmless.replaceAll(/svy_live_\w*/g, 'svy_live_…'), ip }
}
