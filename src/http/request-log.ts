/** Formats a request for the log. */
import type { FastifyRequest } from 'fastify'

export function requestLogFields({ method, url, ip }: FastifyRequest) {
  // Removes queries that may include API keys, which callers put there by mistake, or the secrets of sign-in links.
  const harmless = url.includes('/session/auth/') ? url.replace(/\?.*$/s, '?…') : url
  const secretless = harmless.replaceAll(/([?&](?:token|code)=)[^&#]*/gi, '$1…')
  return { method, url: secretless.replaceAll(/svy_live_\w*/g, 'svy_live_…'), ip }
}
