import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphOfWorld } from '../../test/support/network/graph-of-world.ts'
import { sampleWorld } from '../../test/support/network/sample-world.ts'
import { saveGraph } from '../../test/support/save-graph.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { resourceKey } from '../graph/graph-index.ts'
import { versionOf } from '../graph/resource-version.ts'
import type { Exposure } from '../meaning/exposure/exposure.ts'
import { exposuresVersion, storedExposures } from '../meaning/exposure/stored-exposures.ts'
import { chunksOf } from '../store/graph-chunks.ts'
import type { ScanRecord } from '../store/scans.ts'
import { scanExposures } from './scan-exposures.ts'

const graph = graphOfWorld(sampleWorld())
const computed = storedExposures(graph).exposures
/** A list that no rule would give, so that a test sees where exposures come from. */
const stored = computed.map((each): Exposure => ({ ...each, by: 'stored list' }))

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
})
afterAll(() => testTenant.close())

/** Saves the graph like a scan, with a stored list. */
async function scanWith(content: unknown): Promise<ScanRecord> {
  return testTenant.tenant(async ({ scans, graphs }) => {
    const { connectionId } = testTenant
    const scan = await scans.insert({ connectionId, accountNumber: graph.accountId, region: graph.region })
    const relations = Map.groupBy(graph.relations, ({ source }) => resourceKey(source))
    const versions = graph.resources.map((resource) =>
      versionOf({ resource, relations: relations.get(resourceKey(resource)) ?? [] }),
    )
    await graphs.keepVersions(versions)
    await graphs.save(scan.id, { ...graph, chunks: chunksOf(versions) }, await graphs.keepExposures(content))
    return scan
  })
}

const exposuresOf = (scan: ScanRecord) => testTenant.tenant((tenant) => scanExposures()(tenant, scan))

test('the exposures of a scan are those that were stored with it', async () => {
  expect(computed.length).toBeGreaterThan(0)
  expect(await exposuresOf(await scanWith({ version: exposuresVersion, exposures: stored }))).toEqual(stored)
})

test.each([
  ['another version of the rules', { version: exposuresVersion - 1, exposures: stored }],
  ['nothing', null],
])('a scan with %s stored has the exposures of its graph', async (_, content) => {
  expect(await exposuresOf(await scanWith(content))).toEqual(computed)
})

test('a scan without a stored list has the exposures of its graph', async () => {
  const scan = await testTenant.tenant(async ({ scans, graphs }) => {
    const { connectionId } = testTenant
    const inserted = await scans.insert({ connectionId, accountNumber: graph.accountId, region: graph.region })
    await saveGraph(graphs, inserted.id, graph)
    return inserted
  })
  expect(await exposuresOf(scan)).toEqual(computed)
})
