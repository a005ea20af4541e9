/**
 * Stops the server without failing requests. It drains with its port open, closes the port, and then responds to the
 * waiting requests.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export type Shutdown = {
  /** Aborts when the shutdown starts: `/readyz` fails, and each connection ends with its next response. */
  readonly draining: AbortSignal
  /** Aborts when pending waits must end. */
  readonly waitingOver: AbortSignal
}

/** Ends connections with their next response, so that a load balancer sends callers to another process. */
export function endConnections(server: Server, draining: AbortSignal): void {
  const unanswered = new Set<ServerResponse>()
  const onRequest = (_request: IncomingMessage, response: ServerResponse) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    if (draining.aborted) endAfter(response)
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, onRequest)
  draining.addEventListener('abort', () => {
    for (const response of unanswered) endAfter(response)
  })
}

function endAfter(response: ServerResponse): void {
  const { headersSent, socket } = response
  if (!headersSent) response.setHeader('connection', 'close')
  // This response has already announced a kept connection. The connection still ends, like an idle one would.
  else response.once('finish', () => socket?.end())
}
