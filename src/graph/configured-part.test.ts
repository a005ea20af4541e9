import { expect, test } from 'vitest'
import { configuredPart } from './configured-part.ts'
import { indexGraph } from './graph-index.ts'
import type { Relation, Resource, ResourceGraph } from './resource-graph.ts'

const resource = (id: string, presence: Resource['presence'] = 'read'): Resource => ({
  type: 'T',
  id,
  arn: null,
  name: null,
  presence,
  tags: {},
  properties: {},
})

const relation = (target: string, basis?: 'permitted'): Relation => ({
  source: { type: 'T', id: 'role' },
  verb: 'reads from',
  target: { type: 'T', id: target },
  evidence: 'a:B C',
  ...(basis && { basis }),
})

const graphOf = (relations: readonly Relation[]): ResourceGraph => ({
  accountId: '123456789012',
  accountAlias: 'test',
  region: 'us-east-1',
  resources: [resource('role'), resource('table'), resource('both', 'external'), resource('elsewhere', 'external')],
  relations,
  coverage: [],
})

test('permitted relations are left out, with external resources that only these reference', () => {
  const graph = graphOf([
    relation('table', 'permitted'),
    relation('both', 'permitted'),
    relation('elsewhere', 'permitted'),
    relation('both'),
  ])
  const part = configuredPart(graph)
  expect(part.relations).toEqual([relation('both')])
  expect(part.resources.map(({ id }) => id)).toEqual(['role', 'table', 'both'])
  expect(configuredPart(graph)).toBe(part)
})

test('a graph without permissions is its own part', () => {
  const graph = graphOf([relation('both')])
  expect(configuredPart(graph)).toBe(graph)
})

const typed = (type: string, id: string, presence: Resource['presence'] = 'read'): Resource => ({
  ...resource(id, presence),
  type,
})
const related = (source: string, target: string, basis?: 'permitted'): Relation => ({
  ...relation('', basis),
  source: { type: 'Role', id: source },
  target: { type: target.startsWith('key') ? 'Key' : 'Table', id: target },
})

test('the index of the part answers like one of its own, and shares what the part has complete', () => {
  const graph: ResourceGraph = {
    ...graphOf([
      related('r2', 'table2', 'permitted'),
      related('r1', 'table2'),
      related('r1', 'table1'),
      related('r1', 'table1'),
      related('r2', 'elsewhere', 'permitted'),
      related('r1', 'key2'),
      related('r1', 'key1'),
      related('r2', 'key1'),
    ]),
    resources: [
      ...['r1', 'r2'].map((id) => typed('Role', id)),
      ...['table1', 'table2'].map((id) => typed('Table', id)),
      typed('Table', 'elsewhere', 'external'),
      ...['key1', 'key2'].map((id) => typed('Key', id)),
    ],
  }
  const part = configuredPart(graph)
  const [whole, index, own] = [indexGraph(graph), indexGraph(part), indexGraph(structuredClone(part))]
  for (const type of ['Role', 'Table', 'Key']) {
    expect(index.ofType(type)).toEqual(own.ofType(type))
    for (const { id } of graph.resources) {
      expect(index.find({ type, id })).toEqual(own.find({ type, id }))
      for (const from of ['Role', 'Table', 'Key']) {
        const reference = { type: from, id }
        expect(index.targets(reference, 'reads from', type)).toEqual(own.targets(reference, 'reads from', type))
        expect(index.sources(reference, 'reads from', type)).toEqual(own.sources(reference, 'reads from', type))
      }
    }
  }
  const [r1, r2] = ['r1', 'r2'].map((id) => ({ type: 'Role', id }))
  expect(index.targets(r1!, 'reads from', 'Table').map(({ id }) => id)).toEqual(['table1', 'table2'])
  expect(index.targets(r2!, 'reads from', 'Table')).toEqual([])
  expect(whole.targets(r2!, 'reads from', 'Table').map(({ id }) => id)).toEqual(['elsewhere', 'table2'])
  expect(index.find({ type: 'Table', id: 'elsewhere' })).toBeNull()
  expect(whole.find({ type: 'Table', id: 'elsewhere' })?.presence).toBe('external')
  expect(index.ofType('Key')).toBe(whole.ofType('Key'))
  expect(index.targets(r1!, 'reads from', 'Key')).toBe(whole.targets(r1!, 'reads from', 'Key'))
})
