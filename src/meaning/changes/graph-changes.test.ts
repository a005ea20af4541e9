import { expect, test } from 'vitest'
import { resourceKey } from '../../graph/graph-index.ts'
import type { Relation, Resource, ResourceGraph, TypeCoverage } from '../../graph/resource-graph.ts'
import { graphChanges } from './graph-changes.ts'

const [instance, volume, queue] = ['AWS::EC2::Instance', 'AWS::EC2::Volume', 'AWS::SQS::Queue']

function resource(type: string, id: string, more: Partial<Resource> = {}): Resource {
  return { type, id, arn: null, name: null, presence: 'read', tags: {}, properties: {}, ...more }
}

function relation(source: Resource, target: Resource): Relation {
  const { type, id } = source
  const end = { type: target.type, id: target.id }
  return { source: { type, id }, verb: 'attached to', target: end, evidence: 'evidence' }
}

function graph(
  resources: readonly Resource[],
  relations: readonly Relation[] = [],
  denied: readonly string[] = [],
): ResourceGraph {
  const coverage = [instance, volume, queue].map((type): TypeCoverage => ({
    type,
    countKey: type,
    status: denied.includes(type) ? 'denied' : 'collected',
    count: null,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: null,
    action: null,
    deniedBy: null,
    statement: null,
  }))
  return { accountId: '1', accountAlias: '', region: 'eu-west-1', resources, relations, coverage }
}

const statesOf = (base: ResourceGraph, scan: ResourceGraph) =>
  Object.fromEntries([...graphChanges(base, scan).resources].map(([key, { state }]) => [key, state]))

test('a resource is added, removed, or changed, with a sentence', () => {
  const [old, fresh] = [resource(instance, 'i-1'), resource(instance, 'i-2')]
  const [small, large] = [1, 2].map((size) => resource(volume, 'vol-1', { properties: { size } })) as [
    Resource,
    Resource,
  ]
  const { resources } = graphChanges(graph([old, small]), graph([fresh, large]))
  expect(Object.fromEntries(resources)).toEqual({
    [`${instance}/i-1`]: { state: 'removed', summaries: ['EC2 instance i-1 was removed'] },
    [`${instance}/i-2`]: { state: 'added', summaries: ['EC2 instance i-2 was added'] },
    [`${volume}/vol-1`]: { state: 'changed', summaries: ['vol-1: Size 1 → 2'] },
  })
})

test('what only one scan could read is unknown, and says in which scan', () => {
  const [kept] = [resource(queue, 'jobs')]
  const [read, unread] = [graph([kept]), graph([], [], [queue])]
  for (const [base, scan, where] of [
    [read, unread, 'this scan'],
    [unread, read, 'the base scan'],
  ] as const) {
    const { resources, combined, unread: types } = graphChanges(base, scan)
    expect([...resources]).toEqual([
      [`${queue}/jobs`, { state: 'unknown', summaries: [`Couldn't be compared: not read in ${where}`] }],
    ])
    expect(combined.resources).toEqual([kept])
    expect([...types]).toEqual([queue])
  }
  expect([...graphChanges(unread, unread).unread]).toEqual([])
})

test('a difference that is not worth a line is no change', () => {
  const [idle, busy] = ['available', 'modifying'].map((status) => resource(volume, 'vol-1', { properties: { status } }))
  expect(statesOf(graph([idle as Resource]), graph([busy as Resource]))).toEqual({})
})

test('a replaced resource is changed, left out of the combined graph, and what was attached to it is at its successor', () => {
  const [old, fresh] = [resource(instance, 'i-1', { name: 'web' }), resource(instance, 'i-2', { name: 'web' })]
  const [disk, other] = [resource(volume, 'vol-1'), resource(volume, 'vol-2')]
  const gone = resource(queue, 'outside', { presence: 'external' })
  const base = graph([old, gone, disk], [relation(disk, old), relation(disk, gone)])
  const { combined, resources } = graphChanges(base, graph([fresh, other]))
  expect(resources.get(resourceKey(fresh))?.state).toBe('changed')
  expect(combined.resources.map(({ id }) => id)).toEqual(['i-2', 'vol-1', 'vol-2'])
  expect(combined.relations).toEqual([relation(disk, fresh)])
})

test('the resource that was removed is in the combined graph, also if others still refer to it', () => {
  const removed = resource(volume, 'vol-1', { properties: { size: 5 } })
  const left = resource(volume, 'vol-1', { presence: 'external' })
  expect(graphChanges(graph([removed]), graph([left])).combined.resources).toEqual([removed])
})

test('a scan that has everything of the base scan is the combined graph itself', () => {
  const scan = graph([resource(queue, 'a'), resource(queue, 'b')])
  expect(graphChanges(graph([resource(queue, 'a')]), scan).combined).toBe(scan)
})

test('the combined graph has the relations of the scan, and those of the removed resources, in order', () => {
  const [first, second, third] = ['vol-1', 'vol-2', 'vol-3'].map((id) => resource(volume, id)) as [
    Resource,
    Resource,
    Resource,
  ]
  const [one, two] = [resource(instance, 'i-1'), resource(instance, 'i-2')]
  const other: Relation = { ...relation(second, two), verb: 'contained in' }
  const base = graph(
    [one, two, first, second, third],
    [relation(first, two), relation(second, one), relation(second, two), other],
  )
  const scan = graph([one, two, first, third], [relation(first, one), relation(third, one)])
  const { combined, relationsAdded, relationsRemoved } = graphChanges(base, scan)
  // The relation of a resource that both have isn't kept.
  expect(combined.relations).toEqual([
    relation(first, one),
    relation(second, one),
    relation(second, two),
    other,
    relation(third, one),
  ])
  expect(relationsAdded).toEqual([relation(first, one), relation(third, one)])
  expect(relationsRemoved).toEqual([relation(first, two), relation(second, one), relation(second, two), other])
})

test('a type that neither scan could read is not unread in one of them', () => {
  const [denied, failed] = [graph([], [], [queue]), graph([], [], [queue])]
  const coverage = failed.coverage.map((entry) =>
    entry.type === queue ? { ...entry, status: 'failed' as const } : entry,
  )
  expect([...graphChanges(denied, { ...failed, coverage }).unread]).toEqual([])
})

test('a resource of which one scan read only a part is unknown, with what it is known to have changed', () => {
  const [disk, partOf] = [resource(volume, 'vol-1'), resource(volume, 'vol-1', { partial: true })]
  const machine = resource(instance, 'i-1')
  const { resources } = graphChanges(graph([machine, disk]), graph([machine, partOf], [relation(partOf, machine)]))
  expect(resources.get(resourceKey(disk))).toEqual({
    state: 'unknown',
    summaries: ["Couldn't be compared: not read in this scan", 'vol-1: Attached to + i-1'],
  })
})
