import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildGraph } from './build-graph.ts'
import type { KeepRule } from './region-filter.ts'
import type { CoverageStatus, Relation, Resource, TypeCoverage } from './resource-graph.ts'
import type { ResourceReading } from './resource-version.ts'

const account = { accountId: '444455556666', accountAlias: 'test', region: 'us-east-1' }

function resource(type: string, id: string, name: string | null = null): Resource {
  return { type, id, arn: null, name, presence: 'read', tags: {}, properties: {} }
}

function relation(source: [string, string], target: [string, string], evidence = 'a:B C'): Relation {
  return {
    source: { type: source[0], id: source[1] },
    verb: 'contained in',
    target: { type: target[0], id: target[1] },
    evidence,
  }
}

function coverage(type: string, status: CoverageStatus = 'collected'): TypeCoverage {
  return {
    type,
    countKey: type,
    status,
    count: 0,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: null,
    action: null,
    deniedBy: null,
    statement: null,
  }
}

/** Each resource with the relations that it is the source of. */
function readingsOf(resources: readonly Resource[], relations: readonly Relation[] = []): ResourceReading[] {
  return resources.map((resource) => ({
    resource,
    relations: relations.filter(({ source }) => source.type === resource.type && source.id === resource.id),
  }))
}

function graphOf(resources: Resource[]) {
  return buildGraph({ ...account, readings: readingsOf(resources), coverage: [coverage('Vpc')] })
}

test('a target that its own collector did not find is external', () => {
  const graph = buildGraph({
    ...account,
    readings: readingsOf([resource('Subnet', 's')], [relation(['Subnet', 's'], ['Vpc', 'v'])]),
    coverage: [coverage('Subnet'), coverage('Vpc')],
  })
  expect(graph.resources.find(({ id }) => id === 'v')?.presence).toBe('external')
})

test.each(['denied', 'unavailable', 'failed'] as const)('a target of a type that was %s is unknown', (status) => {
  const graph = buildGraph({
    ...account,
    readings: readingsOf([resource('Subnet', 's')], [relation(['Subnet', 's'], ['Vpc', 'v'])]),
    coverage: [coverage('Subnet'), coverage('Vpc', status)],
  })
  expect(graph.resources.find(({ id }) => id === 'v')?.presence).toBe('unknown')
})

test('an item repeated on two pages is one resource, regardless of their order', () => {
  const [a, b] = [resource('Vpc', 'v', 'before'), resource('Vpc', 'v', 'after')]
  expect(graphOf([a, b]).resources).toHaveLength(1)
  expect(graphOf([a, b])).toEqual(graphOf([b, a]))
})

test('resources of a partially collected type are left out', () => {
  const graph = buildGraph({
    ...account,
    readings: readingsOf(
      [resource('Subnet', 's'), resource('Vpc', 'v')],
      [relation(['Subnet', 's'], ['Vpc', 'v']), relation(['Vpc', 'v'], ['Subnet', 's'])],
    ),
    coverage: [coverage('Subnet'), coverage('Vpc', 'failed')],
  })
  expect(graph.resources.map(({ id, presence }) => [id, presence])).toEqual([
    ['s', 'read'],
    ['v', 'unknown'],
  ])
  expect(graph.relations.map(({ source }) => source.id)).toEqual(['s'])
})

test('the graph does not depend on the order in which collectors ended', () => {
  const types = ['Vpc', 'Subnet', 'Instance']
  const references = fc.tuple(fc.constantFrom(...types), fc.constantFrom('1', '2', '3', '10', 'ä'))
  const parts = fc.record({
    resources: fc.array(references, { maxLength: 12 }),
    relations: fc.array(fc.tuple(references, references, fc.constantFrom('x:Y A', 'x:Y B')), { maxLength: 20 }),
    unread: fc.subarray(types),
  })
  const shuffled = parts.chain((value) =>
    fc.record({
      value: fc.constant(value),
      resources: fc.shuffledSubarray(value.resources, { minLength: value.resources.length }),
      relations: fc.shuffledSubarray(value.relations, { minLength: value.relations.length }),
      types: fc.shuffledSubarray(types, { minLength: types.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ value, ...order }) => {
      const build = (from: Pick<typeof order, 'resources' | 'relations' | 'types'>) =>
        buildGraph({
          ...account,
          readings: readingsOf(
            from.resources.map(([type, id]) => resource(type, id)),
            from.relations.map(([source, target, evidence]) => relation(source, target, evidence)),
          ),
          coverage: from.types.map((type) => coverage(type, value.unread.includes(type) ? 'denied' : 'collected')),
        })
      const graph = build({ ...value, types })
      expect(JSON.stringify(build(order))).toBe(JSON.stringify(graph))
      // Every end of every relation is a resource of the graph, and no others are.
      const ids = new Set(graph.resources.map(({ type, id }) => `${type} ${id}`))
      for (const { source, target } of graph.relations) {
        expect(ids).toContain(`${source.type} ${source.id}`)
        expect(ids).toContain(`${target.type} ${target.id}`)
      }
      expect(ids.size).toBe(graph.resources.length)
      const expected = value.resources.filter(([type]) => !value.unread.includes(type)).map((read) => read.join(' '))
      const found = graph.resources.filter(({ presence }) => presence === 'read').map(({ type, id }) => `${type} ${id}`)
      expect(found.toSorted()).toEqual([...new Set(expected)].toSorted())
    }),
  )
})

const pointedTo = (): KeepRule => ({ keep: 'pointed to', decidedBy: [] })

test('of a global type, what is known to belong to the region stays', () => {
  const [here, elsewhere] = [resource('Global', 'here'), resource('Global', 'elsewhere')]
  const readings = readingsOf([here, elsewhere]).map((reading): ResourceReading =>
    reading.resource === here ? { ...reading, inRegion: true } : reading,
  )
  const { resources } = buildGraph({ ...account, readings, coverage: [coverage('Global')], keepOf: pointedTo })
  expect(resources).toEqual([here])
})
