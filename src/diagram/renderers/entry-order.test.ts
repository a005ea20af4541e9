import { expect, test } from 'vitest'
import { internetNode } from '../views/boxes/account-frame.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { sortedByEntry, stepsFromEntries } from './entry-order.ts'

const elements = [...['job', 'raw', 'bucket', 'function', 'api'].map((id) => plainNode(id)), internetNode]
const edges = [
  plainEdge(internetNode.id, 'api'),
  plainEdge('api', 'function'),
  plainEdge('function', 'bucket'),
  plainEdge('job', 'raw'),
  plainEdge('job', 'bucket'),
]

test('what the internet leads to comes before what has only outgoing edges', () => {
  expect([...stepsFromEntries(elements, edges)]).toEqual([
    [internetNode.id, 0],
    ['api', 1],
    ['function', 2],
    ['bucket', 3],
    ['job', 4],
    ['raw', 5],
  ])
  expect(sortedByEntry(elements, edges).map(({ id }) => id)).toEqual([
    internetNode.id,
    'api',
    'function',
    'bucket',
    'job',
    'raw',
  ])
})

test('without the internet, elements with only outgoing edges come first', () => {
  expect(sortedByEntry(elements.slice(0, 3), edges.slice(3)).map(({ id }) => id)).toEqual(['job', 'raw', 'bucket'])
})

test('a group that an edge leads to comes before what is farther away, whatever is in it', () => {
  const group = plainGroup('group', [plainNode('inner')])
  const order = sortedByEntry(
    [plainNode('far'), group, plainNode('near'), internetNode],
    [plainEdge(internetNode.id, 'near'), plainEdge('near', 'group'), plainEdge('group', 'far')],
  )
  expect(order.map(({ id }) => id)).toEqual([internetNode.id, 'near', 'group', 'far'])
})
