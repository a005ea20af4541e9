import { afterAll, expect, test } from 'vitest'
import { closed, cutOff, data, failure, startScriptedServer, text } from '../../test/scripted-server.ts'
import type { Reply } from '../../test/scripted-server.ts'
import { sampleScan } from '../../test/sample-report.ts'
import { collect, createSurveyorClient, SurveyorApiError, SurveyorUnreachableError } from './index.ts'

// The tests run at the same time, because most wait between retries.
const servers: (() => Promise<void>)[] = []
afterAll(() => Promise.all(servers.map((close) => close())))

async function startClient(retrySeconds: number, ...replies: readonly Reply[]) {
  const { url, requests } = await startScriptedServer(replies, (close) => void servers.push(close))
  const retries: string[] = []
  const onRetry = (reason: string, delaySeconds: number) => void retries.push(`${reason} ${delaySeconds}`)
  return {
    url,
    requests,
    retries,
    client: createSurveyorClient({ url: `${url}/`, key: 'svy_key', retrySeconds, onRetry }),
  }
}

const page = (accounts: readonly unknown[], cursor?: string) =>
  data({ accounts, meta: { hasMore: cursor !== undefined, ...(cursor !== undefined && { cursor }) } })

test.concurrent('requests have the key and the version', async () => {
  const { client, requests } = await startClient(0, data({ id: 'a' }))
  await expect(client.get('/api/accounts/{id}', { path: { id: 'a/b' } })).resolves.toEqual({ id: 'a' })
  expect(requests).toMatchObject([
    {
      method: 'GET',
      url: '/api/accounts/a%2Fb',
      headers: { authorization: 'Bearer svy_key', 'service-version': '2026-02-01' },
    },
  ])
})

test.concurrent('a list requests page after page, and stops if a cursor comes again', async () => {
  const { client, requests } = await startClient(0, page(['a', 'b'], 'x'), page(['c'], 'y'), page(['d']))
  await expect(collect(client.list('/api/accounts'))).resolves.toEqual(['a', 'b', 'c', 'd'])
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/accounts?limit=100',
    '/api/accounts?limit=100&cursor=x',
    '/api/accounts?limit=100&cursor=y',
  ])
  const endless = await startClient(0, page(['a'], 'x'))
  await expect(collect(endless.client.list('/api/accounts'))).resolves.toEqual(['a', 'a'])
})

test.concurrent('pages are requested only when their items are', async () => {
  const { client, requests } = await startClient(0, page(['a', 'b'], 'x'))
  for await (const account of client.list('/api/accounts')) if (account !== undefined) break
  expect(requests).toHaveLength(1)
})

test.concurrent.each<[name: string, reply: Reply, reason: string]>([
  ['a closed connection', closed, "can't be reached"],
  ['a response that was cut off', cutOff, "can't be reached"],
  ['JSON that ends too early', text(200, '{"success":true', { 'content-type': 'application/json' }), 'was cut off'],
  ['a proxy without its service', text(502, '<html>', { 'content-type': 'text/html' }), 'responded with status 502'],
  ['an internal error', failure(500, 'INTERNAL_ERROR'), 'responded with status 500'],
  ['too many requests', failure(429, 'CONFLICT'), 'responded with status 429'],
  ['a full queue', failure(409, 'CONFLICT', { 'retry-after': '0' }), 'responded with status 409'],
])('%s is retried', async (_, reply, reason) => {
  const { client, requests, retries } = await startClient(30, reply, reply, page(['a']))
  await expect(collect(client.list('/api/accounts'))).resolves.toEqual(['a'])
  expect(requests).toHaveLength(3)
  expect(retries).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)])
})

test.concurrent.each<[name: string, reply: Reply, error: unknown]>([
  ['a missing key', failure(401, 'UNAUTHORIZED'), { code: 'UNAUTHORIZED', status: 401, requestId: 'request-1' }],
  ['a missing scope', failure(403, 'FORBIDDEN'), { code: 'FORBIDDEN', message: 'It is FORBIDDEN.' }],
  ['an invalid request', failure(400, 'VALIDATION_ERROR'), { code: 'VALIDATION_ERROR', details: [] }],
  ['a conflict without Retry-After', failure(409, 'CONFLICT'), { code: 'CONFLICT' }],
])('%s is not retried', async (_, reply, error) => {
  const { client, requests } = await startClient(30, reply, page(['a']))
  const rejection = await client.get('/api/accounts').catch((thrown: unknown) => thrown)
  expect(rejection).toBeInstanceOf(SurveyorApiError)
  expect(rejection).toMatchObject(error as object)
  expect(requests).toHaveLength(1)
})

