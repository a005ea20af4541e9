/** Tests schedules and scan runs in the API: created, listed, changed, deleted, and their errors. No worker runs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import { createApiCaller } from '../support/call-api.ts'
import type { ApiRequest, CallApi } from '../support/call-api.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

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
const send = (path: string, request: ApiRequest = {}) => call(path, { key: organization.key, ...request })
const create = (choices: object = {}, request: ApiRequest = {}) =>
  send('/api/schedules', {
    json: { cloudAccountId: connection.id, regions: ['all'], everyHours: 6, ...choices },
    ...request,
  })
const run = (body: object = {}, request: ApiRequest = {}) =>
  send('/api/scan-runs', { json: { cloudAccountId: connection.id, ...body }, ...request })
const invalid = (path: string, message: string) => ({
  status: 400,
  body: { error: { code: 'VALIDATION_ERROR', details: [{ path: [path], message: expect.stringContaining(message) }] } },
})

describe('schedules', () => {
  test('201: with its defaults, then found, changed, listed, and deleted', async () => {
    const before = Date.now()
    const answer = await create({ regions: ['us-west-2', 'eu-west-1'] })
    const id = answer.body?.data?.id ?? ''
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.headers.get('location')).toBe(`/api/schedules/${id}`)
    expect(answer.body?.data).toMatchObject({
      cloudAccountId: connection.id,
      regions: ['eu-west-1', 'us-west-2'],
      everyHours: 6,
      cron: null,
      timeZone: 'UTC',
      jitterMinutes: 5,
      paused: false,
      pauseReason: null,
      pauseMessage: null,
      skippedAt: null,
      lastRunId: null,
    })
    const waitMs = Date.parse(String(answer.body?.data?.['nextRunAt'])) - before
    expect(waitMs).toBeGreaterThanOrEqual(6 * 3_600_000 - 1)
    expect(waitMs).toBeLessThan(6 * 3_600_000 + 6 * 60_000)
    expect((await send(`/api/schedules/${id}`)).body?.data).toEqual(answer.body?.data)
    const changed = await send(`/api/schedules/${id}`, {
      method: 'PUT',
      json: { regions: ['all'], cron: '0 6 * * MON-FRI', timeZone: 'Europe/Berlin', paused: true },
    })
    expect(changed.body?.data).toMatchObject({
      regions: ['all'],
      everyHours: null,
      cron: '0 6 * * MON-FRI',
      paused: true,
      pauseReason: 'requested',
      nextRunAt: null,
    })
    expect((await send(`/api/schedules?accountId=${connection.id}`)).body?.data?.['schedules']).toEqual([
      changed.body?.data,
    ])
    expect((await send(`/api/schedules?accountId=${unknownId}`)).body?.data?.['schedules']).toEqual([])
    expect((await send(`/api/schedules/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await send(`/api/schedules/${id}`)).status).toBe(404)
    const events = await service.store.tenant(organization.id, ({ auditEvents }) => auditEvents.list(100))
    expect(events.filter(({ subject }) => subject === id).map(({ action }) => action)).toEqual([
      'schedule.remove',
      'schedule.change',
      'schedule.create',
    ])
  })

  test.each([
    [{ everyHours: undefined, cron: '0 0 30 2 *' }, 'cron', 'never comes'],
    [{ everyHours: undefined, cron: '* * * * *' }, 'cron', 'every 15 minutes'],
    [{ everyHours: undefined, cron: '61 * * * *' }, 'cron', "isn't a valid cron expression"],
    [{ everyHours: undefined, cron: '@daily' }, 'cron', 'five fields'],
    [{ cron: '0 6 * * *' }, 'cron', 'exactly one'],
    [{ everyHours: undefined }, 'everyHours', 'exactly one'],
    [{ timeZone: 'Mars/Base' }, 'timeZone', 'IANA'],
    [{ regions: ['all', 'eu-west-1'] }, 'regions', 'no other region'],
    [{ regions: ['cn-north-1'] }, 'regions', 'cn-north-1: of another partition'],
    [{ regions: [] }, 'regions', ''],
    [{ everyHours: 0 }, 'everyHours', ''],
    [{ jitterMinutes: -1 }, 'jitterMinutes', ''],
    [{ every: 6 }, 'every', ''],
  ])('400: %j', async (choices, path, message) => {
    expect(await create(choices)).toMatchObject(invalid(path, message))
  })

  test('400: an unknown region', async () => {
    expect(await create({ regions: ['mars-1'] })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: expect.arrayContaining(['regions']) }] } },
    })
  })

  test('404: an unknown account or schedule, also of another organization', async () => {
    const other = await service.createOrganization()
    const id = (await create()).body?.data?.id ?? ''
    expect((await create({ cloudAccountId: unknownId })).status).toBe(404)
    expect((await create({}, { key: other.key })).status).toBe(404)
    const json = { regions: ['all'], everyHours: 6 }
    for (const key of [organization.key, other.key]) {
      const target = key === organization.key ? unknownId : id
      expect((await send(`/api/schedules/${target}`, { key })).status).toBe(404)
      expect((await send(`/api/schedules/${target}`, { key, method: 'PUT', json })).status).toBe(404)
      expect((await send(`/api/schedules/${target}`, { key, method: 'DELETE' })).status).toBe(404)
      expect((await send(`/api/schedules/${target}/run`, { key, json: {} })).status).toBe(404)
    }
    expect((await send('/api/schedules', { key: other.key })).body?.data?.['schedules']).toEqual([])
    expect((await send(`/api/schedules/${id}`)).status).toBe(200)
  })

  test('403: without the scope', async () => {
    const [reader, writer] = [
      await organization.createKey({ scopes: ['read'] }),
      await organization.createKey({ scopes: ['write'] }),
    ]
    expect((await create({}, { key: reader.key })).status).toBe(403)
    expect((await run({}, { key: reader.key })).status).toBe(403)
    expect((await send('/api/schedules', { key: writer.key })).status).toBe(403)
    expect((await send('/api/scan-runs', { key: writer.key })).status).toBe(403)
  })

  test('409: more than 20 of an account', async () => {
    const { id } = await organization.connectAccount()
    for (let count = 0; count < 20; count += 1) expect((await create({ cloudAccountId: id })).status).toBe(201)
    expect(await create({ cloudAccountId: id })).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  })
})

describe('scan runs', () => {
  test('201: all regions by default, and given ones as rows that wait', async () => {
    const all = await run()
    expect(all).toMatchObject({
      status: 201,
      body: { data: { requestedRegions: ['all'], regions: [], status: 'queued' } },
    })
    expect(all.headers.get('location')).toBe(`/api/scan-runs/${all.body?.data?.id}`)
    const some = await run({ regions: ['us-west-2', 'eu-west-1'] })
    expect(some.body?.data?.['regions']).toEqual(
      ['eu-west-1', 'us-west-2'].map((region) => ({
        region,
        status: 'waiting',
        scanId: null,
        joined: false,
        note: null,
      })),
    )
    expect((await send(`/api/scan-runs/${some.body?.data?.id}`)).body?.data).toEqual(some.body?.data)
    expect((await send(`/api/scan-runs?accountId=${connection.id}&status=queued&limit=1`)).body?.data).toMatchObject({
      scanRuns: [some.body?.data],
      meta: { hasMore: true },
    })
    expect((await send('/api/scan-runs?status=failed')).body?.data?.['scanRuns']).toEqual([])
  })

  test('400, 404, 409: other partitions, unknown accounts, connections that aren’t connected, and too many', async () => {
    expect(await run({ regions: ['us-gov-east-1'] })).toMatchObject(invalid('regions', 'another partition'))
    expect((await run({ cloudAccountId: unknownId })).status).toBe(404)
    expect((await send(`/api/scan-runs/${unknownId}`)).status).toBe(404)
    const pending = await organization.connectAccount({ status: 'pending' })
    expect(await run({ cloudAccountId: pending.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: expect.stringContaining('"pending"') } },
    })
    const { id: cloudAccountId } = await organization.connectAccount()
    for (let count = 0; count < 5; count += 1) expect((await run({ cloudAccountId })).status).toBe(201)
    const refused = await run({ cloudAccountId })
    expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('5 scan runs') } } })
    expect(refused.headers.get('retry-after')).toBe('10')
  })
})
