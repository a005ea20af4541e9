/**
 * Replays the responses of the simulated cloud. `node bench/serve-recorded-answers.ts ENDPOINT` returns its own
 * endpoint to the parent, and serves until the parent disconnects. Each request goes to the cloud once. After that, its
 * response takes little time and CPU.
 */
import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Answer = { readonly status: number; readonly headers: readonly string[]; readonly body: Buffer }

const endpoint = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })
const answers = new Map<string, Promise<Answer>>()
/** Transport headers, which don't apply to the replayed response. */
const ofTransport = new Set(['connection', 'keep-alive', 'transfer-encoding'])

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const key = keyOf(request, body)
  const known = answers.get(key) ?? ask(request, body)
  answers.set(key, known)
  const { status, headers, body: content } = await known
  response.writeHead(status, [...headers])
  response.end(content)
}

/** The key of a request: the same operation, service, and region, regardless of signature and time. */
function keyOf({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const [, , region, service] = /Credential=([^,]*)/.exec(headers.authorization ?? '')?.[1]?.split('/') ?? []
  return JSON.stringify([region, service, method, url, headers['x-amz-target'], body.toString('latin1')])
}

function ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = endpoint
    const asked = send({ hostname, port, agent, method, path: url, headers }, (answered) => {
      const kept = Object.entries(answered.headersDistinct).filter(([name]) => !ofTransport.has(name))
      const pairs = kept.flatMap(([name, values = []]) => values.flatMap((value) => [name, value]))
      buffer(answered).then(
        (content) => resolve({ status: answered.statusCode ?? 0, headers: pairs, body: content }),
        reject,
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('disconnect', () => process.exit())
