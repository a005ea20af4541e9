/** Tests GET /api/scans/{id}/exposure. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResourceGraph, TypeCoverage } from '../../src/graph/resource-graph.ts'
import { everyResourceType } from '../../src/resource-types/look-ups.ts'
import { encodeCursor } from '../../src/http/cursor.ts'
import type { ConnectionRecord } from '../../src/store/account-connections.ts'
import type { ExposureObject } from '../../contract/exposure.ts'
import { createApiCaller } from '../support/call-api.ts'
import type { CallApi } from '../support/call-api.ts'
import { saveGraph } from '../support/save-graph.ts'
import { startTestService } from '../support/test-service.ts'
import type { TestOrganization, TestService } from '../support/test-service.ts'

let service: TestService
let organization: TestOrganization
let connection: ConnectionRecord
let call: CallApi
let scanId: string

const coverage = (type: string, status: 'collected' | 'denied' = 'collected'): TypeCoverage => ({
  type,
  countKey: type,
  status,
  count: status === 'collected' ? 0 : null,
  calls: 1,
  retries: 0,
  durationMs: 1,
  reason: null,
  action: status === 'denied' ? 'sns:ListTopics' : null,
  deniedBy: null,
  statement: null,
})

const cluster = (id: string, publicAccessCidrs: readonly string[]) => ({
  type: 'AWS::EKS::Cluster',
  id,
  arn: `arn:aws:eks:us-east-1:1:cluster/${id}`,
  name: id,
  presence: 'read' as const,
  tags: {},
  properties: { publicEndpoint: true, publicAccessCidrs },
})
const queue = (id: string, to: string, condition: string | null) => ({
  ...cluster(id, []),
  type: 'AWS::SQS::Queue',
  arn: null,
  properties: { policyGrants: [{ to, condition }] },
})

const graph: Pick<ResourceGraph, 'resources' | 'relations' | 'coverage'> = {
  resources: [
    cluster('lab', ['0.0.0.0/0']),
    cluster('half', ['0.0.0.0/1']),
    cluster('office', ['203.0.113.0/24']),
    queue('a', 'everyone', null),
    queue('b', 'everyone', 'only where aws:SourceVpce is vpce-1'),
    queue('c', '111122223333', null),
  ],
  relations: [],
  // All types except topics were read.
  coverage: everyResourceType
    .map(({ type }) => coverage(type, type === 'AWS::SNS::Topic' ? 'denied' : 'collected'))
    .toSorted((left, right) => (left.type < right.type ? -1 : 1)),
}

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  connection = await organization.connectAccount()
  call = await createApiCaller(service)
  const scan = await organization.insertScan(connection)
  scanId = scan.id
  await service.store.tenant(organization.id, async ({ scans, graphs }) => {
    await scans.begin(scan.id, {})
    const { accountNumber, alias } = connection
    await saveGraph(graphs, scan.id, { accountId: accountNumber, accountAlias: alias, region: 'us-east-1', ...graph })
    await scans.complete(scan.id, 1, {})
  })
})
afterAll(() => service.close())

const read = (query = '', key = organization.key) => call(`/api/scans/${scanId}/exposure${query}`, { key })

async function list(query = '') {
  const { body } = await read(query)
  return (body?.data?.['exposures'] ?? []) as readonly ExposureObject[]
}

const ids = async (query: string) => (await list(query)).map(({ resource }) => resource.id)

test('200: each with source, condition, and path; unread data is unknown', async () => {
  const found = await list()
  expect(found.map(({ resource, from, verdict }) => [resource.id, from, verdict])).toEqual([
    ['half', '0.0.0.0/1', 'open'],
    ['lab', 'internet', 'open'],
    ['office', '203.0.113.0/24', 'open'],
    [null, 'internet', 'unknown'],
    ['a', 'internet', 'open'],
    ['b', 'internet', 'conditional'],
    ['c', 'other accounts', 'open'],
  ])
  expect(found[1]).toEqual({
    resource: { type: 'AWS::EKS::Cluster', id: 'lab', arn: 'arn:aws:eks:us-east-1:1:cluster/lab', name: 'lab' },
    from: 'internet',
    accounts: [],
    by: 'cluster endpoint',
    protocol: 'tcp',
    ports: '443',
    verdict: 'open',
    condition: null,
    path: [{ type: 'AWS::EKS::Cluster', id: 'lab', evidence: 'has a public endpoint' }],
    unknownBecause: [],
    accessAnalyzer: null,
  })
  expect(found[3]).toMatchObject({
    resource: { type: 'AWS::SNS::Topic', id: null, arn: null, name: null },
    unknownBecause: [{ type: 'AWS::SNS::Topic', action: 'sns:ListTopics' }],
  })
  expect(found[6]).toMatchObject({ accounts: ['111122223333'] })
  expect(found[5]).toMatchObject({ condition: 'only where aws:SourceVpce is vpce-1' })
})

describe('filters', () => {
  test.each([
    ['?type=AWS::SQS::Queue', ['a', 'b', 'c']],
    ['?verdict=conditional', ['b']],
    ['?verdict=unknown', [null]],
    // Unknown exposures may be reachable from anywhere, on any port.
    ['?from=other%20accounts', [null, 'c']],
    ['?from=internet', ['half', 'lab', 'office', null, 'a', 'b']],
    ['?from=203.0.113.0/24', ['lab', 'office', null, 'a', 'b']],
    ['?from=203.0.113.7', ['lab', 'office', null, 'a', 'b']],
    ['?from=203.0.0.0/16', ['lab', 'office', null, 'a', 'b']],
    ['?from=9.0.0.0/8', ['half', 'lab', null, 'a', 'b']],
    ['?from=10.0.0.0/8', ['half', null]],
    ['?port=443', ['half', 'lab', 'office', null, 'a', 'b', 'c']],
    ['?port=80&type=AWS::EKS::Cluster', []],
    ['?type=AWS::EKS::Cluster&from=internet&port=443&verdict=open', ['half', 'lab', 'office']],
    ['?type=none', []],
  ])('%s', async (query, expected) => expect(await ids(query)).toEqual(expected))
})

test('pages have every entry once', async () => {
  const found: (string | null)[] = []
  let cursor = ''
  for (let pages = 0; pages < 10; pages += 1) {
    const { body } = await read(`?limit=2&type=AWS::SQS::Queue${cursor}`)
    const page = (body?.data?.['exposures'] ?? []) as readonly ExposureObject[]
    found.push(...page.map(({ resource }) => resource.id))
    if (body?.data?.meta?.hasMore !== true) break
    cursor = `&cursor=${body.data.meta.cursor ?? ''}`
  }
  expect(found).toEqual(['a', 'b', 'c'])
})

const reasons = async (id: string) => {
  const { status, body } = await call(`/api/scans/${id}/exposure?limit=100`, { key: organization.key })
  const found = (body?.data?.['exposures'] ?? []) as readonly ExposureObject[]
  expect(status).toBe(200)
  const types = everyResourceType.filter(({ exposedBy }) => exposedBy !== undefined).map(({ type }) => type)
  expect(found.map(({ resource }) => resource.type)).toEqual(expect.arrayContaining(types))
  expect(found.every(({ resource, verdict }) => resource.id === null && verdict === 'unknown')).toBe(true)
  return [...new Set(found.flatMap(({ unknownBecause }) => unknownBecause.map(({ reason }) => reason)))]
}

describe('a scan that did not read anything', () => {
  test('200: unknown while it is queued, and after it failed', async () => {
    const scan = await organization.insertScan(connection, 'eu-west-1')
    expect(await reasons(scan.id)).toEqual(["The scan hasn't finished."])
    await service.store.tenant(organization.id, ({ scans }) =>
      scans.fail(scan.id, ['queued'], 'It failed.', { progress: null }),
    )
    expect(await reasons(scan.id)).toEqual(['The scan failed.'])
    const cursor = encodeCursor(`exposures of ${scan.id}`, ['queued', '1'])
    const { body } = await call(`/api/scans/${scan.id}/exposure?cursor=${cursor}`, { key: organization.key })
    expect(body?.error?.details?.[0]?.path).toEqual(['cursor'])
  })
})

test('400: an invalid verdict, port, or cursor', async () => {
  const cursors = [
    ['completed', '99'],
    ['completed', 'x'],
    ['x', '1'],
  ].map(([kind = '', at = '']) => `cursor=${encodeCursor(`exposures of ${scanId}`, [kind, at])}`)
  for (const query of [
    'verdict=closed',
    'from=the%20internet',
    'from=203.0.113',
    'port=65536',
    'port=-1',
    ...cursors,
  ]) {
    const { status, body } = await read(`?${query}`)
    expect([query, status, body?.error?.code, body?.error?.details?.[0]?.path]).toEqual([
      query,
      400,
      'VALIDATION_ERROR',
      [query.split('=')[0]],
    ])
  }
})

test("403 without the read scope; 404 for another organization's scan", async () => {
  const { key } = await organization.createKey({ scopes: ['write'] })
  expect((await read('', key)).status).toBe(403)
  const other = await service.createOrganization()
  expect((await read('', other.key)).status).toBe(404)
})
