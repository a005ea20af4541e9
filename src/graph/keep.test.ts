import { expect, test } from 'vitest'
import { keepConcerned, type Keep } from './keep.ts'
import type { Relation, Resource } from './resource-graph.ts'

const keeps: Record<string, Keep> = { Role: 'pointed to', Policy: 'pointed to', Distribution: 'pointing to' }
const keepOf = (type: string): Keep => keeps[type] ?? 'all'

function resource(type: string, id: string): Resource {
  return { type, id, arn: null, name: null, presence: 'read', tags: {}, properties: {} }
}

function relation(from: [string, string], to: [string, string]): Relation {
  return {
    source: { type: from[0], id: from[1] },
    verb: 'uses',
    target: { type: to[0], id: to[1] },
    evidence: 'a:B C',
  }
}

test('of an account-wide list only what concerns the region is kept, with its relations', () => {
  const kept = keepConcerned(
    {
      resources: [
        resource('Function', 'f'),
        resource('Role', 'used'),
        resource('Role', 'idle'),
        resource('Policy', 'of used'),
        resource('Policy', 'of idle'),
        resource('Distribution', 'here'),
        resource('Distribution', 'elsewhere'),
      ],
      relations: [
        relation(['Function', 'f'], ['Role', 'used']),
        relation(['Role', 'used'], ['Policy', 'of used']),
        relation(['Role', 'idle'], ['Policy', 'of idle']),
        relation(['Distribution', 'here'], ['Function', 'f']),
        relation(['Distribution', 'elsewhere'], ['Bucket', 'b']),
      ],
    },
    keepOf,
  )
  expect(kept.resources.map(({ id }) => id)).toEqual(['f', 'used', 'of used', 'here'])
  expect(kept.relations.map(({ source }) => source.id)).toEqual(['f', 'used', 'here'])
})

test('two that only point to each other do not keep each other', () => {
  const parts = {
    resources: [resource('Role', 'a'), resource('Role', 'b')],
    relations: [relation(['Role', 'a'], ['Role', 'b']), relation(['Role', 'b'], ['Role', 'a'])],
  }
  expect(keepConcerned(parts, keepOf).resources).toEqual([])
})
