/**
 * Stands before the simulated cloud and hands its answers out again: `node bench/serve-recorded-answers.ts ENDPOINT` tells its parent
 * the endpoint to use in place of that one, and serves until the parent leaves. Each request is made of the cloud once; after that
 * its answer takes little time, and little of what the reader needs of the machine.
 */
import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Answer = { readonly status: number; readonly headers: readonly string[]; readonly body: Buffer }

const endpoint = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })
const answers = new Map<string, Promise<Answer>>()
/** Of how an answer was sent, which is not how it is sent again. */
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

/** The same question to the same service and region, whoever signed it and when. */
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
