/** Tests baselines: set, listed, removed, and as the base of a comparison. */
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
const pathOf = (name: string, account = connection.id) => `/api/accounts/${account}/baselines/${name}`
const set = (name: string, scanId: string, request: ApiRequest = {}) =>
  send(pathOf(name), { method: 'PUT', json: { scanId }, ...request })
const remove = (name: string, region = 'us-east-1', request: ApiRequest = {}) =>
  send(`${pathOf(name)}?region=${region}`, { method: 'DELETE', ...request })
const listed = async (region: string) =>
  (await send(`/api/accounts/${connection.id}/baselines?region=${region}`)).body?.data?.['baselines']
const events = async () =>
  (await service.store.tenant(organization.id, ({ auditEvents }) => auditEvents.list(100))).filter(({ action }) =>
    action.startsWith('baseline.'),
  )

async function completedScan(region = 'us-east-1', of = organization, account = connection) {
  const scan = await of.insertScan(account, region)
  await service.store.tenant(of.id, async ({ scans }) => {
    await scans.begin(scan.id, {})
    await scans.complete(scan.id, 1, {})
  })
  return scan
}

describe('PUT', () => {
  test('200: names a scan, then another one of its region; the same again changes nothing', async () => {
    const [first, second] = [await completedScan(), await completedScan()]
    const before = (await events()).length
    const answer = await set('release-1.0', first.id.toUpperCase())
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(answer.body?.data).toEqual({
      name: 'release-1.0',
      region: 'us-east-1',
      scanId: first.id,
      scanCreatedAt: first.createdAt.toISOString(),
      createdAt: expect.any(String),
    })
    expect((await set('release-1.0', first.id)).text).toBe(answer.text)
    expect((await set('release-1.0', second.id)).body?.data).toMatchObject({ scanId: second.id })
    const { body } = await send(`/api/accounts/${connection.id}/baselines`)
    expect(body?.data?.['baselines']).toEqual([expect.objectContaining({ name: 'release-1.0', scanId: second.id })])
    const written = await events()
    expect(written.length).toBe(before + 2)
    expect(written[0]).toMatchObject({
      actor: expect.stringMatching(/^key:/),
      action: 'baseline.set',
      subject: second.id,
      details: { name: 'release-1.0', region: 'us-east-1', connectionId: connection.id },
      address: '127.0.0.1',
    })
  })

  test('200: a scan may have several names, and a name is another one in another case or region', async () => {
    const [scan, elsewhere] = [await completedScan('eu-west-1'), await completedScan('eu-west-2')]
    await set('Blue', scan.id)
    await set('blue', scan.id)
    await set('blue', elsewhere.id)
    expect(await listed('eu-west-1')).toMatchObject([
      { name: 'blue', scanId: scan.id },
      { name: 'Blue', scanId: scan.id },
    ])
    expect(await listed('eu-west-2')).toMatchObject([{ name: 'blue', scanId: elsewhere.id }])
    expect(await listed('eu-west-3')).toEqual([])
  })

  const longest = 'n'.repeat(64)
  const names = ['a', '0', '_', '-', 'previous-1', '2026-11-1', '2026-11-15.1', 'd7', '7w', '...', longest]
  test.each(names)('200: %s', async (name) => {
    expect((await set(name, (await completedScan()).id)).body?.data).toMatchObject({ name })
    expect((await remove(name)).status).toBe(200)
  })

  const noNames = [
    'previous',
    'PREVIOUS',
    '2026-11-15',
    '2026-99-99',
    '7d',
    '12H',
    '0d',
    '99999d',
    unknownId,
    'ABCDEFAB-0000-4000-8000-000000000000',
    `${longest}n`,
    'a%20b',
    'a%2Fb',
    'ä',
    'a%0A',
  ]
  test.each(noNames)('400: %s isn’t a name', async (name) => {
    expect(await set(name, (await completedScan()).id)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: [{ path: ['name'] }] } },
    })
  })

  test('400: a scan of another account, no scan, and an unknown field', async () => {
    const other = await organization.connectAccount()
    const foreign = await completedScan('us-east-1', organization, other)
    expect(await set('wrong', foreign.id)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: ['scanId'], message: 'must be a scan of this account connection' }] } },
    })
    for (const json of [{}, { scanId: 'x' }, { scanId: foreign.id, region: 'us-east-1' }]) {
      expect((await send(pathOf('wrong'), { method: 'PUT', json })).status).toBe(400)
    }
  })

  test('404: an unknown account or scan, also those of another organization', async () => {
    const scan = await completedScan()
    const other = await service.createOrganization()
    const foreign = await completedScan('us-east-1', other, await other.connectAccount())
    expect(await set('missing', unknownId)).toMatchObject({
      status: 404,
      body: { error: { message: 'The scan does not exist.' } },
    })
    expect((await set('missing', foreign.id)).status).toBe(404)
    for (const request of [
      send(pathOf('missing', unknownId), { method: 'PUT', json: { scanId: scan.id } }),
      set('missing', scan.id, { key: other.key }),
    ]) {
      expect(await request).toMatchObject({
        status: 404,
        body: { error: { message: 'The account connection does not exist.' } },
      })
    }
  })

  test('409: a scan that has not completed', async () => {
    const scan = await organization.insertScan(connection)
    expect(await set('early', scan.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: expect.stringContaining('"queued"') } },
    })
    expect((await remove('early')).status).toBe(404)
  })

  test('409: more than 100 names in a region; names that exist can move, and others when one was removed', async () => {
    const [scan, later] = [await completedScan('ap-southeast-4'), await completedScan('ap-southeast-4')]
    const elsewhere = await completedScan('ap-southeast-5')
    for (let number = 1; number <= 100; number += 1) {
      expect((await set(`release-${number}`, scan.id)).status).toBe(200)
    }
    expect(await set('one-more', scan.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: expect.stringContaining('100 baselines in ap-southeast-4') } },
    })
    expect((await set('release-100', later.id)).body?.data).toMatchObject({ scanId: later.id })
    expect((await set('one-more', elsewhere.id)).status).toBe(200)
    expect((await remove('release-1', 'ap-southeast-4')).status).toBe(200)
    expect((await set('one-more', scan.id)).status).toBe(200)
  })

  test('403: without the scope', async () => {
    const [reader, writer] = [
      await organization.createKey({ scopes: ['read'] }),
      await organization.createKey({ scopes: ['write'] }),
    ]
    const scan = await completedScan()
    const list = `/api/accounts/${connection.id}/baselines`
    expect((await set('scoped', scan.id, { key: reader.key })).status).toBe(403)
    expect((await set('scoped', scan.id, { key: writer.key })).status).toBe(200)
    expect((await send(list, { key: writer.key })).status).toBe(403)
    expect((await send(list, { key: reader.key })).status).toBe(200)
    expect((await remove('scoped', 'us-east-1', { key: reader.key })).status).toBe(403)
    expect((await remove('scoped', 'us-east-1', { key: writer.key })).status).toBe(200)
  })
})

