/** What the log says of every request. */
import type { FastifyRequest } from 'fastify'

export function requestLogFields({ method, url, ip }: FastifyRequest) {
  // Callers put keys into addresses by mistake; the log is no place for them.
  return { method, url: url.replaceAll(/svy_live_\w*/g, 'svy_live_…'), ip }
}
