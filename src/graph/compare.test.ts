import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareGraphs } from './compare.ts'
import type { CoverageStatus, Relation, Resource, ResourceReference, TypeCoverage } from './resource-graph.ts'

const coverage = (type: string, status: CoverageStatus = 'collected'): TypeCoverage => ({
  type,
  countKey: type,
  status,
  count: status === 'collected' ? 0 : null,
  calls: 1,
  retries: 0,
  durationMs: 1,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
})

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

const graph = (
  resources: readonly Resource[],
  types: readonly TypeCoverage[] = [coverage('A'), coverage('B')],
  relations: readonly Relation[] = [],
) => ({ resources, coverage: types, relations })

const key = ({ type, id }: ResourceReference) => type + id

const relation = (source: Resource, target: Resource): Relation => ({
  source: { type: source.type, id: source.id },
  verb: 'contained in',
  target: { type: target.type, id: target.id },
  evidence: 'evidence',
})

const nothing = {
  added: [],
  removed: [],
  changed: [],
  unknown: [],
  relationsAdded: [],
  relationsRemoved: [],
  coverageChanged: [],
}

test('what is unknown is sorted by type, then ID, and coverage by type', () => {
  const [b1, a2, a1] = [resource('B', '1'), resource('A', '2'), resource('A', '1')]
  const before = graph([], [coverage('C', 'denied'), coverage('B', 'denied')])
  const after = graph([b1, a2, a1], [coverage('D'), coverage('A', 'denied'), coverage('B', 'denied')])
  const { unknown, coverageChanged } = compareGraphs(before, after)
  expect(unknown.map(key)).toEqual(['A1', 'A2', 'B1'])
  expect(coverageChanged.map(({ type }) => type)).toEqual(['A', 'C', 'D'])
})

test("a graph doesn't differ from itself, regardless of the order of its values", () => {
  const before = graph([resource('A', '1', { properties: { x: { a: 1, b: [2] } } })])
  const after = graph([resource('A', '1', { properties: { x: { b: [2], a: 1 } } })])
  expect(compareGraphs(before, after)).toEqual(nothing)
})

for (const status of ['denied', 'unavailable', 'failed'] as const) {
  test(`a type that is ${status} in the newer scan is unknown, not removed`, () => {
    const before = graph([resource('A', '1')])
    const after = graph([], [coverage('A', status), coverage('B')])
    expect(compareGraphs(before, after)).toEqual({
      ...nothing,
      unknown: [{ type: 'A', id: '1', arn: null, name: null, unreadIn: 'scan' }],
      coverageChanged: [{ type: 'A', before: 'collected', after: status }],
    })
  })
  test(`a type that was ${status} in the base is unknown, not added`, () => {
    const before = graph([], [coverage('A', status), coverage('B')])
    const after = graph([resource('A', '1')])
    expect(compareGraphs(before, after)).toEqual({
      ...nothing,
      unknown: [{ type: 'A', id: '1', arn: null, name: null, unreadIn: 'base' }],
      coverageChanged: [{ type: 'A', before: status, after: 'collected' }],
    })
  })
}

test('a type that only one scan requested has no status in the other', () => {
  const [one, both] = [[coverage('A')], [coverage('A'), coverage('B')]]
  expect(compareGraphs(graph([], one), graph([], both)).coverageChanged).toEqual([
    { type: 'B', before: null, after: 'collected' },
  ])
  expect(compareGraphs(graph([], both), graph([], one)).coverageChanged).toEqual([
    { type: 'B', before: 'collected', after: null },
  ])
})

test('a resource that is only referenced now was removed', () => {
  const before = graph([resource('A', '1')])
  const after = graph([resource('A', '1', { presence: 'external' })])
  expect(compareGraphs(before, after).removed.map(({ id }) => id)).toEqual(['1'])
})

