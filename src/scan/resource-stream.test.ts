import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import { type ResourceReading, versionOf } from '../graph/resource-version.ts'
import { chunksOf } from '../store/graph-chunks.ts'
import { packGraph } from '../store/graphs.ts'
import type { Store } from '../store/store.ts'
import { openResourceStream } from './resource-stream.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
  return () => testTenant.close()
})

const vpc = { type: 'AWS::EC2::VPC', id: 'vpc-1' }

function subnet(id: string, more: { readonly partial?: true } = {}): ResourceReading {
  const source = { type: 'AWS::EC2::Subnet', id }
  return {
    resource: { ...source, arn: null, name: null, presence: 'read', tags: {}, properties: {}, ...more },
    relations: [{ source, verb: 'contained in', target: vpc, evidence: 'ec2:DescribeSubnets Subnets[].VpcId' }],
  }
}

test('keeps the reference, the targets, and the marks of each resource', async () => {
  const { store, organizationId } = testTenant
  const stream = openResourceStream(store, organizationId, (error) => expect.fail(String(error)))
  await stream.add([
    subnet('subnet-1'),
    subnet('subnet-2', { partial: true }),
    { ...subnet('subnet-3'), inRegion: true },
  ])
  const common = { version: expect.any(String), targets: [vpc] }
  expect(await stream.close()).toStrictEqual([
    { ...common, reference: { type: 'AWS::EC2::Subnet', id: 'subnet-1' } },
    { ...common, reference: { type: 'AWS::EC2::Subnet', id: 'subnet-2' }, partial: true },
    { ...common, reference: { type: 'AWS::EC2::Subnet', id: 'subnet-3' }, inRegion: true },
  ])
})

function* brokenPage() {
  yield subnet('subnet-3')
  throw new Error('The page broke.')
}

test('a page that fails halfway throws, and the earlier resources are stored', async () => {
  const { store, organizationId } = testTenant
  const stream = openResourceStream(store, organizationId, (error) => expect.fail(String(error)))
  expect(() => stream.add(brokenPage())).toThrow('The page broke.')
  const [read] = await stream.close()
  const kept = await testTenant.tenant(({ graphs }) =>
    graphs.assemble(
      packGraph({
        accountId: '123456789012',
        accountAlias: 'production',
        region: 'us-east-1',
        chunks: chunksOf([{ type: 'AWS::EC2::Subnet', id: 'subnet-3', version: read?.version ?? '' }]),
        coverage: [],
      }),
    ),
  )
  expect(kept.resources.map(({ id }) => id)).toEqual(['subnet-3'])
})

const subnets = (count: number) => Array.from({ length: count }, (_, index) => subnet(`subnet-${index}`))

/** Opens a stream to the same store, and notes the IDs of each batch. */
function openWatchedStream(before: Promise<void> = Promise.resolve()) {
  const { store, organizationId } = testTenant
  const batches: string[][] = []
  const watched: Pick<Store, 'tenant'> = {
    async tenant(id, work) {
      await before
      return store.tenant(id, (tenant) => {
        const keepVersions: typeof tenant.graphs.keepVersions = (contents) => {
          batches.push(contents.map(({ row }) => (JSON.parse(row) as { id: string }).id))
          return tenant.graphs.keepVersions(contents)
        }
        return work({ ...tenant, graphs: { ...tenant.graphs, keepVersions } })
      })
    },
  }
  return { batches, stream: openResourceStream(watched, organizationId, (error) => expect.fail(String(error))) }
}

test('stores a long page in batches of 300, in order and each resource once', async () => {
  const { stream, batches } = openWatchedStream()
  await stream.add(subnets(700))
  expect(await stream.close()).toHaveLength(700)
  expect(batches.map(({ length }) => length)).toEqual([300, 300, 100])
  expect(batches.flat()).toEqual(subnets(700).map(({ resource }) => resource.id))
})

test.each([
  { length: 224 * 1024 - 1, expected: [['subnet-large', 'subnet-small']] },
  { length: 224 * 1024, expected: [['subnet-large'], ['subnet-small']] },
])('a batch ends with the resource that reaches 224 Ki characters: $length', async ({ length, expected }) => {
  const large = (note: string): ResourceReading => {
    const { resource, relations } = subnet('subnet-large')
    return { resource: { ...resource, properties: { note } }, relations }
  }
  const note = 'x'.repeat(length - versionOf(large('')).row.length)
  const { stream, batches } = openWatchedStream()
  await stream.add([large(note), subnet('subnet-small')])
  await stream.close()
  expect(batches).toEqual(expected)
})

test('a page without resources stores nothing', async () => {
  const { stream, batches } = openWatchedStream()
  await stream.add([])
  expect(await stream.close()).toEqual([])
  expect(batches).toEqual([])
})

test.each([
  { count: 2_100, expected: 'has room' },
  { count: 2_101, expected: 'is full' },
])('adding waits while more than 1,800 resources wait besides a batch: $count', async ({ count, expected }) => {
  const store = Promise.withResolvers<void>()
  const { stream } = openWatchedStream(store.promise)
  const added = stream.add(subnets(count)).then(() => 'has room')
  expect(await Promise.race([added, sleep(20, 'is full')])).toBe(expected)
  store.resolve()
  expect(await added).toBe('has room')
  expect(await stream.close()).toHaveLength(count)
})
