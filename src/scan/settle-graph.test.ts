import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import { keepEverything } from '../graph/region-filter.ts'
import { packGraph } from '../store/graphs.ts'
import { settleGraph } from './settle-graph.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
  return () => testTenant.close()
})

test('stores every resource that only relations name, at most 1,000 in one transaction', async () => {
  const { store, organizationId } = testTenant
  const sizes: number[] = []
  const tenant: typeof store.tenant = (id, work) =>
    store.tenant(id, (of) => {
      const keepVersions: typeof of.graphs.keepVersions = (contents) => {
        sizes.push(contents.length)
        return of.graphs.keepVersions(contents)
      }
      return work({ ...of, graphs: { ...of.graphs, keepVersions } })
    })
  const targets = Array.from({ length: 2_500 }, (_, index) => ({
    type: 'AWS::EC2::SecurityGroup',
    id: `sg-${String(index).padStart(4, '0')}`,
  }))
  const version = 'a1'.repeat(32)
  const readType = { type: 'AWS::EC2::Instance', countKey: 'computeInstances', status: 'collected', count: 0 } as const
  const graph = await settleGraph({
    store: { tenant },
    scan: { organizationId, accountNumber: '123456789012', region: 'us-east-1' },
    accountAlias: 'production',
    read: [{ reference: { type: 'AWS::EC2::Instance', id: 'i-1' }, version, targets }],
    coverage: [
      { ...readType, calls: 1, retries: 0, durationMs: 1, reason: null, action: null, deniedBy: null, statement: null },
    ],
    keepOf: () => keepEverything,
  })
  expect(sizes).toEqual([1_000, 1_000, 500])
  const [instance, ...unread] = graph.chunks
  expect(instance).toMatchObject({ type: 'AWS::EC2::Instance', last: 'i-1', versions: Buffer.from(version, 'hex') })
  const stored = await testTenant.tenant(({ graphs }) => graphs.assemble(packGraph({ ...graph, chunks: unread })))
  expect(stored.resources.map(({ type, id }) => ({ type, id }))).toEqual(targets)
})
