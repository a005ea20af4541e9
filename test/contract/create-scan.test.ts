/** Tests POST /api/scans: sections 4.1, 7, and 8 of the specification, and unspecified details. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScanRecord } from '../../src/store/scans.ts'
import { createApiCaller } from '../support/call-api.ts'
import type { ApiAnswer, CallApi } from '../support/call-api.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let connectionId: string
let call: CallApi

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  connectionId = (await organization.connectAccount()).id
  call = await createApiCaller(service)
})
afterAll(() => service.close())

const valid = () => ({ cloudAccountId: connectionId })

const async = { prefer: 'respond-async' }

const create = (json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call('/api/scans', { key: organization.key, json, headers })

/** Ends a scan like a worker. */
async function finish(scanId: string, counts: Readonly<Record<string, number>> = { networks: 1 }): Promise<void> {
  await service.store.tenant(organization.id, async ({ scans }) => {
    const begun = await scans.begin(scanId, {})
    if (begun === null) throw new Error('the scan has ended')
    await scans.complete(scanId, begun.attempt, counts)
  })
}

async function listScans(owner: TestService, { id }: TestOrganization): Promise<readonly ScanRecord[]> {
  const page = { limit: 100, after: null }
  return (await owner.store.tenant(id, ({ scans }) => scans.list({}, page))).items
}

async function newestScanId(): Promise<string> {
  const [scan] = await listScans(service, organization)
  if (scan === undefined) throw new Error('there is no scan')
  return scan.id
}

const countScans = async () => (await listScans(service, organization)).length

function expectInvalid(answer: ApiAnswer, ...paths: readonly (readonly string[])[]): void {
  expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: 'VALIDATION_ERROR' } } })
  expect(answer.body?.error?.details?.map(({ path }) => path)).toEqual(paths)
}

describe('201', () => {
  test('with Location and the queued scan at once, for respond-async', async () => {
    const answer = await create({ cloudAccountId: connectionId }, async)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('preference-applied')).toBe('respond-async')
    expect(answer.headers.get('location')).toBe(`/api/scans/${answer.body?.data?.id}`)
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: expect.any(String),
        cloudAccountId: connectionId,
        customerCloudAccountId: '100000000001',
        region: 'us-east-1',
        status: 'queued',
        progress: null,
        errorMessage: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    })
  })

  for (const prefer of ['Respond-Async', 'handling=lenient, respond-async; wait=5']) {
    test(`at once with Prefer: ${prefer}`, async () => {
      const answer = await create({ cloudAccountId: connectionId }, { prefer })
      expect(answer.headers.get('preference-applied')).toBe('respond-async')
    })
  }

  test.each([
    ['wait=0', 'wait=0', 0],
    ['wait=1', 'wait=1', 1_000],
    ['respond-async, wait=1', 'respond-async, wait=1', 1_000],
  ])('with the current scan after the wait of Prefer: %s', async (prefer, applied, atLeastMs) => {
    const began = performance.now()
    const answer = await create({ cloudAccountId: connectionId }, { prefer })
    // Timers and clocks differ slightly.
    expect(performance.now() - began).toBeGreaterThan(atLeastMs - 20)
    expect(answer).toMatchObject({ status: 201, body: { success: true, data: { status: 'queued', progress: null } } })
    expect(answer.headers.get('preference-applied')).toBe(applied)
    expect(answer.headers.get('location')).toBe(`/api/scans/${answer.body?.data?.id}`)
  })

  test('with the ended scan before the wait is over', async () => {
    const before = await countScans()
    const answer = create({ cloudAccountId: connectionId }, { prefer: 'wait=3000' })
    await expect.poll(countScans).toBe(before + 1)
    await finish(await newestScanId(), { networks: 2 })
    expect(await answer).toMatchObject({ status: 201, body: { data: { status: 'completed' } } })
    expect((await answer).headers.get('preference-applied')).toBe('wait=3000')
  })

  test('with the current scan when the server stops', async () => {
    const stopped = await startTestService()
    const own = await stopped.createOrganization()
    const connection = await own.connectAccount()
    const caller = await createApiCaller(stopped)
    const waiting = caller('/api/scans', { key: own.key, json: { cloudAccountId: connection.id } })
    await expect.poll(async () => (await listScans(stopped, own)).length).toBe(1)
    await stopped.close()
    const answer = await waiting
    expect(answer).toMatchObject({ status: 201, body: { success: true, data: { status: 'queued' } } })
    expect(answer.headers.get('preference-applied')).toBeNull()
    expect(answer.headers.get('connection')).toBe('close')
  })

  test('with the completed scan when it has ended', async () => {
    const before = await countScans()
    const answer = create({ cloudAccountId: connectionId, region: 'eu-west-1' })
    await expect.poll(countScans).toBe(before + 1)
    await finish(await newestScanId(), { networks: 2 })
    expect(await answer).toMatchObject({
      status: 201,
      body: { data: { status: 'completed', region: 'eu-west-1', progress: { networks: 2 }, errorMessage: null } },
    })
    expect((await answer).headers.get('preference-applied')).toBeNull()
  })

  test('with the failed scan when it has ended', async () => {
    const before = await countScans()
    const answer = create({ cloudAccountId: connectionId })
    await expect.poll(countScans).toBe(before + 1)
    const id = await newestScanId()
    await service.store.tenant(organization.id, ({ scans }) =>
      scans.fail(id, ['queued'], 'No worker took it up.', { progress: null }),
    )
    expect(await answer).toMatchObject({
      status: 201,
      body: { success: true, data: { status: 'failed', progress: null, errorMessage: 'No worker took it up.' } },
    })
  })

  test('with the account in upper case', async () => {
    const answer = await create({ cloudAccountId: connectionId.toUpperCase() }, async)
    expect(answer.body?.data?.cloudAccountId).toBe(connectionId)
  })

  test('the scan continues when the caller disconnects', async () => {
    const before = await countScans()
    const leaving = new AbortController()
    const answer = call('/api/scans', {
      key: organization.key,
      json: { cloudAccountId: connectionId },
      signal: leaving.signal,
    })
    await expect.poll(countScans).toBe(before + 1)
    leaving.abort()
    await expect(answer).rejects.toThrow('aborted')
    const id = await newestScanId()
    await finish(id)
    expect((await call(`/api/scans/${id}`, { key: organization.key })).body?.data?.status).toBe('completed')
  })
})

