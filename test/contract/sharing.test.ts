/** Tests saved views and share links in the API: created, listed, renamed, revoked, deleted, and their errors. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import type { DiagramRecord } from '../../src/store/diagrams.ts'
import { createApiCaller } from '../support/call-api.ts'
import type { ApiRequest, CallApi } from '../support/call-api.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let call: CallApi
let owner: Client
let connection: ConnectionRecord
/** The newest diagram, its detail page, and the diagram of an earlier scan. */
let newest: DiagramRecord
let detail: DiagramRecord
let earlier: DiagramRecord

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  connection = await organization.connectAccount()
  call = await createApiCaller(service)
  owner = new Client({ connectionString: service.ownerUrl })
  await owner.connect()
  await owner.query(`select set_config('app.organization', $1, false)`, [organization.id])
  const scanned = async () => {
    const scan = await organization.insertScan(connection, 'eu-west-1')
    return service.store.tenant(organization.id, async ({ scans, diagrams }) => {
      await scans.begin(scan.id, {})
      await diagrams.insert(scan.id, [
        { type: 'network', title: 'Network', content: {}, pages: [{ title: 'VPC a', focus: 'vpc-a' }] },
      ])
      await scans.complete(scan.id, 1, {})
      return (await diagrams.list({ scanId: scan.id }, { limit: 10, after: null })).items
    })
  }
  const [first] = await scanned()
  const [second, page] = await scanned()
  if (first === undefined || second === undefined || page === undefined) throw new Error('a scan has no diagrams')
  ;[earlier, newest, detail] = [first, second, page]
})
afterAll(async () => {
  await owner.end()
  await service.close()
})

const unknownId = '00000000-0000-4000-8000-000000000000'
const send = (path: string, request: ApiRequest = {}) => call(path, { key: organization.key, ...request })
let names = 0
const newName = () => `View ${(names += 1)}`
const save = (view: object = {}, request: ApiRequest = {}) =>
  send('/api/views', { json: { name: newName(), diagramId: newest.id, ...view }, ...request })
const share = (link: object = {}, request: ApiRequest = {}) =>
  send('/api/share-links', { json: { view: { name: newName(), diagramId: newest.id }, ...link }, ...request })
const count = async (query: string) => {
  const data = (await send(`/api/views?limit=100${query}`)).body?.data as { views?: unknown[] } | undefined
  return data?.views?.length
}
const invalid = (...path: readonly string[]) => ({
  status: 400,
  body: { error: { code: 'VALIDATION_ERROR', details: [{ path }] } },
})

