/** Refuses requests of pages of other sites, as the protocol asks. Agents send no Origin. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../http/api-error.ts'
import { headerValues } from '../http/header-values.ts'

const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Throws `FORBIDDEN` unless the origin is the service's own or this machine. */
export function checkOrigin(request: IncomingMessage, publicUrl: string | null): void {
  const origins = headerValues(request, 'origin')
  const isOwn = (origin: string) => {
    const url = URL.parse(origin)
    if (url === null) return false
    return ownHosts.has(url.hostname) || (publicUrl !== null && url.origin === new URL(publicUrl).origin)
  }
  if (!origins.every(isOwn)) throw new ApiError('FORBIDDEN', "Requests of this origin aren't accepted.")
}
