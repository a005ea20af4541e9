import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { endUnanswered } from './end-unanswered.ts'

const afterMs = 400

/** Returns a client with two attempts for each call, and a quarter more than `after` for each attempt. */
async function clientOf(answer: RequestListener, after = afterMs, finished = onTestFinished): Promise<LambdaClient> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new LambdaClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of no use' },
    requestHandler: { requestTimeout: 1.25 * after, throwOnRequestTimeout: true },
    maxAttempts: 2,
  })
  finished(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  endUnanswered(client, after)
  return client
}

const list = (client: LambdaClient) => client.send(new ListFunctionsCommand({}))
const errorOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: Error) => error.name,
  )

test('calls without any response end together, and later ones at once', async () => {
  let count = 0
  const client = await clientOf(() => void (count += 1))
  expect(await Promise.all([errorOf(list(client)), errorOf(list(client))])).toEqual(['TimeoutError', 'TimeoutError'])
  // The first attempts, and at most one more on a busy machine. Otherwise each call would take two attempts.
  expect(count).toBeLessThan(4)
  const attempts = count
  expect(await errorOf(list(client))).toBe('TimeoutError')
  expect(count).toBe(attempts)
})

test('a response counts although calls that fail later started before it', async () => {
  let count = 0
  const answer: RequestListener = (_, response) => {
    count += 1
    if (count > 2) void setTimeout(600).then(() => response.writeHead(200).end('{"Functions":[]}'))
  }
  const client = await clientOf(answer, 1600)
  const hanging = [errorOf(list(client)), errorOf(list(client))]
  await setTimeout(1000)
  expect(await errorOf(list(client))).toBeNull()
  // Meanwhile the first attempts of the hanging calls time out.
  expect(await errorOf(list(client))).toBeNull()
  await Promise.all(hanging)
})

test.each([
  [429, { 'x-amzn-errortype': 'TooManyRequestsException' }],
  [500, {}],
])('throttling and server errors (status %i) do not count as responses', async (status, headers) => {
  let count = 0
  const client = await clientOf((_, response) => {
    count += 1
    response.writeHead(status, headers).end('{}')
  })
  const calls = () => Promise.all([errorOf(list(client)), errorOf(list(client))])
  const endsAt = performance.now() + afterMs
  while (performance.now() < endsAt) await calls()
  await calls()
  const attempts = count
  expect(await calls()).not.toContain(null)
  expect(count).toBe(attempts)
})

// Longer than a busy machine delays a few calls.
const longMs = 1500

test.concurrent.for([
  [200, '{"Functions":[]}'],
  [403, '{"Type":"User"}'],
] as const)(
  'a response in between (status %i) keeps the other calls running',
  async ([status, body], { onTestFinished }) => {
    let count = 0
    const answer: RequestListener = (_, response) => {
      count += 1
      const isAnswered = count % 4 === 0
      response.writeHead(isAnswered ? status : 500).end(isAnswered ? body : '{}')
    }
    const client = await clientOf(answer, longMs, onTestFinished)
    const calls = () => Promise.all([errorOf(list(client)), errorOf(list(client))])
    const endsAt = performance.now() + 1.5 * longMs
    while (performance.now() < endsAt) await calls()
    const attempts = count
    await calls()
    expect(count).toBeGreaterThan(attempts)
  },
)

test('one call that keeps failing does not end later ones', async () => {
  let isDown = true
  const client = await clientOf((_, response) => {
    if (!isDown) response.writeHead(200).end('{"Functions":[]}')
  })
  expect(await errorOf(list(client))).toBe('TimeoutError')
  isDown = false
  expect(await errorOf(list(client))).toBeNull()
})