describe('GET', () => {
  test('200: pages of those of the account, the last set first', async () => {
    const account = await organization.connectAccount()
    const scan = await completedScan('us-east-1', organization, account)
    for (const name of ['one', 'two', 'three', 'one']) {
      const scanId = name === 'one' ? (await completedScan('us-east-1', organization, account)).id : scan.id
      await send(pathOf(name, account.id), { method: 'PUT', json: { scanId } })
    }
    const list = `/api/accounts/${account.id}/baselines`
    const { body: first } = await send(`${list}?limit=2`)
    expect(first?.data).toMatchObject({ baselines: [{ name: 'one' }, { name: 'three' }], meta: { hasMore: true } })
    const { body: rest } = await send(`${list}?limit=2&cursor=${first?.data?.meta?.cursor}`)
    expect(rest?.data).toMatchObject({ baselines: [{ name: 'two' }], meta: { hasMore: false } })
  })

  test('404 and 400: an unknown account or region', async () => {
    const other = await service.createOrganization()
    expect((await send(`/api/accounts/${unknownId}/baselines`)).status).toBe(404)
    expect((await send(`/api/accounts/${connection.id}/baselines`, { key: other.key })).status).toBe(404)
    expect((await send(`/api/accounts/${connection.id}/baselines?region=mars-1`)).status).toBe(400)
  })
})

describe('DELETE', () => {
  test('200: removes the name in one region, and the scan stays', async () => {
    const [here, there] = [await completedScan('sa-east-1'), await completedScan('ca-central-1')]
    for (const { id } of [here, there]) await set('green', id)
    const removed = await remove('green', 'sa-east-1')
    expect(removed).toMatchObject({ status: 200, body: { data: { name: 'green', scanId: here.id } } })
    expect((await events())[0]).toMatchObject({
      action: 'baseline.remove',
      subject: here.id,
      details: { name: 'green', region: 'sa-east-1', connectionId: connection.id },
    })
    expect((await send(`/api/scans/${here.id}`)).status).toBe(200)
    expect(await remove('green', 'sa-east-1')).toMatchObject({
      status: 404,
      body: { error: { message: 'The baseline "green" in sa-east-1 does not exist.' } },
    })
    expect((await remove('green', 'ca-central-1')).status).toBe(200)
  })

  test('404 and 400: an unknown account, another organization, no region', async () => {
    await set('kept', (await completedScan()).id)
    const other = await service.createOrganization()
    expect((await remove('kept', 'us-east-1', { key: other.key })).status).toBe(404)
    expect(await send(`${pathOf('kept', unknownId)}?region=us-east-1`, { method: 'DELETE' })).toMatchObject({
      status: 404,
      body: { error: { message: 'The account connection does not exist.' } },
    })
    expect(await send(pathOf('kept'), { method: 'DELETE' })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: ['region'], message: 'is required' }] } },
    })
    expect((await remove('kept')).status).toBe(200)
  })
})

describe('compare?base=NAME', () => {
  test('200: with the scan of that name, of the same account and region', async () => {
    const region = 'ap-southeast-2'
    const [first, second, third] = [
      await completedScan(region),
      await completedScan(region),
      await completedScan(region),
    ]
    await set('Live', first.id)
    await set('Live', (await completedScan('ap-southeast-1')).id)
    const baseOf = async (base: string) =>
      (await send(`/api/scans/${third.id}/compare?base=${base}`)).body?.data?.['base']
    expect(await baseOf('Live')).toMatchObject({ id: first.id })
    expect(await baseOf('previous')).toMatchObject({ id: second.id })
    await set('Live', second.id)
    expect(await baseOf('Live')).toMatchObject({ id: second.id })
  })

  test('404: no such name in the account and region', async () => {
    const region = 'us-west-2'
    const scan = await completedScan(region)
    await set('named', (await completedScan('us-west-1')).id)
    const account = await organization.connectAccount()
    const { id: scanId } = await completedScan(region, organization, account)
    await send(pathOf('named', account.id), { method: 'PUT', json: { scanId } })
    expect(await send(`/api/scans/${scan.id}/compare?base=named`)).toMatchObject({
      status: 404,
      body: {
        error: { code: 'NOT_FOUND', message: 'A baseline "named" of this account in us-west-2 does not exist.' },
      },
    })
    await set('named', scan.id)
    expect((await send(`/api/scans/${scan.id}/compare?base=named`)).status).toBe(200)
    expect((await send(`/api/scans/${scan.id}/compare?base=Named`)).status).toBe(404)
  })
})