test('changed values are listed one by one, with their previous values', () => {
  const before = graph([
    resource('A', '1', { arn: 'a:1', name: 'x', tags: { env: 'test' }, properties: { state: 'running', size: 1 } }),
  ])
  const after = graph([
    resource('A', '1', { arn: 'a:2', name: 'y', tags: { team: 'web' }, properties: { state: 'stopped', size: 1 } }),
  ])
  expect(compareGraphs(before, after).changed).toEqual([
    {
      type: 'A',
      id: '1',
      arn: 'a:2',
      name: 'y',
      changes: [
        { path: ['arn'], before: 'a:1', after: 'a:2' },
        { path: ['name'], before: 'x', after: 'y' },
        { path: ['properties', 'state'], before: 'running', after: 'stopped' },
        { path: ['tags', 'env'], before: 'test', after: null },
        { path: ['tags', 'team'], before: null, after: 'web' },
      ],
    },
  ])
})

test('a key that objects inherit is compared like any other', () => {
  const before = graph([resource('A', '1', { tags: { constructor: 'x' } })])
  const after = graph([resource('A', '1')])
  expect(compareGraphs(before, after).changed[0]?.changes).toEqual([
    { path: ['tags', 'constructor'], before: 'x', after: null },
  ])
})

describe('what was found by the name of a target', () => {
  const [a, b, outside] = [resource('A', '1'), resource('B', '1'), resource('B', '2', { presence: 'external' })]
  const using = (target: Resource): Relation => ({ ...relation(a, target), verb: 'uses' })
  const permitted = (target: Resource): Relation => ({ ...relation(a, target), verb: 'reads from', basis: 'permitted' })
  const linked = graph([a, b, outside], undefined, [using(b), using(outside), permitted(b)])

  // A key that no list has can be known by its alias, which is read with the keys.
  test('is unknown where the other scan could not read the type of the target', () => {
    const unreadB = graph([a], [coverage('A'), coverage('B', 'denied')])
    expect(compareGraphs(linked, unreadB).relationsRemoved).toEqual([])
    expect(compareGraphs(unreadB, linked).relationsAdded).toEqual([])
  })

  test('is unknown where its own scan could not read the type of the target', () => {
    // Without a list of clusters, the host of one can seem to be that of another type.
    const misled = graph([a, outside], [coverage('A'), coverage('B', 'denied')], [using(outside)])
    expect(compareGraphs(graph([a]), misled).relationsAdded).toEqual([])
    expect(compareGraphs(misled, graph([a])).relationsRemoved).toEqual([])
  })

  test('is unknown where only one scan read the target completely: the host of a cluster may be missing', () => {
    const unread = graph([a, resource('B', '1', { partial: true })])
    const found = graph([a, b], undefined, [using(b), permitted(b)])
    expect(compareGraphs(found, unread).relationsRemoved).toEqual([])
    expect(compareGraphs(unread, found).relationsAdded).toEqual([])
  })

  test('is added or removed where both scans read the target partially', () => {
    const part = resource('B', '1', { partial: true })
    const [without, linkedPart] = [graph([a, part]), graph([a, part], undefined, [using(part)])]
    expect(compareGraphs(without, linkedPart).relationsAdded).toEqual([using(part)])
    expect(compareGraphs(linkedPart, without).relationsRemoved).toEqual([using(part)])
  })

  test('is added or removed where neither scan read the type: both were led alike', () => {
    const types = [coverage('A'), coverage('B', 'denied')]
    const [without, linkedOut] = [graph([a], types), graph([a, outside], types, [using(outside)])]
    expect(compareGraphs(without, linkedOut).relationsAdded).toEqual([using(outside)])
    expect(compareGraphs(linkedOut, without).relationsRemoved).toEqual([using(outside)])
  })

  test('is added or removed where the other scan read the type', () => {
    const all = [using(b), using(outside), permitted(b)]
    expect(compareGraphs(linked, graph([a, b])).relationsRemoved).toEqual(all)
    expect(compareGraphs(graph([a, b]), linked).relationsAdded).toEqual(all)
  })
})

test('a permission and a setting are different relations', () => {
  const [a, b] = [resource('A', '1'), resource('B', '1')]
  const permission: Relation = { ...relation(a, b), basis: 'permitted' }
  const compared = compareGraphs(
    graph([a, b], undefined, [permission]),
    graph([a, b], undefined, [permission, relation(a, b)]),
  )
  expect(compared).toEqual({ ...nothing, relationsAdded: [relation(a, b)] })
})

