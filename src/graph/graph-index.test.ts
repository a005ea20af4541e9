import { expect, test } from 'vitest'
import { indexGraph } from './graph-index.ts'
import type { Relation, Resource, ResourceGraph, ResourceReference, Verb } from './resource-graph.ts'

const resource = (type: string, id: string): Resource => ({
  type,
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties: {},
})
const relation = (source: string, verb: Verb, target: string, targetType = 'group'): Relation => ({
  source: { type: 'server', id: source },
  verb,
  target: { type: targetType, id: target },
  evidence: 'a:B C',
})

function graphOf(relations: readonly Relation[]): ResourceGraph {
  const resources = [resource('group', 'g-1'), resource('group', 'g-2'), resource('server', 's-1')]
  return { accountId: '1', accountAlias: 'test', region: 'us-east-1', resources, relations, coverage: [] }
}

const ids = (found: readonly ResourceReference[]) => found.map(({ id }) => id)

test('the ends of relations are found by verb and type, sorted, without duplicates, on every call', () => {
  const index = indexGraph(
    graphOf([
      relation('s-1', 'uses', 'g-2'),
      relation('s-1', 'uses', 'g-1'),
      relation('s-1', 'uses', 'g-2'),
      relation('s-1', 'uses', 'k-1', 'key'),
      relation('s-1', 'attached to', 'g-3'),
      relation('s-2', 'uses', 'g-1'),
    ]),
  )
  for (let asked = 0; asked < 2; asked += 1) {
    expect(ids(index.targets({ type: 'server', id: 's-1' }, 'uses', 'group'))).toEqual(['g-1', 'g-2'])
    expect(ids(index.targets({ type: 'server', id: 's-1' }, 'uses', 'key'))).toEqual(['k-1'])
    expect(ids(index.targets({ type: 'server', id: 's-1' }, 'attached to', 'group'))).toEqual(['g-3'])
    expect(ids(index.sources({ type: 'group', id: 'g-1' }, 'uses', 'server'))).toEqual(['s-1', 's-2'])
    expect(ids(index.sources({ type: 'group', id: 'g-2' }, 'uses', 'server'))).toEqual(['s-1'])
  }
  expect(index.targets({ type: 'server', id: 's-2' }, 'uses', 'key')).toEqual([])
  expect(index.targets({ type: 'group', id: 's-1' }, 'uses', 'group')).toEqual([])
  expect(index.sources({ type: 'group', id: 'g-1' }, 'uses', 'group')).toEqual([])
})
