/** Tests alerts in the API: created, listed, changed, deleted, and their errors. No worker runs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostAlerts, mostPending } from '../../src/api/alerts.ts'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import { type ApiRequest, type CallApi, createApiCaller } from '../support/call-api.ts'
import { startTestService, type TestOrganization, type TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let connection: ConnectionRecord
let call: CallApi

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  connection = await organization.connectAccount()
  call = await createApiCaller(service)
})
afterAll(() => service.close())

const unknownId = '00000000-0000-4000-8000-000000000000'
const url = 'https://hooks.example.com/path/0123456789abcdef'
const send = (path: string, request: ApiRequest = {}) => call(path, { key: organization.key, ...request })
const create = (choices: object = {}, request: ApiRequest = {}) =>
  send('/api/alerts', {
    json: { name: 'team', events: ['scan.failed'], destination: { type: 'webhook', url }, ...choices },
    ...request,
  })
const to = (destination: object) => create({ destination })
const at = (field: string) => ['destination', field]
const invalid = (path: readonly string[], message: string) => ({
  status: 400,
  body: { error: { code: 'VALIDATION_ERROR', details: [{ path, message: expect.stringContaining(message) }] } },
})

describe('alerts', () => {
  test('201: with its defaults and a secret that is shown once, then found, changed, listed, and deleted', async () => {
    const answer = await create({ cloudAccountIds: [connection.id.toUpperCase()] })
    const id = answer.body?.data?.id ?? ''
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.headers.get('location')).toBe(`/api/alerts/${id}`)
    const { secret, ...shown } = answer.body?.data ?? {}
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown).toMatchObject({
      name: 'team',
      events: ['scan.failed'],
      cloudAccountIds: [connection.id],
      leastRank: 9,
      destination: {
        type: 'webhook',
        host: 'hooks.example.com',
        lastCharacters: 'cdef',
        to: [],
        frequency: 'immediate',
        hour: null,
      },
      paused: false,
      nextDigestAt: null,
    })
    expect((await send(`/api/alerts/${id}`)).body?.data).toEqual(shown)
    const change = { name: 'others', events: ['changes.found'], leastRank: 3 }
    const changed = await send(`/api/alerts/${id}`, { method: 'PUT', json: change })
    expect(changed.body?.data).toMatchObject({
      ...change,
      cloudAccountIds: [],
      secret: null,
      destination: shown['destination'],
    })
    // A webhook keeps its secret with another URL. Another destination has none.
    const moved = { ...change, destination: { type: 'webhook', url: 'https://hooks.example.org/' } }
    expect((await send(`/api/alerts/${id}`, { method: 'PUT', json: moved })).body?.data).toMatchObject({
      secret: null,
      destination: { host: 'hooks.example.org', lastCharacters: null },
    })
    const renewed = await send(`/api/alerts/${id}/secret`, { method: 'POST', json: {} })
    expect(renewed.body?.data?.['secret']).toMatch(/^whsec_/)
    expect(renewed.body?.data?.['secret']).not.toBe(secret)
    const mail = { ...change, destination: { type: 'mail', to: ['a@example.com'], frequency: 'weekly' } }
    expect((await send(`/api/alerts/${id}`, { method: 'PUT', json: mail })).body?.data).toMatchObject({
      nextDigestAt: expect.stringMatching(/T07:00:00.000Z$/),
      destination: { type: 'mail', host: null, to: ['a@example.com'], frequency: 'weekly', hour: 7 },
    })
    const evening = { ...change, destination: { ...mail.destination, hour: 19 } }
    expect((await send(`/api/alerts/${id}`, { method: 'PUT', json: evening })).body?.data).toMatchObject({
      nextDigestAt: expect.stringMatching(/T19:00:00.000Z$/),
      destination: { hour: 19 },
    })
    // Without a destination, it stays.
    expect((await send(`/api/alerts/${id}`, { method: 'PUT', json: change })).body?.data).toMatchObject({
      nextDigestAt: expect.stringMatching(/T19:00:00.000Z$/),
      destination: { frequency: 'weekly', hour: 19 },
    })
    expect(await send(`/api/alerts/${id}/secret`, { method: 'POST', json: {} })).toMatchObject({ status: 409 })
    expect(JSON.stringify((await send('/api/alerts')).body?.data)).toContain(id)
    expect((await send(`/api/alerts/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await send(`/api/alerts/${id}`)).status).toBe(404)
  })

  test('400: URLs, fields of other destinations, missing fields, and unknown accounts', async () => {
    expect(await to({ type: 'slack', url: 'http://example.com/' })).toMatchObject(invalid(at('url'), 'https'))
    expect(await to({ type: 'webhook', url: 'https://169.254.169.254/' })).toMatchObject(invalid(at('url'), 'public'))
    expect(await to({ type: 'webhook' })).toMatchObject(invalid(at('url'), 'is required'))
    expect(await to({ type: 'pagerduty' })).toMatchObject(invalid(at('routingKey'), 'is required'))
    expect(await to({ type: 'mail', to: ['a@b.example'], url })).toMatchObject(invalid(at('url'), 'is not for mail'))
    expect(await to({ type: 'mail', to: ['a@b.example,c@d.example'] })).toMatchObject(invalid(at('to'), 'email'))
    expect(await to({ type: 'teams', url, frequency: 'daily' })).toMatchObject(invalid(at('frequency'), 'immediate'))
    expect(await to({ type: 'slack', url, hour: 7 })).toMatchObject(invalid(at('hour'), 'is not for slack'))
    for (const hour of [-1, 24, 7.5]) {
      expect((await to({ type: 'mail', to: ['a@b.example'], frequency: 'daily', hour })).status).toBe(400)
    }
    expect(await create({ cloudAccountIds: [unknownId] })).toMatchObject(
      invalid(['cloudAccountIds', '0'], 'organization'),
    )
    expect((await create({ events: [] })).status).toBe(400)
    expect((await create({ name: ' ' })).status).toBe(400)
    expect((await create({ leastRank: 10 })).status).toBe(400)
  })

  test('403 without the scope, and 404 for alerts and accounts of another organization', async () => {
    const { key: reader } = await organization.createKey({ scopes: ['read'] })
    const { key: writer } = await organization.createKey({ scopes: ['write'] })
    expect((await create({}, { key: reader })).status).toBe(403)
    expect((await send('/api/alerts', { key: writer })).status).toBe(403)
    const id = (await create()).body?.data?.id ?? ''
    const test = await send(`/api/alerts/${id}/test`, { method: 'POST', json: {} })
    const deliveryId = test.body?.data?.id ?? ''
    const other = await service.createOrganization()
    const change = { name: 'theirs', events: ['scan.failed'] }
    const reads = [`/api/alerts/${id}`, `/api/alert-deliveries/${deliveryId}`, `/api/alert-deliveries/${unknownId}`]
    for (const path of reads) {
      expect([path, (await send(path, { key: other.key })).status]).toEqual([path, 404])
    }
    for (const [path, request] of [
      [`/api/alerts/${id}`, { method: 'PUT', json: change }],
      [`/api/alerts/${id}`, { method: 'DELETE' }],
      [`/api/alerts/${id}/secret`, { method: 'POST', json: {} }],
      [`/api/alerts/${id}/test`, { method: 'POST', json: {} }],
      [`/api/alert-deliveries/${deliveryId}/replay`, { method: 'POST', json: {} }],
    ] as const) {
      expect([path, (await send(path, { key: other.key, ...request })).status]).toEqual([path, 404])
      expect((await send(path, { key: reader, ...request })).status).toBe(403)
    }
    const foreign = await send(`/api/alert-deliveries?alertId=${id}`, { key: other.key })
    expect(foreign.body?.data).toMatchObject({ deliveries: [] })
    expect((await send(`/api/alerts/${id}`)).body?.data).toMatchObject({ name: 'team' })
    expect((await create({ cloudAccountIds: [connection.id] }, { key: other.key })).status).toBe(400)
  })

  test('409: a replay of a pending delivery, too many pending ones, and too many alerts', async () => {
    const id = (await create()).body?.data?.id ?? ''
    const testOnce = () => send(`/api/alerts/${id}/test`, { method: 'POST', json: {} })
    const first = await testOnce()
    expect(first).toMatchObject({ status: 201, body: { data: { event: 'test', status: 'pending', attempts: 0 } } })
    const replay = `/api/alert-deliveries/${first.body?.data?.id}/replay`
    expect(await send(replay, { method: 'POST', json: {} })).toMatchObject({ status: 409 })
    for (let number = 1; number < mostPending; number += 1) expect((await testOnce()).status).toBe(201)
    const refused = await testOnce()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '60'])
    const listed = await send(`/api/alert-deliveries?alertId=${id}&status=pending&limit=3`)
    expect(listed.body?.data).toMatchObject({ meta: { hasMore: true } })
    expect((await send('/api/alert-deliveries?status=failed')).body?.data).toMatchObject({ deliveries: [] })

    const full = await service.createOrganization()
    for (let number = 0; number < mostAlerts; number += 1) {
      expect((await create({}, { key: full.key })).status).toBe(201)
    }
    expect((await create({}, { key: full.key })).status).toBe(409)
  })
})
