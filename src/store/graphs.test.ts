import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveGraph } from '../../test/support/save-graph.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { Resource, ResourceGraph, TypeCoverage } from '../graph/resource-graph.ts'
import type { ResourceFilter } from './resource-filter.ts'

let testTenant: TestTenant
let connectionId: string

beforeAll(async () => {
  testTenant = await createTestTenant()
  connectionId = testTenant.connectionId
})
afterAll(() => testTenant.close())

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

async function savedScan(graph: ResourceGraph): Promise<string> {
  const { id } = await tenant(({ scans }) =>
    scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' }),
  )
  await tenant(({ graphs }) => saveGraph(graphs, id, graph))
  return id
}

const resource = (type: string, id: string, more: Partial<Resource> = {}): Resource => ({
  type,
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties: {},
  ...more,
})

const coverage = (type: string, more: Partial<TypeCoverage> = {}): TypeCoverage => ({
  type,
  countKey: 'things',
  status: 'collected',
  count: 1,
  calls: 1,
  retries: 0,
  durationMs: 5,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
  ...more,
})

const graph: ResourceGraph = {
  accountId: '123456789012',
  accountAlias: 'production',
  region: 'us-east-1',
  resources: [
    resource('AWS::EC2::Subnet', 'subnet-1', { name: '100%_real', tags: { env: 'production', 'a=b': 'c=d' } }),
    resource('AWS::EC2::Subnet', 'subnet-2', { partial: true, tags: { env: 'test' } }),
    resource('AWS::EC2::VPC', 'vpc-1', {
      arn: 'arn:aws:ec2:us-east-1:123456789012:vpc/vpc-1',
      properties: { cidrBlocks: ['10.0.0.0/16'], isDefault: false, nested: { list: [1, null, 'ü'] } },
    }),
    resource('AWS::EC2::VPC', 'vpc-elsewhere', { presence: 'external' }),
  ],
  relations: [
    {
      source: { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
      verb: 'contained in',
      target: { type: 'AWS::EC2::VPC', id: 'vpc-1' },
      evidence: 'ec2:DescribeSubnets Subnets[].VpcId',
    },
    {
      source: { type: 'AWS::EC2::Subnet', id: 'subnet-2' },
      verb: 'contained in',
      target: { type: 'AWS::EC2::VPC', id: 'vpc-elsewhere' },
      evidence: 'ec2:DescribeSubnets Subnets[].VpcId',
      basis: 'permitted',
    },
  ],
  coverage: [
    coverage('AWS::EC2::Subnet', { count: 2 }),
    coverage('AWS::RDS::DBInstance', {
      status: 'denied',
      count: null,
      reason: 'not allowed',
      action: 'rds:DescribeDBInstances',
      deniedBy: 'identity policy',
      statement: { Effect: 'Allow', Action: ['rds:DescribeDBInstances'], Resource: '*' },
    }),
  ],
}

test('loads a graph as it was saved; saving again replaces it', async () => {
  const scanId = await savedScan({ ...graph, resources: [resource('AWS::EC2::VPC', 'earlier attempt')], relations: [] })
  await tenant(({ graphs }) => graphs.saveCoverage(scanId, [coverage('AWS::S3::Bucket')]))
  await tenant(({ graphs }) => saveGraph(graphs, scanId, graph))
  expect(await tenant(({ graphs }) => graphs.load(scanId))).toEqual(graph)
})

test('coverage grows while the scan runs', async () => {
  const { id } = await tenant(({ scans }) =>
    scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' }),
  )
  expect(await tenant(({ graphs }) => graphs.coverage(id))).toEqual([])
  await tenant(({ graphs }) => graphs.saveCoverage(id, [coverage('B'), coverage('A', { count: 1 })]))
  await tenant(({ graphs }) => graphs.saveCoverage(id, [coverage('A', { count: 2 })]))
  expect(await tenant(({ graphs }) => graphs.coverage(id))).toEqual([coverage('A', { count: 2 }), coverage('B')])
  expect(await tenant(({ graphs }) => graphs.load(id))).toBeNull()
})

test.for<[ResourceFilter, string[]]>([
  [{}, ['subnet-1', 'subnet-2', 'vpc-1', 'vpc-elsewhere']],
  [{ type: 'AWS::EC2::VPC' }, ['vpc-1', 'vpc-elsewhere']],
  [{ tag: 'env' }, ['subnet-1', 'subnet-2']],
  [{ tag: 'env=production' }, ['subnet-1']],
  [{ tag: 'env=' }, []],
  [{ tag: 'a=b=c=d' }, ['subnet-1']],
  [{ tag: 'a=b' }, ['subnet-1']],
  [{ tag: "'; drop table scans; --" }, []],
  [{ q: 'VPC-' }, ['vpc-1', 'vpc-elsewhere']],
  [{ q: ':VPC/' }, ['vpc-1']],
  [{ q: '0%_r' }, ['subnet-1']],
  [{ q: '%' }, ['subnet-1']],
  [{ q: '\\' }, []],
  [{ q: '\0' }, []],
  [{ type: 'AWS::EC2::Subnet', tag: 'env', q: '-2' }, ['subnet-2']],
])('filters resources by %o', async ([filter, expected]) => {
  const scanId = await savedScan(graph)
  const page = await tenant(({ graphs }) => graphs.resources(scanId, filter, { limit: 10, after: null }))
  expect(page.items.map(({ id }) => id)).toEqual(expected)
  expect(page.hasMore).toBe(false)
})

test('pages resources in the graph’s order, with their outgoing relations', async () => {
  const scanId = await savedScan(graph)
  const first = await tenant(({ graphs }) => graphs.resources(scanId, {}, { limit: 3, after: null }))
  expect(first.hasMore).toBe(true)
  expect(first.items.map(({ id, relations }) => [id, relations.map(({ target }) => target.id)])).toEqual([
    ['subnet-1', ['vpc-1']],
    ['subnet-2', ['vpc-elsewhere']],
    ['vpc-1', []],
  ])
  const last = first.items.at(-1)
  const rest = await tenant(({ graphs }) => graphs.resources(scanId, {}, { limit: 3, after: last ?? null }))
  expect(rest).toMatchObject({ hasMore: false, items: [{ id: 'vpc-elsewhere', presence: 'external' }] })
})

const nameIn = (of: ResourceGraph | null) => of?.resources.find(({ id }) => id === 'i-000777')?.name

describe('of a graph of many chunks', () => {
  const ids = Array.from({ length: 1_500 }, (_, index) => `i-${String(index).padStart(6, '0')}`)
  const group = { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' }
  const pointing = ids.filter((_, index) => index % 100 === 7)
  const many: ResourceGraph = {
    ...graph,
    resources: [
      ...ids.map((id) => resource('AWS::EC2::Instance', id)),
      resource(group.type, group.id),
      ...ids.slice(0, 3).map((id) => resource('AWS::EC2::Volume', id)),
    ],
    relations: pointing.map((id) => ({
      source: { type: 'AWS::EC2::Instance', id },
      verb: 'associated with',
      target: group,
      evidence: 'ec2:DescribeInstances Reservations[].Instances[].SecurityGroups[].GroupId',
    })),
  }
  let scanId: string
  beforeAll(async () => {
    scanId = await savedScan(many)
  })

  test('finds each resource by its reference, and no others', async () => {
    const all = many.resources.map(({ type, id }) => ({ type, id }))
    const found = await tenant(({ graphs }) => graphs.find(scanId, all.toReversed()))
    expect(found.map(({ type, id }) => ({ type, id }))).toEqual(all)
    const few = ['i-000000', 'i-000777', 'i-001499', 'i-001500', 'a', 'z']
    const references = few.flatMap((id) => ['AWS::EC2::Volume', 'AWS::EC2::Instance'].map((type) => ({ type, id })))
    const some = await tenant(({ graphs }) => graphs.find(scanId, references))
    expect(some.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'AWS::EC2::Instance i-000000',
      'AWS::EC2::Instance i-000777',
      'AWS::EC2::Instance i-001499',
      'AWS::EC2::Volume i-000000',
    ])
    expect(await tenant(({ graphs }) => graphs.find(scanId, []))).toEqual([])
  })

  test('finds the sources of relations to a resource in order, up to the limit', async () => {
    const sources = async (limit: number) =>
      (await tenant(({ graphs }) => graphs.sources(scanId, group, limit))).map(({ id }) => id)
    expect(await sources(100)).toEqual(pointing)
    expect(await sources(4)).toEqual(pointing.slice(0, 4))
    expect(await tenant(({ graphs }) => graphs.sources(scanId, { ...group, id: 'sg-2' }, 100))).toEqual([])
  })

  test('pages can continue after any resource', async () => {
    for (const [after, next] of [
      ['i-000000', 'i-000001'],
      ['i-000776', 'i-000777'],
      ['i-0007765', 'i-000777'],
    ] as const) {
      const position = { type: 'AWS::EC2::Instance', id: after }
      const page = await tenant(({ graphs }) => graphs.resources(scanId, {}, { limit: 2, after: position }))
      expect([page.hasMore, page.items[0]?.id]).toEqual([true, next])
    }
    const last = { type: 'AWS::EC2::Volume', id: 'i-000001' }
    const page = await tenant(({ graphs }) => graphs.resources(scanId, {}, { limit: 2, after: last }))
    expect(page).toMatchObject({ hasMore: false, items: [{ id: 'i-000002' }] })
  })

  test('a comparison loads the differences without most of the rest', async () => {
    const changed = many.resources.map((each) => (each.id === 'i-000777' ? { ...each, name: 'renamed' } : each))
    const nextId = await savedScan({ ...many, resources: changed })
    const { base, scan } = await tenant(({ graphs }) => graphs.loadDifference(scanId, nextId))
    expect([nameIn(base), nameIn(scan)]).toEqual([null, 'renamed'])
    expect([base?.coverage, scan?.accountAlias]).toEqual([many.coverage, 'production'])
    for (const each of [base, scan]) expect(each?.resources.length).toBeLessThanOrEqual(256)
    const same = await tenant(({ graphs }) => graphs.loadDifference(scanId, scanId))
    expect([same.base?.resources, same.scan?.resources]).toEqual([[], []])
  })

  test('loads the whole graph if there is none to compare with', async () => {
    const { id } = await tenant(({ scans }) =>
      scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' }),
    )
    const { base, scan } = await tenant(({ graphs }) => graphs.loadDifference(id, scanId))
    expect([base, scan?.resources.length]).toEqual([null, many.resources.length])
    const { base: whole, scan: none } = await tenant(({ graphs }) => graphs.loadDifference(scanId, id))
    expect([whole?.resources.length, none]).toEqual([many.resources.length, null])
  })
})

test('a hostile name cannot fail a scan', async () => {
  const scanId = await savedScan({
    ...graph,
    accountAlias: '\0',
    resources: [
      resource('AWS::S3::Bucket', 'bucket\0', {
        name: '\uDFFF<script>',
        tags: { 'key\0': '\uD800', '{,"\\': '\\u0000' },
        properties: { 'deep\0': [{ '\uD800': '\0' }], ['__proto__']: 'x' },
      }),
    ],
    relations: [],
  })
  const loaded = await tenant(({ graphs }) => graphs.load(scanId))
  expect(loaded?.resources).toEqual([
    resource('AWS::S3::Bucket', 'bucket\uFFFD', {
      name: '\uFFFD<script>',
      tags: { 'key\uFFFD': '\uFFFD', '{,"\\': '\\u0000' },
      properties: { 'deep\uFFFD': [{ '\uFFFD': '\uFFFD' }], ['__proto__']: 'x' },
    }),
  ])
})

test('20,000 resources are saved and read in a few seconds', async () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `i-${String(index).padStart(17, '0')}`)
  const large: ResourceGraph = {
    ...graph,
    resources: ids.map((id) =>
      resource('AWS::EC2::Instance', id, {
        name: `instance ${id}`,
        tags: { env: 'production', team: 'storefront' },
        properties: { instanceType: 'm7g.large', state: 'running', note: 'x'.repeat(500) },
      }),
    ),
    relations: ids.map((id) => ({
      source: { type: 'AWS::EC2::Instance', id },
      verb: 'contained in',
      target: { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
      evidence: 'ec2:DescribeInstances Reservations[].Instances[].SubnetId',
    })),
  }
  const started = Date.now()
  const scanId = await savedScan(large)
  expect(Date.now() - started).toBeLessThan(30_000)
  expect(await tenant(({ graphs }) => graphs.load(scanId))).toEqual(large)
})
