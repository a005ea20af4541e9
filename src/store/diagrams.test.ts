import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import type { NewDiagram } from './diagrams.ts'

let testTenant: TestTenant
let scanId: string
let other: string

beforeAll(async () => {
  testTenant = await createTestTenant()
  scanId = await scan('us-east-1')
  other = await scan('eu-west-1')
  return () => testTenant.close()
})

async function scan(region: string): Promise<string> {
  const { connectionId } = testTenant
  const inserted = await testTenant.tenant(({ scans }) =>
    scans.insert({ connectionId, accountNumber: '123456789012', region }),
  )
  return inserted.id
}

const diagrams: readonly NewDiagram[] = [
  {
    type: 'architecture',
    title: 'Architecture',
    content: { nodes: ['a\u0000b'] },
    pages: [
      { title: 'A \u0000subnet', focus: 'subnet-1' },
      { title: 'Another', focus: 'subnet-2' },
    ],
  },
  { type: 'network', title: 'Network', content: { nodes: [] } },
]

const list = (filter: { scanId?: string; connectionId?: string; type?: string } = {}, limit = 10) =>
  testTenant.tenant(({ diagrams }) => diagrams.list(filter, { limit, after: null }))

test('lists diagrams in order: views first, then detail pages with their parents', async () => {
  await testTenant.tenant(({ diagrams: of }) => of.insert(scanId, diagrams))
  const { items, hasMore } = await list({ scanId })
  const [architecture] = items
  const common = { scanId, connectionId: testTenant.connectionId, createdAt: expect.any(Date), id: expect.any(String) }
  const view = { ...common, parentId: null, focus: '' }
  const page = { ...common, parentId: architecture?.id, type: 'architecture' }
  expect(items).toEqual([
    { ...view, type: 'architecture', title: 'Architecture' },
    { ...view, type: 'network', title: 'Network' },
    { ...page, title: expect.stringMatching(/^A .?subnet$/u), focus: 'subnet-1' },
    { ...page, title: 'Another', focus: 'subnet-2' },
  ])
  expect(hasMore).toBe(false)
})

test('finds each diagram by its ID with the stored content; detail pages have none', async () => {
  const { items } = await list({ scanId })
  const { scans, contents, found } = await testTenant.tenant(async ({ diagrams: of, scans }) => ({
    scans: await scans.find(scanId),
    contents: await Promise.all(items.map(({ id }) => of.content(id))),
    found: await Promise.all(items.map(({ id }) => of.find(id))),
  }))
  expect(found).toEqual(items)
  expect(contents.map((each) => each?.content)).toEqual([diagrams[0]?.content, diagrams[1]?.content, null, null])
  expect(contents[0]?.scanUpdatedAt).toEqual(scans?.updatedAt)
})

test.each([randomUUID(), 'no id'])('%s has neither diagram nor content', async (id) => {
  expect(await testTenant.tenant(({ diagrams: of }) => of.find(id))).toBeNull()
  expect(await testTenant.tenant(({ diagrams: of }) => of.content(id))).toBeNull()
  expect(await list({ scanId: id })).toEqual({ items: [], hasMore: false })
  expect(await list({ connectionId: id })).toEqual({ items: [], hasMore: false })
})

test('lists are of a scan, a connection or a type, newest first and in pages', async () => {
  await testTenant.tenant(({ diagrams: of }) => of.insert(other, diagrams.slice(1)))
  const types = async (filter: Parameters<typeof list>[0]) =>
    (await list(filter)).items.map(({ scanId, type }) => [scanId, type])
  expect(await types({ type: 'network' })).toEqual([
    [other, 'network'],
    [scanId, 'network'],
  ])
  expect(await types({ scanId: other })).toEqual([[other, 'network']])
  expect(await types({ connectionId: testTenant.connectionId })).toHaveLength(5)
  const first = await list({}, 2)
  expect(first.hasMore).toBe(true)
  const [, last = null] = first.items
  const next = await testTenant.tenant(({ diagrams: of }) => of.list({}, { limit: 10, after: last }))
  expect([...first.items, ...next.items]).toEqual((await list()).items)
  expect(next.hasMore).toBe(false)
})

test('inserts the contents that were kept before the scan ended, and keeps equal contents once', async () => {
  const third = await scan('eu-central-1')
  const kept = await testTenant.tenant(({ diagrams: of }) => of.keep(diagrams))
  expect(kept.map(({ type, title }) => ({ type, title }))).toEqual(diagrams.map(({ type, title }) => ({ type, title })))
  await testTenant.tenant(({ diagrams: of }) => of.insert(third, kept))
  const { items } = await list({ scanId: third })
  expect(items).toHaveLength(4)
  const content = await testTenant.tenant(({ diagrams: of }) => of.content(items[1]?.id ?? ''))
  expect(content?.content).toEqual(diagrams[1]?.content)
})

test('a scan without diagrams, and diagrams of a scan that does not exist', async () => {
  const empty = await scan('ap-south-1')
  await testTenant.tenant(({ diagrams: of }) => of.insert(empty, []))
  expect(await list({ scanId: empty })).toEqual({ items: [], hasMore: false })
  await expect(testTenant.tenant(({ diagrams: of }) => of.insert(randomUUID(), diagrams))).rejects.toThrow('no result')
})
