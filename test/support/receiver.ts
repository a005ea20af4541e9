/** A local HTTP server that receives what alerts send. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Receiver = {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** Answers further requests. The default is 204. */
  answer(respond: (request: IncomingMessage, response: ServerResponse) => void): void
  close(): Promise<void>
}

function accept(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204).end()
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let respond = accept
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      respond(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answer: (next) => void (respond = next),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
