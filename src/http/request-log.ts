/** Formats a request for the log. */
import type { FastifyRequest } from 'fastify'

export function requestLogFields({ method, url, ip }: FastifyRequest) {
  // Routes match encoded letters, too.
  const decoded = url.replaceAll(/%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/gi, decodeURIComponent)
  // Removes queries that may include API keys, which callers put there by mistake, or the secrets of sign-in links.
  const harmless = decoded.includes('/session/auth/') ? decoded.replace(/\?.*$/s, '?…') : decoded
  const secretless = harmless.replaceAll(/([?&](?:token|code)=)[^&#]*/gi, '$1…')
  // The token of a share link is in its path, because images can't send headers.
  const tokenless = secretless.replace(/^((?:https?:\/\/[^/?#]*)?\/share\/)[^/?#.]*/i, '$1…')
  return { method, url: tokenless.replaceAll(/svy_(live|share)_\w*/g, 'svy_$1_…'), ip }
}
