/** The ID that connects a response with its lines in the log. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Nothing that could forge a log line or fill it up. */
const acceptable = /^[0-9A-Za-z._-]{1,64}$/

/** The caller's own `X-Request-Id` when it is harmless, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}