describe('400 VALIDATION_ERROR', () => {
  test('without an account', async () => expectInvalid(await create({}), ['cloudAccountId']))
  test('with the 12-digit number', async () =>
    expectInvalid(await create({ cloudAccountId: '100000000001' }), ['cloudAccountId']))
  test('with an account that is not a text', async () =>
    expectInvalid(await create({ cloudAccountId: 5 }), ['cloudAccountId']))
  test('with null', async () => expectInvalid(await create({ cloudAccountId: null }), ['cloudAccountId']))
  for (const region of ['mars-1', 'aws-global', 'US-EAST-1', '', 'us-east-1a', 'us-east-1\0', '\ud800', 5, null]) {
    test(`with the region ${JSON.stringify(region)}`, async () =>
      expectInvalid(await create({ ...valid(), region }), ['region']))
  }
  test('with a region of another partition', async () =>
    expectInvalid(await create({ ...valid(), region: 'cn-north-1' }), ['region']))
  test('with an unknown field', async () =>
    expectInvalid(await create({ ...valid(), Region: 'eu-west-1' }), ['Region']))
  test('with all errors, not only the first', async () => {
    const answer = await create({ cloudAccountId: 'x', region: 'x', 'a/b~c': 1 })
    expect(answer.body?.error?.details).toHaveLength(3)
    expect(answer.body?.error?.details?.map(({ path }) => path.join()).sort()).toEqual([
      'a/b~c',
      'cloudAccountId',
      'region',
    ])
  })
  test('with a region that is wrong beside any number of unknown fields', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, index]))
    const answer = await create({ ...unknown, ...valid(), region: 'x' })
    const paths = answer.body?.error?.details?.map(({ path }) => path)
    expect(paths?.slice(0, 3)).toEqual([['region'], ['x0'], ['x1']])
    expect(paths).toHaveLength(50)
  })
  test('with a key that JavaScript gives a meaning to', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answer = await fetch(`${service.baseUrl}/api/scans`, {
        method: 'POST',
        headers: { authorization: `Bearer ${organization.key}`, 'content-type': 'application/json' },
        body: `{"cloudAccountId":"${connectionId}","${name}":{"region":"eu-west-1"}}`,
      })
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { details: [{ path: [name] }] } }])
    }
  })
  test('with a query parameter', async () => {
    const answer = await call('/api/scans?region=eu-west-1', { key: organization.key, json: valid() })
    expectInvalid(answer, ['region'])
  })
  for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
    test(`with the idempotency key "${key.slice(0, 5)}" of ${key.length} characters`, async () =>
      expectInvalid(await create(valid(), { 'idempotency-key': key }), ['Idempotency-Key']))
  }
  test('every message is a sentence', async () => {
    const answer = await create({ cloudAccountId: 'x', region: 'x', regions: 1 })
    expect(
      Object.fromEntries((answer.body?.error?.details ?? []).map(({ path, message }) => [path.join(), message])),
    ).toEqual({
      cloudAccountId: 'must be a UUID',
      region: 'is not a known region',
      regions: 'is not a known field',
    })
  })
})

