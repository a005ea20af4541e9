/** The one HTTP handler that all cloud clients share: connections kept alive, sockets, time and answer size bounded. */
import { Readable } from 'node:stream'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { release } from './release.ts'

/** Per host: more than the rate budgets of a few accounts let through at once, so that no request with a permit waits for a socket. */
const maxSockets = 256
const maxTotalSockets = 1024
const connectionTimeoutMs = 5_000
const requestTimeoutMs = 30_000
/** The largest documented pages (1,000 instances with all their fields) stay under 10 MiB. */
const maxAnswerBytes = 64 * 1024 * 1024

type Handle = NodeHttpHandler['handle']

/** Not closed by the clients that use it (their `destroy` would close it for all others): its owner calls `close`. */
export class SharedRequestHandler extends NodeHttpHandler {
  constructor() {
    super({
      httpAgent: new HttpAgent({ keepAlive: true, maxSockets, maxTotalSockets }),
      httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets, maxTotalSockets }),
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Without it a late answer is only logged, and the call hangs.
      throwOnRequestTimeout: true,
    })
  }

  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const { response } = await super.handle(request, options)
    if (response.body instanceof Readable) response.body = await wholeBody(response.body, request.hostname)
    return { response }
  }

  override destroy(): void {}

  close(): void {
    super.destroy()
  }
}

/** Every answer is read as a whole in the end: without a stream between, that is the cheapest way. */
function wholeBody(body: Readable, hostname: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    body.on('data', (chunk: Buffer) => {
      received += chunk.length
      chunks.push(chunk)
      if (received > maxAnswerBytes) {
        body.destroy(new Error(`The answer of ${hostname} exceeds ${maxAnswerBytes} bytes`))
      }
    })
    body.on('error', (error) => reject(received > maxAnswerBytes ? error : cutOff(hostname, error)))
    body.on('close', () => {
      if (body.readableEnded) resolve(joined(chunks, received))
      else reject(cutOff(hostname))
    })
  })
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const whole = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const chunk of chunks) {
    end += chunk.copy(whole, end)
    release(chunk)
  }
  return whole
}

/** By its code the SDK knows that the call is worth repeating. */
function cutOff(hostname: string, cause?: Error): Error {
  return Object.assign(new Error(`The answer of ${hostname} was cut off`, { cause }), { code: 'ECONNRESET' })
}