test.concurrent.each<[name: string, reply: Reply, message: string]>([
  [
    'a page of another server',
    text(200, '<html>', { 'content-type': 'text/html' }),
    'with status 200, but not like Surveyor',
  ],
  ['JSON of another server', text(200, '{"hello":1}', { 'content-type': 'application/json' }), 'not like Surveyor'],
  ['a missing page of another server', text(404, 'no'), 'with status 404, but not like Surveyor'],
  ['an empty response', text(200, ''), 'not like Surveyor'],
  [
    'a redirect',
    text(302, '', { location: 'https://elsewhere.example.com/' }),
    'redirects to https://elsewhere.example.com/',
  ],
])('%s is not Surveyor', async (_, reply, message) => {
  const { client, requests } = await startClient(30, reply, page(['a']))
  const rejection = client.get('/api/accounts')
  await expect(rejection).rejects.toThrow(message)
  await expect(rejection).rejects.toBeInstanceOf(SurveyorUnreachableError)
  expect(requests).toHaveLength(1)
})

test.concurrent('retries end in time, with the reason', async () => {
  const { client, url } = await startClient(0, closed)
  await expect(client.get('/api/accounts')).rejects.toThrow(`${url} can't be reached: other side closed.`)
  const broken = await startClient(1, failure(500, 'INTERNAL_ERROR'))
  await expect(broken.client.get('/api/accounts')).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  expect(broken.requests.length).toBeGreaterThan(1)
  const late = await startClient(30, failure(409, 'CONFLICT', { 'retry-after': '31' }))
  await expect(late.client.get('/api/accounts')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(late.requests).toHaveLength(1)
})

test.concurrent('all tries to create a scan have one idempotency key, and other scans have another one', async () => {
  const { client, requests } = await startClient(30, closed, failure(500, 'INTERNAL_ERROR'), data(sampleScan))
  const body = { cloudAccountId: sampleScan.cloudAccountId, region: 'eu-west-1' } as const
  await expect(client.createScan(body)).resolves.toEqual(sampleScan)
  await client.createScan(body, { idempotencyKey: 'job-7' })
  await client.createScan(body)
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0], keys[0], 'job-7', expect.stringMatching(/^[\w-]{36}$/)])
  expect(keys[4]).not.toBe(keys[0])
  expect(requests[2]).toMatchObject({
    method: 'POST',
    headers: { prefer: 'respond-async', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
})

test.concurrent('a POST without an idempotency key is not repeated', async () => {
  const { client, requests } = await startClient(30, failure(500, 'INTERNAL_ERROR'), data(sampleScan))
  const body = { cloudAccountId: sampleScan.cloudAccountId, region: 'us-east-1' } as const
  const { response } = await client.http.POST('/api/scans', { body })
  expect(response.status).toBe(500)
  expect(requests).toHaveLength(1)
})

const states = (...names: readonly string[]) => names.map((status) => data({ ...sampleScan, status }))

test.concurrent('waiting shows each state, and ends with completed and failed', async () => {
  const { client } = await startClient(0, ...states('queued', 'scanning', 'completed'))
  const seen: string[] = []
  await expect(client.waitForScan('a', ({ status }) => void seen.push(status))).resolves.toMatchObject({
    status: 'completed',
  })
  expect(seen).toEqual(['queued', 'scanning', 'completed'])
  const failed = await startClient(0, ...states('failed'))
  await expect(failed.client.waitForScan('a')).resolves.toMatchObject({ status: 'failed' })
})

test.concurrent('a diagram is returned as bytes, and its errors as errors', async () => {
  const { client, requests } = await startClient(0, text(200, '<svg/>'), failure(404, 'NOT_FOUND'))
  const content = await client.diagramContent('d', { format: 'svg', stamp: true })
  expect(Buffer.from(content).toString()).toBe('<svg/>')
  expect(requests[0]?.url).toBe('/api/diagrams/d/content?format=svg&stamp=true')
  await expect(client.diagramContent('d')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.concurrent('the regions are those of the service', async () => {
  const document = { components: { schemas: { Region: { enum: ['eu-west-1', 'us-east-1'] } } } }
  const json = { 'content-type': 'application/json' }
  const { client, requests } = await startClient(0, text(200, JSON.stringify(document), json), text(200, '{}', json))
  await expect(client.regions()).resolves.toEqual(['eu-west-1', 'us-east-1'])
  expect(requests[0]).toMatchObject({ url: '/api/openapi.json', headers: { accept: '*/*' } })
  await expect(client.regions()).rejects.toThrow('not like Surveyor')
})