describe('404 NOT_FOUND', () => {
  test('an account that does not exist, and one of another organization, in the same words', async () => {
    const other = await service.createOrganization()
    const foreign = await other.connectAccount()
    const answers = await Promise.all([
      create({ cloudAccountId: '00000000-0000-4000-8000-000000000000' }),
      create({ cloudAccountId: foreign.id }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0].body).toEqual(answers[1].body)
  })
})

describe('409 CONFLICT', () => {
  for (const status of ['pending', 'failed'] as const) {
    test(`an account that is ${status}`, async () => {
      const connection = await organization.connectAccount({ status })
      const answer = await create({ cloudAccountId: connection.id })
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT', message: expect.stringContaining(status) } },
      })
    })
  }
})

describe('409 CONFLICT with as many queued scans as an organization may have', () => {
  const most = 3
  let bounded: TestService
  let createBounded: CallApi
  beforeAll(async () => {
    bounded = await startTestService({ queuedScans: most })
    createBounded = await createApiCaller(bounded)
  })
  afterAll(() => bounded.close())

  test('also for concurrent requests; other organizations continue, and so does this one after a scan has started', async () => {
    const [own, other] = [await bounded.createOrganization(), await bounded.createOrganization()]
    const [connection, theirs] = [await own.connectAccount(), await other.connectAccount()]
    const createOwn = (headers: Readonly<Record<string, string>> = {}) =>
      createBounded('/api/scans', {
        key: own.key,
        json: { cloudAccountId: connection.id },
        headers: { ...async, ...headers },
      })
    const first = await createOwn({ 'idempotency-key': 'first' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => createOwn()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most - 1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8 - (most - 1))
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body?.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('3 queued scans') })
    expect(refused?.headers.get('retry-after')).toBe('10')
    expect(await listScans(bounded, own)).toHaveLength(most)

    // A repeated request doesn't create another scan.
    expect((await createOwn({ 'idempotency-key': 'first' })).body?.data?.id).toBe(first.body?.data?.id)
    const json = { cloudAccountId: theirs.id }
    expect((await createBounded('/api/scans', { key: other.key, json, headers: async })).status).toBe(201)

    await bounded.store.tenant(own.id, ({ scans }) => scans.begin(String(first.body?.data?.id), {}))
    expect((await createOwn()).status).toBe(201)
    expect((await createOwn()).status).toBe(409)
  })
})

