/** What the log says of every request. */
import type { FastifyRequest } from 'fastify'

export function requestLogFields({ method, url, ip }: FastifyRequest) {
  // Callers put keys into addresses by mistake, and links that sign in carry their secret there; the log is no place for them.
  const harmless = url.includes('/session/auth/') ? url.replace(/\?.*$/s, '?…') : url
  const secretless = harmless.replaceAll(/([?&](?:token|code)=)[^&#]*/gi, '$1…')
  return { method, url: secretless.replaceAll(/svy_live_\w*/g, 'svy_live_…'), ip }
}
