/** Determines the request ID, which connects a response with its log entries. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Excludes text that could forge or flood log entries. */
const acceptable = /^[0-9A-Za-z._-]{1,64}$/

/** Returns the caller's `X-Request-Id` if it is safe, else a new ID. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}