test('relations are compared if both scans could read their source', () => {
  const [a, b] = [resource('A', '1'), resource('B', '2')]
  const linked = graph([a, b], [coverage('A'), coverage('B')], [relation(a, b), relation(b, a)])
  expect(compareGraphs(graph([a, b]), linked).relationsAdded).toEqual([relation(a, b), relation(b, a)])
  const unreadB = graph([a], [coverage('A'), coverage('B', 'denied')])
  expect(compareGraphs(linked, unreadB).relationsRemoved).toEqual([relation(a, b)])
  expect(compareGraphs(unreadB, linked).relationsAdded).toEqual([relation(a, b)])
})

describe('a resource that one scan could only read partially', () => {
  const [whole, target] = [resource('A', '1', { name: 'x', properties: { state: 'on', size: 1 } }), resource('B', '2')]
  const part = resource('A', '1', { partial: true, properties: { state: 'off' } })
  const types = [coverage('A'), coverage('B')]
  const [read, listed] = [graph([whole, target], types, [relation(whole, target)]), graph([part, target], types)]
  const unknown = { type: 'A', id: '1', arn: null }

  test('is unknown: missing values count as neither changed nor removed', () => {
    expect(compareGraphs(read, listed)).toEqual({ ...nothing, unknown: [{ ...unknown, name: null, unreadIn: 'scan' }] })
  })
  test('is unknown in the base too: missing values count as neither changed nor added', () => {
    expect(compareGraphs(listed, read)).toEqual({ ...nothing, unknown: [{ ...unknown, name: 'x', unreadIn: 'base' }] })
  })
  test('still has added and removed relations of its own', () => {
    const pointing = graph([part, target], types, [relation(part, target)])
    const pointless = graph([whole, target], types)
    expect(compareGraphs(pointless, pointing).relationsAdded).toEqual([relation(part, target)])
    expect(compareGraphs(pointing, pointless).relationsRemoved).toEqual([relation(part, target)])
  })
  test('is compared with another partial reading by their common values', () => {
    const more = resource('A', '1', { partial: true, name: 'x', properties: { state: 'on' } })
    expect(compareGraphs(graph([more]), graph([part]))).toEqual({
      ...nothing,
      changed: [{ ...unknown, name: null, changes: [{ path: ['properties', 'state'], before: 'on', after: 'off' }] }],
    })
  })
  test('is removed if it is no longer listed', () => {
    expect(compareGraphs(listed, graph([target])).removed.map(key)).toEqual(['A1'])
  })
})

test('every resource that only one scan read, and no other, is added, removed, or unknown, exactly once', () => {
  const status = fc.constantFrom<CoverageStatus>('collected', 'denied')
  const anyGraph = fc
    .record({
      A: status,
      B: status,
      resources: fc.uniqueArray(
        fc.record({
          type: fc.constantFrom('A', 'B'),
          id: fc.constantFrom('1', '2', '3'),
          name: fc.constantFrom('x', 'y'),
        }),
        { selector: ({ type, id }) => type + id },
      ),
    })
    .map(({ A, B, resources }) => {
      const types = [coverage('A', A), coverage('B', B)]
      const isRead = (type: string) => (type === 'A' ? A : B) === 'collected'
      return graph(
        resources.filter(({ type }) => isRead(type)).map(({ type, id, name }) => resource(type, id, { name })),
        types,
      )
    })
  fc.assert(
    fc.property(anyGraph, anyGraph, (before, after) => {
      const { added, removed, unknown, changed } = compareGraphs(before, after)
      const [keysBefore, keysAfter] = [before.resources.map(key), after.resources.map(key)]
      const onlyInOne = [
        ...keysAfter.filter((item) => !keysBefore.includes(item)),
        ...keysBefore.filter((item) => !keysAfter.includes(item)),
      ]
      expect([...added, ...removed, ...unknown].map(key).sort()).toEqual(onlyInOne.sort())
      const isCollected = (type: string, { coverage: types }: typeof before) =>
        types.some((entry) => entry.type === type && entry.status === 'collected')
      expect(added.every(({ type }) => isCollected(type, before))).toBe(true)
      expect(removed.every(({ type }) => isCollected(type, after))).toBe(true)
      expect(changed.every((item) => keysBefore.includes(key(item)) && keysAfter.includes(key(item)))).toBe(true)
    }),
  )
})
