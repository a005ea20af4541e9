import { expect, test } from 'vitest'
import type { Diagram } from '../diagram.ts'
import { namedDiagram } from '../testing/named-diagram.ts'
import { plainEdge, plainGroup, plainNode } from '../testing/plain-elements.ts'
import { flattened } from '../views/boxes/group.ts'
import { summaryOf } from './summary.ts'

const internet = plainNode('internet', { form: 'internet', presence: 'external' })

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number)
}

function diagramOf(elements: Diagram['elements'], edges: Diagram['edges']): Diagram {
  return { ...namedDiagram(['account']), elements, edges }
}

test('a path that is too wide is cut at its far end, in whatever order its lines are', () => {
  const path = [internet, ...numbers(6).map((number) => plainNode(`step ${number}`))]
  const edges = path.slice(1).map(({ id }, before) => plainEdge(path[before]?.id ?? '', id))
  for (const order of [edges, edges.toReversed()])
    expect(summaryOf(diagramOf(path, order)).edges).toEqual(edges.slice(0, -1))
})

test('groups that the internet leads to are shown before groups that only other lines connect', () => {
  const groups = numbers(70).map((number) => plainGroup(`group ${number}`, [plainNode(`box ${number}`)]))
  const edges = [
    ...numbers(60).map((number) => plainEdge(`group ${number}`, `group ${number + 1}`)),
    plainEdge('internet', 'box 69'),
  ]
  const shown = flattened(summaryOf(diagramOf([internet, ...groups], edges)).elements).map(({ id }) => id)
  expect(shown.length).toBeLessThan(70)
  expect(shown).toContain('group 69')
})