describe('saved views', () => {
  test('201: with its defaults, then found, renamed, listed, and deleted', async () => {
    const options = { tags: 'env=prod', types: '-AWS::SQS::Queue', depth: 2, hide: ['gap'], fold: ['a', 'b'] }
    const answer = await save({ name: '  Production ', options, place: '10,-20,150' })
    const id = answer.body?.data?.id ?? ''
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/api/views/${id}`)
    expect(answer.body?.data).toMatchObject({
      name: 'Production',
      visibility: 'organization',
      cloudAccountId: newest.connectionId,
      region: 'eu-west-1',
      type: 'network',
      options,
      place: '10,-20,150',
      pinned: false,
      scanId: newest.scanId,
      diagramId: newest.id,
      createdBy: 'test',
    })
    expect((await send(`/api/views/${id}`)).body?.data).toEqual(answer.body?.data)
    const renamed = await send(`/api/views/${id}`, { method: 'PUT', json: { name: 'Production, EU' } })
    expect(renamed.body?.data).toMatchObject({ id, name: 'Production, EU', options })
    const listed = await send('/api/views?limit=1')
    expect(listed.body?.data).toMatchObject({ views: [{ id }] })
    expect((await send(`/api/views/${id}`, { method: 'DELETE' })).body?.data).toMatchObject({ id })
    expect((await send(`/api/views/${id}`)).status).toBe(404)
    expect((await send(`/api/views/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await send(`/api/views/${id}`, { method: 'PUT', json: { name: 'Gone' } })).status).toBe(404)
    const events = await service.store.tenant(organization.id, ({ auditEvents }) => auditEvents.list(100))
    expect(events.filter(({ subject }) => subject === id)).toMatchObject([
      { action: 'view.remove', details: { name: 'Production, EU', endedLinks: 0 } },
      { action: 'view.rename', details: { name: 'Production, EU', from: 'Production' } },
      { action: 'view.create', details: { name: 'Production', visibility: 'organization', type: 'network' } },
    ])
  })

  test('it shows the newest completed scan, or the pinned one', async () => {
    const shown = async (view: object) => (await save({ diagramId: earlier.id, ...view })).body?.data
    expect(await shown({})).toMatchObject({ pinned: false, scanId: newest.scanId, diagramId: newest.id })
    expect(await shown({ pinned: true })).toMatchObject({ pinned: true, scanId: earlier.scanId, diagramId: earlier.id })
  })

  test('a later scan that has not completed, or is of another region or account, is not shown', async () => {
    const view = await save()
    const other = await organization.connectAccount()
    const [queued, failed, elsewhere, theirs] = [
      await organization.insertScan(connection, 'eu-west-1'),
      await organization.insertScan(connection, 'eu-west-1'),
      await organization.insertScan(connection, 'eu-west-2'),
      await organization.insertScan(other, 'eu-west-1'),
    ]
    await service.store.tenant(organization.id, async ({ scans, diagrams }) => {
      for (const { id } of [failed, elsewhere, theirs]) await scans.begin(id, {})
      await scans.fail(failed.id, ['scanning'], 'It failed.', { attempt: 1, progress: {} })
      for (const { id } of [elsewhere, theirs]) {
        await diagrams.insert(id, [{ type: 'network', title: 'Network', content: {} }])
        await scans.complete(id, 1, {})
      }
    })
    const statuses = await Promise.all(
      [queued, failed, elsewhere, theirs].map(
        async ({ id }) => (await send(`/api/scans/${id}`)).body?.data?.['status'],
      ),
    )
    expect(statuses).toEqual(['queued', 'failed', 'completed', 'completed'])
    const now = await send(`/api/views/${view.body?.data?.id}`)
    expect(now.body?.data).toMatchObject({ scanId: newest.scanId, diagramId: newest.id })
  })

  test('a detail page is saved as its focus, unless another focus is requested', async () => {
    const saved = await save({ diagramId: detail.id })
    expect(saved.body?.data).toMatchObject({ options: { focus: 'vpc-a' }, diagramId: newest.id })
    const other = await save({ diagramId: detail.id, options: { focus: 'vpc-b' } })
    expect(other.body?.data).toMatchObject({ options: { focus: 'vpc-b' } })
  })

  test('filters by account and region', async () => {
    const all = await count('')
    expect(all).toBeGreaterThan(3)
    expect(await count(`&accountId=${newest.connectionId}&region=eu-west-1`)).toBe(all)
    expect(await count(`&accountId=${unknownId}`)).toBe(0)
    expect(await count('&accountId=nothing')).toBe(0)
    expect(await count('&region=us-east-1')).toBe(0)
  })

  test('409: a name that is taken, or looks the same', async () => {
    const taken = { status: 409, body: { error: { code: 'CONFLICT' } } }
    const first = await save({ name: 'caf\u00e9' })
    expect(await save({ name: 'cafe\u0301' })).toMatchObject(taken)
    const other = await save()
    expect(
      await send(`/api/views/${other.body?.data?.id}`, { method: 'PUT', json: { name: 'ca\u200bf\u00e9' } }),
    ).toMatchObject(taken)
    const same = await send(`/api/views/${first.body?.data?.id}`, { method: 'PUT', json: { name: 'caf\u00e9' } })
    expect(same.status).toBe(200)
  })

  test('400: invalid names, options, and places, and a personal view of an API key', async () => {
    expect(await save({ name: ' ' })).toMatchObject(invalid('name'))
    expect(await save({ name: 'a\u202eb' })).toMatchObject(invalid('name'))
    expect(await save({ place: '1,2' })).toMatchObject(invalid('place'))
    expect(await save({ visibility: 'personal' })).toMatchObject(invalid('visibility'))
    expect(await save({ options: { tags: 'env=prod and' } })).toMatchObject(invalid('options', 'tags'))
    expect(await save({ options: { types: 'EC2' } })).toMatchObject(invalid('options', 'types'))
    expect((await save({ options: { unknown: 1 } })).status).toBe(400)
    expect((await save({ options: { hide: ['boxes'] } })).status).toBe(400)
  })

  test('403: reading requires the scope read, and writing the scope write', async () => {
    const [reader, writer] = [
      await organization.createKey({ scopes: ['read'] }),
      await organization.createKey({ scopes: ['write'] }),
    ]
    expect((await save({}, { key: reader.key })).status).toBe(403)
    expect((await share({}, { key: reader.key })).status).toBe(403)
    for (const path of ['/api/views', `/api/views/${unknownId}`, '/api/share-links', `/api/share-links/${unknownId}`]) {
      expect([path, (await send(path, { key: writer.key })).status]).toEqual([path, 403])
    }
    for (const path of [`/api/views/${unknownId}`, `/api/share-links/${unknownId}`]) {
      expect((await send(path, { method: 'DELETE', key: reader.key })).status).toBe(403)
      expect((await send(path, { method: 'DELETE', key: writer.key })).status).toBe(404)
    }
  })

  test('404: an unknown diagram; 409: above the limit of the organization', async () => {
    expect((await save({ diagramId: unknownId })).status).toBe(404)
    const { rows } = await owner.query<{ count: number }>('select count(*)::integer as count from saved_views')
    const fill = 499 - (rows[0]?.count ?? 0)
    await owner.query(
      `insert into saved_views (organization_id, id, name, actor, connection_id, region, pinned, type, options)
       select $1, gen_random_uuid(), 'filler ' || number, 'key:1', $2, 'eu-west-1', false, 'network', '{}'
       from generate_series(1, $3::integer) as number`,
      [organization.id, newest.connectionId, fill],
    )
    expect((await save()).status).toBe(201)
    expect(await save()).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
    await owner.query(`delete from saved_views where name like 'filler %'`)
  })
})

