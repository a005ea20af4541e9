import { once } from 'node:events'
import { createServer, request as httpRequest, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { endConnections } from './shutdown.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A server with controlled responses, and a caller that keeps one connection. */
async function open() {
  const draining = new AbortController()
  const asked: ((response: ServerResponse) => void)[] = []
  const server = createServer((_request, response) => asked.shift()?.(response))
  endConnections(server, draining.signal)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  opened.push(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    drain: () => draining.abort(),
    ask: (): { atServer: Promise<ServerResponse>; answer: Promise<IncomingMessage> } => {
      const { promise, resolve } = Promise.withResolvers<ServerResponse>()
      asked.push(resolve)
      const sent = httpRequest({ port, host: '127.0.0.1', agent }).end()
      return { atServer: promise, answer: once(sent, 'response').then(([answer]) => answer as IncomingMessage) }
    },
  }
}

test('a connection is kept before draining, and ends with the next response after it', async () => {
  const { ask, drain } = await open()
  const first = ask()
  const connection = (await first.atServer).socket
  ;(await first.atServer).end()
  const kept = await first.answer
  expect(kept.headers.connection).toBe('keep-alive')
  await once(kept.resume(), 'end')
  drain()
  const second = ask()
  expect((await second.atServer).socket).toBe(connection)
  ;(await second.atServer).end()
  const ended = await second.answer
  expect(ended.headers.connection).toBe('close')
})

test('a connection with a pending response ends too', async () => {
  const { ask, drain } = await open()
  const { atServer, answer } = ask()
  const response = await atServer
  drain()
  response.end()
  expect((await answer).headers.connection).toBe('close')
})

test('a connection with a started response ends once it is complete', async () => {
  const { ask, drain } = await open()
  const { atServer, answer } = ask()
  const response = await atServer
  response.write('begun, ')
  const begun = await answer
  expect(begun.headers.connection).toBe('keep-alive')
  drain()
  const ended = once(begun.socket, 'close')
  response.end('ended')
  expect((await begun.setEncoding('utf8').toArray()).join('')).toBe('begun, ended')
  await ended
})
