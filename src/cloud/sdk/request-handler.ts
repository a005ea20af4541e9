/**
 * Provides the one HTTP handler of all AWS clients: it keeps connections alive, and limits sockets, time, and response
 * sizes.
 */
import { Readable } from 'node:stream'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type { ResponseOptions } from '../responses/response-memory.ts'
import { receiveResponse } from '../responses/receive-response.ts'

/**
 * Per host. More than the rate budgets of a few accounts grant at once, so that no granted request waits for a socket.
 */
const maxSockets = 256
const maxTotalSockets = 1024
const connectionTimeoutMs = 5_000
const requestTimeoutMs = 20_000

type Handle = NodeHttpHandler['handle']

/** Clients don't close it, because that would close it for all others. Its owner calls `close`. */
export class SharedRequestHandler extends NodeHttpHandler {
  constructor() {
    super({
      httpAgent: new HttpAgent({ keepAlive: true, maxSockets, maxTotalSockets }),
      httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets, maxTotalSockets }),
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Otherwise a timeout is only logged, and the call hangs.
      throwOnRequestTimeout: true,
    })
  }

  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const { response } = await super.handle(request, options)
    const { statusCode, headers, body } = response
    if (body instanceof Readable) {
      const { abortSignal: signal, room, held } = (options ?? {}) as ResponseOptions
      const { hostname } = request
      const contentLength = headers['content-length']
      response.body = await receiveResponse(body, { statusCode, contentLength, hostname, signal, room, held })
    }
    return { response }
  }

  override destroy(): void {}

  close(): void {
    super.destroy()
  }
}
