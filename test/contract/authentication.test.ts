/** Tests sections 5 and 9 of the specification, and the order of the checks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiCaller } from '../support/call-api.ts'
import type { CallApi } from '../support/call-api.ts'
import { sendRaw } from '../support/raw-http.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let call: CallApi

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  call = await createApiCaller(service)
})
afterAll(() => service.close())

const unknownId = '00000000-0000-4000-8000-000000000000'

async function expectUnauthorized(authorization: string | null): Promise<void> {
  const answer = await call('/api/scans', { headers: authorization === null ? {} : { authorization } })
  expect(answer).toMatchObject({ status: 401, body: { success: false, error: { code: 'UNAUTHORIZED' } } })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

describe('401 UNAUTHORIZED', () => {
  test('without a key', () => expectUnauthorized(null))
  test('with an empty header', () => expectUnauthorized(''))
  test('with another scheme', () => expectUnauthorized(`Basic ${organization.key}`))
  test('with the key alone', () => expectUnauthorized(organization.key))
  test('with a text that is not a key', () => expectUnauthorized('Bearer secret'))
  test('with a mistyped key', () => expectUnauthorized(`Bearer ${organization.key.slice(0, -1)}~`))
  test('with a well-formed key that does not exist', () =>
    expectUnauthorized('Bearer svy_live_000000000000000000000000000000000000'))
  test('with an expired key', async () => {
    const { key } = await organization.createKey({ expiresAt: new Date(Date.now() - 1) })
    await expectUnauthorized(`Bearer ${key}`)
  })
  test('from the moment that a key is revoked', async () => {
    const { id, key } = await organization.createKey()
    expect((await call('/api/scans', { key })).status).toBe(200)
    await service.store.tenant(organization.id, ({ apiKeys }) => apiKeys.revoke(id))
    await expectUnauthorized(`Bearer ${key}`)
  })
  test('with two Authorization headers', async () => {
    const header = `Authorization: Bearer ${organization.key}\r\n`
    const [answer] = await sendRaw(service.port, `GET /api/scans HTTP/1.1\r\nHost: x\r\n${header}${header}\r\n`)
    expect(answer?.status).toBe(401)
  })
  test('on every operation, path and method under /api/', async () => {
    const requests = [
      call('/api/scans', { method: 'POST', json: {} }),
      call('/api/scans/x'),
      call('/api/accounts'),
      call(`/api/accounts/${unknownId}`),
      call('/api/diagrams?limit=0'),
      call('/api/nothing'),
      call('/api'),
      call('/api/'),
      call('/api/scans/%zz'),
      call('/api/scans', { method: 'DELETE' }),
    ]
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 401))
  })
  test('not with the scheme in another letter case', async () => {
    const answer = await call('/api/scans', { headers: { authorization: `bEARER ${organization.key}` } })
    expect(answer.status).toBe(200)
  })
})

describe('400 INVALID_API_VERSION', () => {
  for (const version of ['2026-02-02', '2026-2-1', '', 'latest', '2026-02-01, 2026-02-01']) {
    test(`with "${version}"`, async () => {
      const answer = await call('/api/scans', { key: organization.key, headers: { 'service-version': version } })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_API_VERSION' } } })
    })
  }
  test('not with the recognized version, nor without one', async () => {
    const answers = await Promise.all([
      call('/api/scans', { key: organization.key, headers: { 'service-version': '2026-02-01' } }),
      call('/api/scans', { key: organization.key }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
  test('for the OpenAPI document too, which needs no key', async () => {
    const answer = await fetch(`${service.baseUrl}/api/openapi.json`, { headers: { 'service-version': '1' } })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'INVALID_API_VERSION' } }])
  })
})

describe('403 FORBIDDEN', () => {
  test('neither scope implies the other', async () => {
    const reader = await organization.createKey({ scopes: ['read'] })
    const writer = await organization.createKey({ scopes: ['write'] })
    const answers = await Promise.all([
      call('/api/scans', { key: reader.key, json: { cloudAccountId: unknownId } }),
      call('/api/scans', { key: writer.key, json: { cloudAccountId: unknownId } }),
      call('/api/scans', { key: writer.key }),
      call('/api/accounts', { key: writer.key }),
      call('/api/diagrams', { key: writer.key }),
    ])
    expect(answers.map(({ body }) => body?.error?.code)).toEqual([
      'FORBIDDEN',
      'NOT_FOUND',
      'FORBIDDEN',
      'FORBIDDEN',
      'FORBIDDEN',
    ])
  })
})

describe('which check comes first', () => {
  const wrongVersion = { 'service-version': 'x' }
  const invalid = { cloudAccountId: 'x' }

  test('401 before INVALID_API_VERSION', async () => {
    const answer = await call('/api/scans', { headers: wrongVersion, json: invalid })
    expect(answer.body?.error?.code).toBe('UNAUTHORIZED')
  })
  test('INVALID_API_VERSION before 403', async () => {
    const { key } = await organization.createKey({ scopes: ['read'] })
    const answer = await call('/api/scans', { key, headers: wrongVersion, json: invalid })
    expect(answer.body?.error?.code).toBe('INVALID_API_VERSION')
  })
  test('INVALID_API_VERSION before 404', async () => {
    const answer = await call('/api/nothing', { key: organization.key, headers: wrongVersion })
    expect(answer.body?.error?.code).toBe('INVALID_API_VERSION')
  })
  test('403 before 400', async () => {
    const { key } = await organization.createKey({ scopes: ['read'] })
    const answers = await Promise.all([
      call('/api/scans', { key, json: invalid }),
      call('/api/scans', { key, method: 'POST', headers: { 'content-type': 'text/plain' } }),
    ])
    expect(answers.map(({ body }) => body?.error?.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  })
  test('400 before 404', async () => {
    const answer = await call(`/api/scans/${unknownId}?x=1`, { key: organization.key })
    expect(answer.body?.error?.code).toBe('VALIDATION_ERROR')
  })
  test('404 for an unknown path or method, with any scopes', async () => {
    const { key } = await organization.createKey({ scopes: ['write'] })
    const answers = await Promise.all([
      call('/api/nothing', { key }),
      call('/api/scans', { key, method: 'DELETE' }),
      call('/api/nothing', { key, json: invalid }),
      call('/api/nothing', { key, method: 'POST', headers: { 'content-type': 'text/plain' } }),
    ])
    expect(answers.map(({ body }) => body?.error?.code)).toEqual(answers.map(() => 'NOT_FOUND'))
  })
})

test('the log has neither keys nor headers', async () => {
  const { key } = await organization.createKey()
  await call('/api/scans', { key })
  await call(`/api/scans?key=1&${key}`, { headers: { authorization: `Bearer ${key}x` } })
  await expect.poll(() => service.logLines.filter((line) => line.includes('/api/scans?key=1')).length).toBe(1)
  expect(service.logLines.join('')).not.toMatch(/svy_live_[0-9A-Za-z]|bearer/i)
})

test('the request ID is in the response and the log; a safe ID of the caller is used', async () => {
  const own = await call('/api/scans', { key: organization.key, headers: { 'x-request-id': 'pipeline-7.run_3' } })
  const forged = await call('/api/scans', { key: organization.key, headers: { 'x-request-id': 'a {"level":60}' } })
  expect(own.headers.get('x-request-id')).toBe('pipeline-7.run_3')
  expect(forged.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  await expect.poll(() => service.logLines.filter((line) => line.includes('pipeline-7.run_3'))).toHaveLength(1)
})
