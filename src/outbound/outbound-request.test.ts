/** Tests requests to URLs of users with real local servers, and a real name server. */
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../test/support/receiver.ts'
import { openOutbound, OutboundError } from './outbound-request.ts'
import { noExceptions, parseOutboundAllow } from './outbound-rules.ts'

let receiver: Receiver
let inside: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  inside = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await inside.close()
})

const rules = (text: string) => parseOutboundAllow(text) ?? noExceptions
const local = openOutbound(rules('127.0.0.1'))
const request = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ä"}',
  signal: new AbortController().signal,
})
const errorOf = async (work: Promise<unknown>): Promise<OutboundError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof OutboundError) return error
  throw new Error(`It was not refused: ${String(error)}`)
}

test('sends the headers and the body, and returns the status and the first KiB', async () => {
  receiver.answer((_, response) => {
    response.writeHead(503, { 'retry-after': '7' })
    response.end('x'.repeat(5_000))
  })
  const response = await local.post(request(`${receiver.url}/hook?a=1`))
  expect(response).toEqual({ status: 503, retryAfter: '7', body: 'x'.repeat(1_024) })
  expect(receiver.received.at(-1)).toMatchObject({
    path: '/hook?a=1',
    body: '{"a":"ä"}',
    headers: { 'content-type': 'application/json', 'content-length': '10', connection: 'close' },
  })
})

test('a redirect into the own network is not followed', async () => {
  receiver.answer((_, response) => response.writeHead(307, { location: `${inside.url}/secret` }).end())
  expect((await local.post(request(receiver.url))).status).toBe(307)
  expect(inside.received).toEqual([])
})

test('a response of 10 MB ends after 64 KiB', async () => {
  let sent = 0
  receiver.answer((_, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'y')
    const more = () => {
      while (sent < 10_000_000) {
        sent += chunk.length
        if (!response.write(chunk)) return
      }
      response.end()
    }
    response.on('drain', more)
    more()
  })
  const error = await errorOf(local.post(request(receiver.url)))
  expect(error.message).toBe('The response is larger than 64 KiB.')
  expect(error.response).toEqual({ status: 200, retryAfter: null, body: 'y'.repeat(1_024) })
})

test('a host that closes the connection, or refuses it, is told apart', async () => {
  receiver.answer((_, response) => response.destroy())
  expect((await errorOf(local.post(request(receiver.url)))).message).toContain('closed the connection')
  const closed = await startReceiver()
  await closed.close()
  expect((await errorOf(local.post(request(closed.url)))).message).toBe('The host refused the connection.')
})

/** A server that answers each request with these bytes, which needn't be HTTP. */
async function rawServer(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

test('a response that asks for another protocol ends the request at once', async () => {
  const server = await rawServer((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello'),
  )
  const error = await errorOf(local.post(request(server.url)))
  expect(error.message).toBe('The response has the status 101: the host asked for another protocol.')
  expect(error.response?.status).toBe(101)
  server.close()
})

test.each([
  ['no HTTP', 'hello\r\n\r\n', 'The request failed (HPE_'],
  ['endless headers', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}`, 'The request failed (HPE_HEADER_OVERFLOW'],
  ['less than it announced', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc', 'closed the connection'],
])('a response with %s is an error of the host', async (_, bytes, message) => {
  const server = await rawServer((socket) => socket.end(bytes))
  expect((await errorOf(local.post(request(server.url)))).message).toContain(message)
  server.close()
})

test('a caller that stops gets its own reason', async () => {
  const stop = new AbortController()
  receiver.answer(() => stop.abort(new Error('stopped')))
  await expect(local.post({ ...request(receiver.url), signal: stop.signal })).rejects.toThrow('stopped')
})

test('without OUTBOUND_ALLOW, nothing reaches this machine', async () => {
  const closed = openOutbound(noExceptions)
  const before = inside.received.length
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0']) {
    const error = await errorOf(closed.post(request(`https://${host}:${inside.port}/`)))
    expect(error.message).toContain('must have a public address')
  }
  expect(inside.received).toHaveLength(before)
})

test('http is refused for public addresses', async () => {
  const error = await errorOf(local.post(request('http://8.8.8.8/')))
  expect(error.message).toBe('Not sent: the URL must be an https URL.')
})

test('a certificate that nobody signed is refused', async () => {
  // A server that doesn't speak TLS.
  const plain = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const error = await errorOf(local.post(request(plain.url.replace('http:', 'https:'))))
  expect(error.message).toMatch(/TLS|failed/)
  plain.close()
})

/** A name server that returns the next of these lists for each question for IPv4 addresses. */
async function nameServer(answers: readonly (readonly string[])[]) {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5
    const isFour = question.readUInt16BE(end - 4) === 1
    const addresses = isFour ? (answers[Math.min(asked, answers.length - 1)] ?? []) : []
    if (isFour) asked += 1
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(addresses.length, 6)
    header.writeUInt32BE(0, 8)
    const answer = Buffer.from(
      addresses.flatMap((address) => [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, question.subarray(12, end), answer]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, asked: () => asked, close: () => socket.close() }
}

test('a name whose address changes between two requests is checked for each connection', async () => {
  receiver.answer((_, response) => response.writeHead(204).end())
  const names = await nameServer([['127.0.0.1'], ['10.0.0.1']])
  const outbound = openOutbound(rules('127.0.0.1'), names.resolver)
  const url = `http://hooks.example.com:${receiver.port}/`
  expect((await outbound.post(request(url))).status).toBe(204)
  expect(receiver.received.at(-1)?.headers.host).toBe(`hooks.example.com:${receiver.port}`)
  const error = await errorOf(outbound.post(request(url)))
  expect(error.message).toContain('must have a public address')
  // One question for each connection: the checked address is the one that is used.
  expect(names.asked()).toBe(2)
  names.close()
})

test('a name with a public and a private address is refused', async () => {
  const names = await nameServer([['8.8.8.8', '192.168.0.1']])
  const outbound = openOutbound(noExceptions, names.resolver)
  expect((await errorOf(outbound.post(request('https://hooks.example.com/')))).message).toContain(
    'The operator can allow hooks.example.com with OUTBOUND_ALLOW',
  )
  names.close()
})

test('a host that OUTBOUND_ALLOW lists is reached by its name', async () => {
  receiver.answer((_, response) => response.writeHead(204).end())
  const outbound = openOutbound(rules('localhost'))
  expect((await outbound.post(request(`http://localhost:${receiver.port}/`))).status).toBe(204)
})
