import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createResponseMemory, holdResponses } from './response-memory.ts'
import { receiveResponse, type Received } from './receive-response.ts'

const mebibyte = 1024 * 1024
const chunk = Buffer.alloc(64 * 1024, 'x')

async function request(answer: RequestListener): Promise<IncomingMessage> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const [response] = (await once(get(`http://127.0.0.1:${port}`), 'response')) as [IncomingMessage]
  return response
}

/** Sends this number of bytes, with or without a content length. */
async function answerOf(bytes: number, withLength: boolean, status = 200): Promise<IncomingMessage> {
  return request((_, response) => {
    response.writeHead(status, withLength ? { 'content-length': bytes } : {})
    const send = (left: number): void => {
      if (left <= 0) response.end()
      else response.write(chunk.subarray(0, left), () => send(left - chunk.length))
    }
    send(bytes)
  })
}

function receive(response: IncomingMessage, more: Partial<Received> = {}): Promise<Buffer> {
  return receiveResponse(response, {
    statusCode: response.statusCode ?? 0,
    contentLength: response.headers['content-length'],
    hostname: 'the host',
    ...more,
  })
}

/** Expects all memory for large responses to be free. Otherwise `take` rejects at once. */
async function expectAllFree(room: ReturnType<typeof createResponseMemory>): Promise<void> {
  await room.take(48 * mebibyte)
  room.give(48 * mebibyte)
}

test.each([true, false])(
  'receives a response in full and releases its memory (with content length: %s)',
  async (withLength) => {
    const room = createResponseMemory(128, 50)
    for (const bytes of [0, 1, 300 * 1024, 32 * mebibyte]) {
      const body = await receive(await answerOf(bytes, withLength), { room })
      expect(body.length).toBe(bytes)
      await expectAllFree(room)
    }
  },
)

test.each([
  [true, 200, 32],
  [false, 200, 32],
  [true, 500, 1],
  [false, 500, 1],
])('rejects a response that is too large (with content length: %s, status %i)', async (withLength, status, mib) => {
  const room = createResponseMemory(128, 50)
  const response = await answerOf(mib * mebibyte + 1, withLength, status)
  await expect(receive(response, { room })).rejects.toThrow(`was larger than ${mib} MiB`)
  expect(response.destroyed).toBe(true)
  await expectAllFree(room)
})

test('the holder of a response releases its memory', async () => {
  const room = createResponseMemory(128, 50)
  const held = holdResponses(room)
  await receive(await answerOf(3 * mebibyte, false), { room, held })
  await room.take(45 * mebibyte)
  await expect(room.take(3 * mebibyte)).rejects.toThrow('128 MiB')
  held.handOver()()
  await room.take(3 * mebibyte)
})

test.each([true, false])('a response waits for memory (with content length: %s)', async (withLength) => {
  const room = createResponseMemory(128)
  await room.take(47 * mebibyte)
  let isReceived = false
  const receiving = receive(await answerOf(2 * mebibyte, withLength), { room }).then((body) => {
    isReceived = true
    return body.length
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isReceived).toBe(false)
  room.give(47 * mebibyte)
  expect(await receiving).toBe(2 * mebibyte)
})

test.each([true, false])(
  'a response that waits too long for memory fails and closes the connection (with content length: %s)',
  async (withLength) => {
    const room = createResponseMemory(128, 50)
    await room.take(47 * mebibyte)
    const response = await answerOf(2 * mebibyte, withLength)
    await expect(receive(response, { room })).rejects.toThrow('used its 128 MiB')
    expect(response.destroyed).toBe(true)
    room.give(47 * mebibyte)
    await expectAllFree(room)
  },
)

test.each([true, false])(
  'a response that is cut off while it waits for memory is retried (with content length: %s)',
  async (withLength) => {
    const room = createResponseMemory(128)
    await room.take(47 * mebibyte)
    const response = await request((_, answer) => {
      answer.writeHead(200, withLength ? { 'content-length': 2 * mebibyte } : {})
      answer.write(Buffer.alloc(mebibyte), () => setTimeout(() => answer.destroy(), 50))
    })
    const ended = receive(response, { room }).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 200))
    room.give(47 * mebibyte)
    expect(await ended).toMatchObject({ code: 'ECONNRESET' })
    await expectAllFree(room)
  },
)

test('a stalled response times out, like one that never begins', async () => {
  const response = await request((_, answer) => {
    answer.writeHead(200, { 'content-length': 4 })
    answer.write('a')
    setTimeout(() => answer.write('b'), 150)
  })
  const startedAt = performance.now()
  await expect(receive(response, { silentAfterMs: 200 })).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(performance.now() - startedAt).toBeGreaterThan(300)
  expect(response.destroyed).toBe(true)
})

test('a response that waits for memory does not time out', async () => {
  const room = createResponseMemory(128)
  await room.take(47 * mebibyte)
  const receiving = receive(await answerOf(2 * mebibyte, false), { room, silentAfterMs: 50 })
  await new Promise((resolve) => setTimeout(resolve, 150))
  room.give(47 * mebibyte)
  expect((await receiving).length).toBe(2 * mebibyte)
})
