/** Stops the server without failing a request: it drains with its port open, closes the port, and then answers the waiting requests. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export type Shutdown = {
  /** Aborts with the wish to stop: `/readyz` says so, and each connection ends with its next answer. */
  readonly draining: AbortSignal
  /** Aborts when nothing may wait any longer. */
  readonly waitingOver: AbortSignal
}

/** Tells callers to come by a new connection next time, which a load balancer then leads elsewhere. */
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
  // The answer has promised to keep the connection: it ends all the same, as one that was idle for long does.
  else response.once('finish', () => socket?.end())
}
