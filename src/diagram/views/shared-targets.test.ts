import { describe, expect, test } from 'vitest'
import type { DiagramEdge } from '../diagram.ts'
import { resourceNode } from './resource-node.ts'
import { gatherShared } from './shared-targets.ts'

function box(name: string) {
  const resource = { type: 'AWS::Lambda::Function', id: name, arn: null, name, tags: {}, properties: {} }
  return { ...resourceNode({ ...resource, presence: 'read' }), id: name }
}

function arrow(source: string, target: string, label = ''): DiagramEdge {
  return {
    id: `request ${source} ${target}`,
    form: 'request',
    source,
    target,
    label,
    description: `${source} to ${target}`,
  }
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index + 10}`)
const senders = names('sender', 3)
const stores = names('store', 20)
const all = senders.flatMap((sender) => stores.map((store) => arrow(sender, store)))

describe('what several boxes lead to alike', () => {
  test('is gathered under one heading, with one arrow from each of them', () => {
    const { groups, edges } = gatherShared([...senders, ...stores].map(box), [...all, arrow('store-10', 'sender-10')])
    expect(groups.map(({ label, children }) => [label, children.map(({ id }) => id)])).toEqual([
      ['Shared (20)', stores],
    ])
    expect(edges.map(({ source, target }) => `${source} > ${target}`)).toEqual([
      ...senders.map((sender) => `${sender} > ${groups[0]?.id}`),
      'store-10 > sender-10',
    ])
  })

  test('keeps arrows that say something of their own, and those of others', () => {
    const labelled = arrow('sender-10', 'store-10', 'on failure')
    const own = arrow('other', 'store-11')
    const { edges } = gatherShared([...senders, ...stores, 'other'].map(box), [...all, labelled, own])
    expect(edges).toEqual(expect.arrayContaining([labelled, own]))
    expect(edges).toHaveLength(5)
  })

  test('never holds one of those that lead to it', () => {
    const among = [...senders, ...stores].flatMap((source) =>
      senders.concat(stores.slice(0, 6)).flatMap((target) => (source === target ? [] : [arrow(source, target)])),
    )
    const { groups, edges } = gatherShared([...senders, ...stores].map(box), among)
    const holder = new Map(groups.flatMap(({ id, children }) => children.map((child) => [child.id, id] as const)))
    expect(edges.filter(({ source, target }) => holder.get(source) === target)).toEqual([])
  })

  test('stays as it is where few arrows are drawn', () => {
    const few = all.slice(0, 59)
    expect(gatherShared([...senders, ...stores].map(box), few)).toEqual({ groups: [], edges: few })
  })
})
