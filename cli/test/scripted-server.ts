/** A server whose responses are a script: what real services do only when something is broken. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ReceivedRequest = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Reply = (response: ServerResponse, request: ReceivedRequest) => void

/**
 * Replies with one after the other, and with the last one forever. `onEnd` takes the function that closes it. The
 * default is for tests that run alone.
 */
export async function startScriptedServer(
  replies: readonly Reply[],
  onEnd: (close: () => Promise<void>) => void = onTestFinished,
): Promise<{ readonly url: string; readonly requests: readonly ReceivedRequest[] }> {
  const requests: ReceivedRequest[] = []
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = incoming
    const request = { method, url, headers, body: await readBody(incoming) }
    requests.push(request)
    replies[Math.min(requests.length, replies.length) - 1]?.(response, request)
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  return body
}

export const data =
  (content: unknown): Reply =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, data: content }))

export const failure =
  (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers })
      .end(JSON.stringify({ success: false, error: { code, message: `It is ${code}.` } }))

export const text =
  (status: number, content: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(content)

export const closed: Reply = (response) => void response.destroy()

/** Fewer bytes than announced. */
export const cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"success":true,"data":{')
  setTimeout(() => response.destroy(), 10)
}
