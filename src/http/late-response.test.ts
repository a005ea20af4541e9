import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { sendWhenReady } from './late-response.ts'

const timing = { firstSpaceAfterMs: 100, spaceEveryMs: 40 }
const servers: FastifyInstance[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

/** Starts a server whose responses are `body`, and returns its URL. */
async function serve(body: () => Promise<string>): Promise<string> {
  const server = fastify({ forceCloseConnections: true })
  servers.push(server)
  server.get('/', async (request, reply) => {
    reply.header('location', '/elsewhere')
    await sendWhenReady(request, reply, 201, body(), timing)
    return reply
  })
  return server.listen({ port: 0, host: '127.0.0.1' })
}

test('sends an early response in full', async () => {
  const answer = await fetch(await serve(async () => '{"early":true}'))
  expect([answer.status, await answer.text()]).toEqual([201, '{"early":true}'])
  expect(answer.headers.get('content-length')).toBe('14')
})

test('sends an early error like any other', async () => {
  const answer = await fetch(await serve(() => Promise.reject(new Error('early'))))
  expect(answer.status).toBe(500)
})

test('sends a space for each wait before a late response', async () => {
  const late = Promise.withResolvers<string>()
  const began = performance.now()
  const answer = await fetch(await serve(() => late.promise))
  expect(answer.headers.get('location')).toBe('/elsewhere')
  expect(answer.headers.get('x-accel-buffering')).toBe('no')
  let text = ''
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.startsWith('   ')) late.resolve('{"late":true}')
  }
  expect(text).toMatch(/^ {3,}\{"late":true\}$/)
  expect(JSON.parse(text)).toEqual({ late: true })
  const { firstSpaceAfterMs, spaceEveryMs } = timing
  const most = 1 + (performance.now() - began - firstSpaceAfterMs) / spaceEveryMs
  expect(text.indexOf('{')).toBeLessThanOrEqual(Math.ceil(most))
})

test('closes the connection after a late error', async () => {
  const late = Promise.withResolvers<string>()
  const answer = await fetch(await serve(() => late.promise))
  expect(answer.status).toBe(201)
  late.reject(new Error('late'))
  await expect(answer.text()).rejects.toThrow('terminated')
})
