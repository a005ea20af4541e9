import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveGraph } from '../../test/support/save-graph.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { versionOf } from '../graph/resource-version.ts'
import { chunksOf } from './graph-chunks.ts'
import { packGraph } from './graphs.ts'

let testTenant: TestTenant
let owner: Client
let organizationId: string
let connectionId: string

beforeAll(async () => {
  testTenant = await createTestTenant()
  connectionId = testTenant.connectionId
  organizationId = testTenant.organizationId
  owner = new Client({ connectionString: testTenant.ownerUrl })
  await owner.connect()
  await owner.query(`select set_config('app.organization', $1, false)`, [organizationId])
})
afterAll(async () => {
  await owner.end()
  await testTenant.close()
})

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

const graphOf = (...ids: string[]): ResourceGraph => ({
  accountId: '123456789012',
  accountAlias: 'production',
  region: 'us-east-1',
  resources: ids.map((id) => ({
    type: 'AWS::EC2::VPC',
    id,
    arn: null,
    name: null,
    presence: 'read',
    tags: {},
    properties: {},
  })),
  relations: [],
  coverage: [],
})
const versions = (...ids: string[]) =>
  graphOf(...ids).resources.map((resource) => versionOf({ resource, relations: [] }))

const newScan = () =>
  tenant(({ scans }) => scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' }))

async function keptIds(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ id: string }>('select id from resource_versions order by id')
  return rows.map(({ id }) => id)
}

async function rowsOf(table: 'resource_versions' | 'resource_chunks'): Promise<number> {
  return (await owner.query(`select from ${table}`)).rowCount ?? -1
}

const removeUnused = () => tenant(({ graphs }) => graphs.removeUnused())

async function aDayPasses(): Promise<void> {
  for (const table of ['resource_versions', 'resource_chunks', 'diagram_contents']) {
    await owner.query(`update ${table} set unused_since = unused_since - interval '25 hours'`)
  }
}

test('a second scan of the same account stores no content again', async () => {
  const graph = graphOf('vpc-1', 'vpc-2')
  const [first, second] = [await newScan(), await newScan()]
  await tenant(({ graphs }) => saveGraph(graphs, first.id, graph))
  const before = [await rowsOf('resource_versions'), await rowsOf('resource_chunks')]
  await tenant(({ graphs }) => saveGraph(graphs, second.id, graph))
  expect([await rowsOf('resource_versions'), await rowsOf('resource_chunks')]).toEqual(before)
  expect(await tenant(({ graphs }) => graphs.load(second.id))).toEqual(graph)
})

test('equal diagrams are stored once, until the last one is removed', async () => {
  const [first, second] = [await newScan(), await newScan()]
  const drawn = { type: 'architecture', title: 'Architecture', content: { nodes: ['vpc-1'] } }
  await tenant(({ diagrams }) => diagrams.insert(first.id, [drawn]))
  await tenant(({ diagrams }) => diagrams.insert(second.id, [drawn]))
  const { rowCount } = await owner.query('select from diagram_contents')
  expect(rowCount).toBe(1)
  await removeUnused()
  await aDayPasses()
  await removeUnused()
  const { items } = await tenant(({ diagrams }) => diagrams.list({ scanId: second.id }, { limit: 1, after: null }))
  const stored = await tenant(({ diagrams }) => diagrams.content(items[0]?.id ?? ''))
  expect(stored?.content).toEqual(drawn.content)
})

const rowsOfExposures = async () =>
  (await owner.query('select from diagram_contents where content like $1', ['%tcp 443%'])).rowCount

test('exposures are stored once, and stay as long as a scan has them', async () => {
  const graph = { ...graphOf(), chunks: [] }
  const exposures = { version: 1, exposures: ['tcp 443 from internet'] }
  const [first, second] = [await newScan(), await newScan()]
  for (const { id } of [first, second]) {
    await tenant(async ({ graphs }) => graphs.save(id, graph, await graphs.keepExposures(exposures)))
  }
  expect(await rowsOfExposures()).toBe(1)
  await tenant(({ graphs }) => graphs.save(first.id, graph))
  for (let day = 1; day <= 2; day += 1) {
    await removeUnused()
    await aDayPasses()
  }
  expect(await tenant(({ graphs }) => graphs.exposures(first.id))).toBeNull()
  expect(await tenant(({ graphs }) => graphs.exposures(second.id))).toEqual(exposures)
  await tenant(({ graphs }) => graphs.save(second.id, graph))
  await removeUnused()
  await aDayPasses()
  await removeUnused()
  expect(await rowsOfExposures()).toBe(0)
})

test('a graph with missing versions is not drawn, and so never saved', async () => {
  const chunks = chunksOf(versions('vpc-lost'))
  await expect(tenant(({ graphs }) => graphs.assemble(packGraph({ ...graphOf(), chunks })))).rejects.toThrow(
    /^Only 0 of 1 resource versions are stored/,
  )
})

test('removes versions that no graph uses, but only after a day', async () => {
  const scan = await newScan()
  await tenant(({ graphs }) => saveGraph(graphs, scan.id, graphOf('vpc-1', 'vpc-2')))
  await tenant(({ graphs }) => graphs.keepVersions(versions('vpc-left', 'vpc-again')))
  expect(await removeUnused()).toEqual({ marked: 2, removed: 0 })
  expect(await removeUnused()).toEqual({ marked: 0, removed: 0 })
  await aDayPasses()
  // A running scan finds it stored and relies on it.
  await tenant(({ graphs }) => graphs.keepVersions(versions('vpc-again')))
  expect(await removeUnused()).toEqual({ marked: 1, removed: 1 })
  expect(await keptIds()).toEqual(['vpc-1', 'vpc-2', 'vpc-again'])
  expect((await tenant(({ graphs }) => graphs.load(scan.id)))?.resources).toHaveLength(2)
})

test('after a graph is replaced, its chunk is removed first, then the unused versions', async () => {
  const scan = await newScan()
  await tenant(({ graphs }) => saveGraph(graphs, scan.id, graphOf('vpc-3')))
  await tenant(({ graphs }) => saveGraph(graphs, scan.id, graphOf('vpc-4')))
  await removeUnused()
  await aDayPasses()
  await removeUnused()
  expect(await keptIds()).toContain('vpc-3')
  await aDayPasses()
  await removeUnused()
  expect(await keptIds()).not.toContain('vpc-3')
  expect((await tenant(({ graphs }) => graphs.load(scan.id)))?.resources.map(({ id }) => id)).toEqual(['vpc-4'])
})

test('keeps a chunk marked for removal if a new graph uses it', async () => {
  const [scan, again] = [await newScan(), await newScan()]
  await tenant(({ graphs }) => saveGraph(graphs, scan.id, graphOf('vpc-5')))
  await tenant(({ graphs }) => saveGraph(graphs, scan.id, graphOf()))
  await removeUnused()
  await aDayPasses()
  await tenant(({ graphs }) => saveGraph(graphs, again.id, graphOf('vpc-5')))
  await removeUnused()
  expect((await tenant(({ graphs }) => graphs.load(again.id)))?.resources.map(({ id }) => id)).toEqual(['vpc-5'])
})
