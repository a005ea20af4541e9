import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { buildGraph } from '../graph/build-graph.ts'
import { compareGraphs } from '../graph/compare.ts'
import { keepEverything } from '../graph/region-filter.ts'
import type { ResourceGraph, TypeCoverage } from '../graph/resource-graph.ts'
import type { ResourceReading } from '../graph/resource-version.ts'
import { openResourceStream } from './resource-stream.ts'
import { settleGraph } from './settle-graph.ts'

let testTenant: TestTenant
let organizationId: string
let connectionId: string

beforeAll(async () => {
  testTenant = await createTestTenant()
  connectionId = testTenant.connectionId
  organizationId = testTenant.organizationId
})
afterAll(() => testTenant.close())

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

const types = ['A', 'B', 'C']
const id = fc.constantFrom('1', '2', '10', 'ä', '\uFFFD', '\u{1F600}', 'nul\0', '\uD800')
const reading: fc.Arbitrary<ResourceReading> = fc
  .record({
    type: fc.constantFrom(...types),
    id,
    tags: fc.dictionary(id, id, { maxKeys: 3 }),
    properties: fc.dictionary(id, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
    targets: fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), id), { maxLength: 3 }),
  })
  .map(({ type, id, tags, properties, targets }) => ({
    resource: {
      type,
      id,
      arn: null,
      name: id,
      presence: 'read',
      tags,
      properties: properties as ResourceReading['resource']['properties'],
    },
    relations: targets.map(([targetType, targetId]) => ({
      source: { type, id },
      verb: 'uses',
      target: { type: targetType, id: targetId },
      evidence: 'a:B C',
    })),
  }))
const account = fc.record({
  readings: fc.array(reading, { maxLength: 30 }),
  unread: fc.subarray(types, { maxLength: 2 }),
})

function coverageOf(unread: readonly string[]): readonly TypeCoverage[] {
  return types.map((type) => ({
    type,
    countKey: type,
    status: unread.includes(type) ? 'failed' : 'collected',
    count: null,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: null,
    action: null,
    deniedBy: null,
    statement: null,
  }))
}

const place = { accountId: '123456789012', accountAlias: 'production', region: 'us-east-1' }

/** Stores pages like a scan does, then the graph. Returns the scan's ID. */
async function storedScan(pages: readonly (readonly ResourceReading[])[], unread: readonly string[]): Promise<string> {
  const scan = await tenant(({ scans }) =>
    scans.insert({ connectionId, accountNumber: place.accountId, region: place.region }),
  )
  const stream = openResourceStream(testTenant.store, organizationId, () => undefined)
  await Promise.all(pages.map(stream.add))
  const graph = await settleGraph({
    store: testTenant.store,
    scan,
    accountAlias: place.accountAlias,
    read: await stream.close(),
    coverage: coverageOf(unread),
    keepOf: () => keepEverything,
  })
  await tenant(({ graphs }) => graphs.save(scan.id, graph))
  return scan.id
}

const load = (scanId: string) => tenant(({ graphs }) => graphs.load(scanId))

test('storing page by page results in the same graph, byte for byte, in any order of pages', async () => {
  await fc.assert(
    fc.asyncProperty(account, fc.integer({ min: 1, max: 7 }), async ({ readings, unread }, pageSize) => {
      const built = buildGraph({ ...place, readings, coverage: coverageOf(unread) })
      const shuffled = readings.toReversed()
      const pages = shuffled.flatMap((_, index) =>
        index % pageSize === 0 ? [shuffled.slice(index, index + pageSize)] : [],
      )
      expect(JSON.stringify(await load(await storedScan(pages, unread)))).toBe(JSON.stringify(built))
    }),
    { numRuns: 40 },
  )
})

test('paging through a graph returns each resource once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(account, fc.integer({ min: 1, max: 4 }), async ({ readings, unread }, limit) => {
      const scanId = await storedScan([readings], unread)
      const paged: { readonly type: string; readonly id: string }[] = []
      for (let hasMore = true; hasMore;) {
        const page = await tenant(({ graphs }) => graphs.resources(scanId, {}, { limit, after: paged.at(-1) ?? null }))
        paged.push(...page.items)
        hasMore = page.hasMore
      }
      const graph = await load(scanId)
      expect(paged.map(({ type, id }) => [type, id])).toEqual(graph?.resources.map(({ type, id }) => [type, id]))
    }),
    { numRuns: 20 },
  )
})

test('comparing two scans by their difference gives the same result as comparing them in full', async () => {
  const nothing = { resources: [], relations: [], coverage: [] }
  const compare = (base: ResourceGraph | null, scan: ResourceGraph | null) =>
    compareGraphs(base ?? nothing, scan ?? nothing)
  await fc.assert(
    fc.asyncProperty(account, account, async (before, more) => {
      const base = await storedScan([before.readings], before.unread)
      const scan = await storedScan([before.readings.slice(2), more.readings], more.unread)
      const difference = await tenant(({ graphs }) => graphs.loadDifference(base, scan))
      expect(compare(difference.base, difference.scan)).toEqual(compare(await load(base), await load(scan)))
    }),
    { numRuns: 20 },
  )
})

test('a failing store ends the stream with its error, and later pages do not wait', async () => {
  const failures: unknown[] = []
  const stream = openResourceStream(testTenant.store, randomUUID(), (error) => failures.push(error))
  const page = fc.sample(reading, { numRuns: 3000, seed: 1 })
  await stream.add(page)
  await stream.add(page)
  await expect(stream.close()).rejects.toThrow(/foreign key/)
  expect(failures).toHaveLength(1)
})
