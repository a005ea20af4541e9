import { expect, test } from 'vitest'
import { compareGraphs } from './compare.ts'
import { buildGraph } from './build-graph.ts'
import type { KeepRule } from './region-filter.ts'
import type { CoverageStatus, Relation, Resource, TypeCoverage } from './resource-graph.ts'

const keepOf = (type: string): KeepRule =>
  type === 'Role' ? { keep: 'pointed to', decidedBy: ['Function'] } : { keep: 'all', decidedBy: [] }

function resource(type: string, id: string): Resource {
  return { type, id, arn: null, name: null, presence: 'read', tags: {}, properties: {} }
}

function coverage(type: string, status: CoverageStatus): TypeCoverage {
  const none = { reason: null, action: null, deniedBy: null, statement: null }
  return { type, countKey: type, status, count: 1, calls: 1, retries: 0, durationMs: 1, ...none }
}

/** A function with its role, as a scan sees it that may or may not list functions, or is refused this one's description. */
function graph(functions: CoverageStatus | 'partial', reason: string | null = null) {
  const source = { type: 'Function', id: 'f' }
  const uses: Relation = {
    source,
    verb: 'uses',
    target: { type: 'Role', id: 'r' },
    evidence: 'lambda:ListFunctions Role',
  }
  return buildGraph({
    accountId: '444455556666',
    accountAlias: 'test',
    region: 'us-east-1',
    readings: [
      ...(functions === 'collected' ? [{ resource: resource('Function', 'f'), relations: [uses] }] : []),
      ...(functions === 'partial'
        ? [{ resource: { ...resource('Function', 'f'), partial: true as const }, relations: [] }]
        : []),
      { resource: resource('Role', 'r'), relations: [] },
      { resource: resource('Role', 'idle'), relations: [] },
    ],
    coverage: [
      coverage('Function', functions === 'partial' ? 'collected' : functions),
      { ...coverage('Role', 'collected'), reason },
    ],
    keepOf,
  })
}

test('the kept part of an account-wide list is certain if all deciding types were read', () => {
  const role = graph('collected').coverage.find(({ type }) => type === 'Role')
  expect(role).toMatchObject({ status: 'collected', count: 1, reason: null })
  expect(role?.uncertain).toBeUndefined()
})

test.for(['denied', 'partial'] as const)('it is uncertain, with a reason, if one of them was %s', (functions) => {
  const role = graph(functions).coverage.find(({ type }) => type === 'Role')
  expect(role).toMatchObject({ status: 'collected', uncertain: true })
  expect(role?.reason).toContain("Function couldn't be read completely")
})

test('the reason follows what the coverage says already', () => {
  const role = graph('denied', 'Two roles were denied.').coverage.find(({ type }) => type === 'Role')
  expect(role?.reason).toMatch(/^Two roles were denied\. Some of these resources may not belong to this region, /)
})

test('the possible targets of a partially read resource are unknown, not removed or added', () => {
  const [whole, partial] = [graph('collected'), graph('partial')]
  const later = compareGraphs(whole, partial)
  expect(later).toMatchObject({ added: [], removed: [], changed: [], relationsRemoved: [] })
  expect(later.unknown.map(({ id }) => id)).toEqual(['f', 'r'])
  const earlier = compareGraphs(partial, whole)
  expect(earlier).toMatchObject({ added: [], removed: [], changed: [], relationsAdded: [] })
  expect(earlier.unknown.map(({ id }) => id)).toEqual(['f', 'r'])
})

test("resources that only a type that couldn't be read references are unknown, not removed or added", () => {
  const [whole, partial] = [graph('collected'), graph('denied')]
  const later = compareGraphs(whole, partial)
  expect(later.removed).toEqual([])
  expect(later.unknown.map(({ id }) => id)).toEqual(['f', 'r'])
  const earlier = compareGraphs(partial, whole)
  expect(earlier.added).toEqual([])
  expect(earlier.unknown.map(({ id }) => id)).toEqual(['f', 'r'])
})

const volumeUses = (id: string): Relation => ({
  source: { type: 'Volume', id: 'v' },
  verb: 'uses',
  target: { type: 'Key', id },
  evidence: 'ec2:DescribeVolumes KmsKeyId',
})

test("resources excluded on purpose aren't external for those that reference them", () => {
  const { resources, relations } = buildGraph({
    accountId: '444455556666',
    accountAlias: 'test',
    region: 'us-east-1',
    readings: [{ resource: resource('Volume', 'v'), relations: [volumeUses('default'), volumeUses('elsewhere')] }],
    leftOut: [{ type: 'Key', id: 'default' }],
    coverage: [coverage('Volume', 'collected'), coverage('Key', 'collected')],
  })
  expect(resources.map(({ id, presence }) => [id, presence])).toEqual([
    ['elsewhere', 'external'],
    ['v', 'read'],
  ])
  expect(relations).toHaveLength(2)
})

test.each<[status: CoverageStatus, expected: readonly string[]]>([
  ['collected', ['arn:aws:logs:eu-west-1:444455556666:log-group:g external', 'f read', 'v external']],
  ['denied', ['arn:aws:logs:eu-west-1:444455556666:log-group:g unknown', 'f read', 'g unknown', 'v external']],
])("a name that means the account's own resource is not outside the scan, if its type was %s", (status, expected) => {
  const source = { type: 'Function', id: 'f' }
  const to = (type: string, id: string): Relation => ({ source, verb: 'logs to', target: { type, id }, evidence: 'x' })
  const { resources } = buildGraph({
    accountId: '444455556666',
    accountAlias: 'test',
    region: 'us-east-1',
    readings: [
      {
        resource: resource('Function', 'f'),
        relations: [
          to('Group', 'g'),
          to('Group', 'arn:aws:logs:eu-west-1:444455556666:log-group:g'),
          to('Volume', 'v'),
        ],
      },
    ],
    coverage: [coverage('Function', 'collected'), coverage('Group', status), coverage('Volume', 'collected')],
    keepOf: (type) => ({ keep: 'all', decidedBy: [], ...(type === 'Group' && { isOwnByName: true }) }),
  })
  expect(resources.map(({ id, presence }) => `${id} ${presence}`).toSorted()).toEqual(expected)
})