describe('pictures of share links', () => {
  test('503: with Retry-After while too many diagrams are drawn, as a picture and as a page', async () => {
    const busy = await startTestService({
      drawPicture: async () => ({ kind: 'refused', code: 'CONFLICT', message: 'The diagram queue is full. Retry.' }),
    })
    try {
      const theirs = await busy.createOrganization()
      const scan = await theirs.insertScan(await theirs.connectAccount())
      const diagram = await busy.store.tenant(theirs.id, async ({ scans, diagrams }) => {
        await scans.begin(scan.id, {})
        await diagrams.insert(scan.id, [{ type: 'network', title: 'Network', content: {} }])
        await scans.complete(scan.id, 1, {})
        return (await diagrams.list({}, { limit: 1, after: null })).items[0]
      })
      const created = await fetch(`${busy.baseUrl}/api/share-links`, {
        method: 'POST',
        headers: { authorization: `Bearer ${theirs.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ view: { name: 'Busy', diagramId: diagram?.id } }),
      })
      const { data } = (await created.json()) as { data: { pageUrl: string; svgUrl: string } }
      for (const [url, mediaType] of [
        [data.svgUrl, 'image/svg+xml'],
        [data.pageUrl, 'text/html; charset=utf-8'],
      ] as const) {
        const response = await fetch(busy.baseUrl + url)
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
        expect(response.headers.get('content-type')).toBe(mediaType)
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(await response.text()).toContain('Too many diagrams are being drawn')
      }
    } finally {
      await busy.close()
    }
  })
})

describe('share links', () => {
  test('201: with its defaults and addresses, then found, listed, and revoked', async () => {
    const before = Date.now()
    const answer = await share()
    const data = answer.body?.data ?? {}
    const { id, viewId, token, pageUrl, svgUrl, pngUrl, ...rest } = data as Record<string, string>
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/api/share-links/${id}`)
    expect(token).toMatch(/^svy_share_[0-9A-Za-z]{49}$/)
    expect([pageUrl, svgUrl, pngUrl]).toEqual([`/share/${token}`, `/share/${token}.svg`, `/share/${token}.png`])
    expect(rest).toMatchObject({
      status: 'active',
      frameAncestors: [],
      hideAccountIds: false,
      uses: 0,
      lastUsedAt: null,
      revokedAt: null,
      pinned: false,
    })
    const days = (Date.parse(rest['expiresAt'] ?? '') - before) / 86_400_000
    expect(days).toBeGreaterThan(29.99)
    expect(days).toBeLessThan(30.01)
    expect((await send(`/api/share-links/${id}`)).body?.data).toEqual({ id, viewId, ...rest })
    expect((await send(`/api/share-links?viewId=${viewId}`)).body?.data).toMatchObject({ shareLinks: [{ id }] })
    expect((await send(`/api/share-links?viewId=${unknownId}`)).body?.data).toMatchObject({ shareLinks: [] })
    expect((await send('/api/share-links?viewId=nothing')).body?.data).toMatchObject({ shareLinks: [] })
    const revoked = await send(`/api/share-links/${id}`, { method: 'DELETE' })
    expect(revoked.body?.data).toMatchObject({ id, status: 'revoked' })
    const again = await send(`/api/share-links/${id}`, { method: 'DELETE' })
    expect(again.body?.data).toEqual(revoked.body?.data)
  })

  test('400: neither or both of viewId and view, and more days than a year', async () => {
    const view = await save()
    const viewId = view.body?.data?.id
    expect(await share({ view: undefined })).toMatchObject(invalid('viewId'))
    expect(await share({ viewId })).toMatchObject(invalid('viewId'))
    expect((await share({ view: undefined, viewId })).status).toBe(201)
    expect(await share({ days: 366 })).toMatchObject(invalid('days'))
    expect(await share({ days: 0 })).toMatchObject(invalid('days'))
    expect((await share({ days: 365 })).status).toBe(201)
    const sites = Array.from({ length: 11 }, (_, number) => `https://wiki${number}.example.com`)
    expect(await share({ frameAncestors: sites })).toMatchObject(invalid('frameAncestors'))
    expect((await share({ frameAncestors: sites.slice(1) })).status).toBe(201)
  })

  test('deleting a view counts its usable links, and a revoked link stays revoked after it has expired', async () => {
    const viewId = (await save()).body?.data?.id
    const links = [1, 2, 3].map(() => share({ view: undefined, viewId }))
    const [, expired, revoked] = (await Promise.all(links)).map(({ body }) => body?.data?.id)
    await send(`/api/share-links/${revoked}`, { method: 'DELETE' })
    await owner.query('update share_links set expires_at = now() where id in ($1, $2)', [expired, revoked])
    expect((await send(`/api/share-links/${expired}`)).body?.data).toMatchObject({ status: 'expired' })
    expect((await send(`/api/share-links/${revoked}`)).body?.data).toMatchObject({ status: 'revoked' })
    await owner.query(`update share_links set expires_at = now() + interval '1 day' where id = $1`, [revoked])
    await send(`/api/views/${viewId}`, { method: 'DELETE' })
    const events = await service.store.tenant(organization.id, ({ auditEvents }) => auditEvents.list(1))
    expect(events).toMatchObject([{ action: 'view.remove', subject: viewId, details: { endedLinks: 1 } }])
  })

  test('a refused link saves no view', async () => {
    const name = newName()
    expect((await share({ view: { name, diagramId: newest.id }, frameAncestors: ['*'] })).status).toBe(400)
    expect((await save({ name })).status).toBe(201)
  })

  test('404: an unknown view or diagram', async () => {
    expect((await share({ view: undefined, viewId: unknownId })).status).toBe(404)
    expect((await share({ view: { name: newName(), diagramId: unknownId } })).status).toBe(404)
    expect((await send(`/api/share-links/${unknownId}`)).status).toBe(404)
  })

  test('404: a view that is deleted in the meantime', async () => {
    const { body } = await save()
    await owner.query('begin')
    await owner.query('delete from saved_views where id = $1', [body?.data?.id])
    const answer = share({ view: undefined, viewId: body?.data?.id })
    const isWaiting = async () =>
      (await owner.query('select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'))
        .rowCount
    await expect.poll(isWaiting).toBe(1)
    await owner.query('commit')
    expect(await answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  })

  test('409: above the limit of open links; links are listed until 90 days after their end', async () => {
    const view = await save()
    const viewId = view.body?.data?.id
    const link = { view: undefined, viewId }
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::integer as count from share_links where revoked_at is null',
    )
    await owner.query(
      `insert into share_links (organization_id, id, token_hash, view_id, actor, hide_account_ids, frame_ancestors, expires_at)
       select $1, gen_random_uuid(), sha256(('filler ' || number)::bytea), $2, 'key:filler', false, '{}', now() + interval '1 day'
       from generate_series(1, $3::integer) as number`,
      [organization.id, viewId, 499 - (rows[0]?.count ?? 0)],
    )
    expect((await share(link)).status).toBe(201)
    expect(await share(link)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
    await owner.query(
      `update share_links set revoked_at = now() - interval '89 days' where id = (
         select id from share_links where actor = 'key:filler' limit 1)`,
    )
    await owner.query(
      `update share_links set expires_at = now() - interval '91 days' where actor = 'key:filler' and revoked_at is null`,
    )
    expect((await share(link)).status).toBe(201)
    const left = await owner.query(`select from share_links where actor = 'key:filler'`)
    expect(left.rowCount).toBe(1)
  })
})