describe('Idempotency-Key', () => {
  test('the same key and body return the same scan, with defaults', async () => {
    const headers = { ...async, 'idempotency-key': 'same' }
    const first = await create({ cloudAccountId: connectionId }, headers)
    const again = await create({ region: 'us-east-1', cloudAccountId: connectionId.toUpperCase() }, headers)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body?.data?.id).toBe(first.body?.data?.id)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
  })
  test('concurrent requests with one key create one scan', async () => {
    const headers = { ...async, 'idempotency-key': 'at-once' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ cloudAccountId: connectionId }, headers)))
    expect(new Set(answers.map(({ body }) => body?.data?.id)).size).toBe(1)
  })
  test('a replay waits for the running scan', async () => {
    const headers = { 'idempotency-key': 'waits' }
    const first = await create({ cloudAccountId: connectionId }, { ...headers, ...async })
    const replay = create({ cloudAccountId: connectionId }, headers)
    await finish(String(first.body?.data?.id))
    expect(await replay).toMatchObject({
      status: 201,
      body: { data: { id: first.body?.data?.id, status: 'completed' } },
    })
  })
  test('another body is a CONFLICT', async () => {
    const headers = { ...async, 'idempotency-key': 'reused' }
    await create({ cloudAccountId: connectionId }, headers)
    const answer = await create({ cloudAccountId: connectionId, region: 'eu-west-1' }, headers)
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  })
  test('a rejected request stores nothing', async () => {
    const headers = { ...async, 'idempotency-key': 'refused' }
    expect((await create({ cloudAccountId: '00000000-0000-4000-8000-000000000000' }, headers)).status).toBe(404)
    expect((await create({ cloudAccountId: connectionId }, headers)).status).toBe(201)
  })
  test('keys are separate for each organization', async () => {
    const headers = { ...async, 'idempotency-key': 'shared' }
    const other = await service.createOrganization()
    const theirs = await other.connectAccount()
    const first = await create({ cloudAccountId: connectionId }, headers)
    const second = await call('/api/scans', { key: other.key, json: { cloudAccountId: theirs.id }, headers })
    expect([first.status, second.status]).toEqual([201, 201])
  })
  test('255 visible characters are accepted', async () => {
    const answer = await create({ cloudAccountId: connectionId }, { ...async, 'idempotency-key': '~'.repeat(255) })
    expect(answer.status).toBe(201)
  })
})

describe('a create that takes longer than 10 s', () => {
  test.concurrent('201 is sent with white space, then the scan', async ({ expect }) => {
    const own = await service.createOrganization()
    const connection = await own.connectAccount()
    const started = performance.now()
    const answer = await fetch(`${service.baseUrl}/api/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cloudAccountId: connection.id }),
    })
    const waited = performance.now() - started
    expect(answer.status).toBe(201)
    expect(waited).toBeGreaterThan(9_900)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
      location: expect.stringMatching(/^\/api\/scans\//),
    })
    const id = answer.headers.get('location')?.split('/').at(-1) ?? ''
    await service.store.tenant(own.id, ({ scans }) =>
      scans.fail(id, ['queued'], 'ended by the test', { progress: null }),
    )
    const text = await answer.text()
    expect(text).toMatch(/^ +\{/)
    expect(JSON.parse(text)).toMatchObject({ success: true, data: { id, status: 'failed' } })
  })

  test.concurrent('201 with the current scan, if requested', async ({ expect }) => {
    const own = await service.createOrganization()
    const connection = await own.connectAccount()
    const answer = await fetch(`${service.baseUrl}/api/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json', prefer: 'wait=12' },
      body: JSON.stringify({ cloudAccountId: connection.id }),
    })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, 'wait=12'])
    const text = await answer.text()
    expect(text).toMatch(/^ +\{/)
    expect(JSON.parse(text)).toMatchObject({ success: true, data: { status: 'queued' } })
  })

  test.concurrent('the current scan follows when the server stops', async ({ expect }) => {
    const stopped = await startTestService()
    const own = await stopped.createOrganization()
    const connection = await own.connectAccount()
    const begun = await fetch(`${stopped.baseUrl}/api/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cloudAccountId: connection.id }),
    })
    await stopped.close()
    expect(await begun.json()).toMatchObject({ success: true, data: { status: 'queued' } })
  })

  test.concurrent('the connection is closed if the response cannot be finished', async ({ expect }) => {
    const own = await service.createOrganization()
    const connection = await own.connectAccount()
    const begun = await fetch(`${service.baseUrl}/api/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cloudAccountId: connection.id }),
    })
    expect(begun.status).toBe(201)
    await service.store.tenant(own.id, ({ transaction }) => transaction.deleteFrom('scans').execute())
    await expect(begun.text()).rejects.toThrow('terminated')
  })
})
