import { expect, test } from 'vitest'
import { configuredPart } from './configured-part.ts'
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
