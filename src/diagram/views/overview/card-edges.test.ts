import { expect, test } from 'vitest'
import { resourceKey } from '../../../graph/graph-index.ts'
import { plainNode } from '../../testing/plain-elements.ts'
import { group } from '../boxes/group.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { cardEdges } from './card-edges.ts'

function card(id: string) {
  const members = [{ type: 'AWS::Lambda::Function', id }]
  const children = [{ ...plainNode(`functions of ${id}`), members }]
  return group({ id, form: 'category', arrangement: 'grid', label: id, children })
}

function keyOf(id: string): string {
  return resourceKey({ type: 'AWS::Lambda::Function', id })
}

function flow(source: string, target: string, label: string): FlowEdge {
  return { form: 'event', source: keyOf(source), target: keyOf(target), label, describe: () => '' }
}

test('counterparts of several environments keep their arrows together, or none', () => {
  const ids = Array.from({ length: 40 }, (_, number) => `app${number}`)
  const cards = [...ids, 'shop-dev', 'shop-prod'].map(card)
  const told = ids.slice(1).map((id) => flow('app0', id, 'OrderPlaced'))
  const between = [...told, flow('shop-dev', 'app0', ''), flow('shop-prod', 'app0', '')]
  const drawn = (flows: readonly FlowEdge[]) => {
    const { edges, leftOut } = cardEdges({ entries: [], links: [], between: flows }, cards)
    return [edges.length, leftOut]
  }
  expect(drawn(between.slice(1))).toEqual([40, 0])
  expect(drawn(between)).toEqual([39, 2])
})
