import { describe, expect, test } from 'vitest'
import type { DiagramEdge } from '../../diagram.ts'
import { resourceNode } from '../boxes/resource-node.ts'
import { groupShared } from './shared-targets.ts'

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

describe('the common targets of several boxes', () => {
  test('have a group that names the sources, the sources have another, with one arrow between the groups', () => {
    const { groups, edges } = groupShared([...senders, ...stores].map(box), all)
    expect(groups.map(({ label, detail, children }) => [label, detail, children.map(({ id }) => id)])).toEqual([
      ['Shared (20)', 'used by sender-10, sender-11, sender-12', stores],
      ['3 with the same targets', '', senders],
    ])
    const [shared, users] = groups
    expect(groups).toMatchObject([
      { id: 'shared:store-10', form: 'category', arrangement: 'grid' },
      { id: 'users:sender-10', form: 'category', arrangement: 'grid' },
    ])
    expect(users?.description.split('\n')).toEqual([
      '3 with the same targets. Each arrow from this group applies to all of them.',
      ...senders,
    ])
    expect(shared?.description.split('\n')).toEqual(['Shared (20), used by each of these 3:', ...senders])
    expect(edges.map(({ source, target }) => [source, target])).toEqual([[users?.id, shared?.id]])
    expect(edges[0]?.description).toContain('sender-10 to store-10')
  })

  test("aren't in the group if they have targets themselves, and have one arrow from all sources", () => {
    const onwards = [arrow('store-10', 'sender-10'), arrow('sender-11', 'queue'), arrow('sender-12', 'queue')]
    const { groups, edges } = groupShared([...senders, ...stores, 'queue'].map(box), [...all, ...onwards])
    const [shared, users] = groups
    expect(shared?.children.map(({ id }) => id)).toEqual(stores.slice(1))
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      ['sender-11', 'queue'],
      ['sender-12', 'queue'],
      ['store-10', 'sender-10'],
      [users?.id, shared?.id],
      [users?.id, 'store-10'],
    ])
  })

  test('have an arrow from each source if one source is in another group', () => {
    const { groups, edges } = groupShared([...senders.slice(1), ...stores].map(box), all)
    expect(groups.map(({ label }) => label)).toEqual(['Shared (20)'])
    expect(edges.map(({ source, target }) => [source, target])).toEqual(senders.map((id) => [id, groups[0]?.id]))
  })

  test('keep arrows with labels, and arrows from other boxes', () => {
    const labeled = arrow('sender-10', 'store-10', 'on failure')
    const own = arrow('other', 'store-11')
    const { edges } = groupShared([...senders, ...stores, 'other'].map(box), [...all, labeled, own])
    expect(edges).toEqual(expect.arrayContaining([labeled, own]))
    expect(edges).toHaveLength(3)
  })

  test('never include one of the sources', () => {
    const among = [...senders, ...stores].flatMap((source) =>
      senders.concat(stores.slice(0, 6)).flatMap((target) => (source === target ? [] : [arrow(source, target)])),
    )
    const { groups, edges } = groupShared([...senders, ...stores].map(box), among)
    const holder = new Map(groups.flatMap(({ id, children }) => children.map((child) => [child.id, id] as const)))
    expect(edges.filter(({ source, target }) => holder.get(source) === target)).toEqual([])
  })

  test('are sorted by ID, regardless of the order of grouping', () => {
    const [others, further] = [names('another', 3), names('further', 40)]
    const more = others.flatMap((sender) => further.map((store) => arrow(sender, store)))
    const { groups } = groupShared([...senders, ...stores, ...others, ...further].map(box), [...all, ...more])
    const ids = groups.map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(ids).toEqual(ids.toSorted())
  })

  test('are in one group only, and so are their sources', () => {
    const [others, further] = [names('other', 2), names('further', 12)]
    // Others share some of the stores, and a sender shares further targets with somebody else.
    const onTop = others.flatMap((other) => stores.slice(0, 10).map((store) => arrow(other, store)))
    const beyond = ['sender-10', 'another'].flatMap((source) => further.map((target) => arrow(source, target)))
    const nodes = [...senders, ...stores, ...others, 'another', ...further].map(box)
    const { groups, edges } = groupShared(nodes, [...all, ...onTop, ...beyond])
    const grouped = groups.flatMap(({ children }) => children.map(({ id }) => id))
    expect(grouped.toSorted()).toEqual([...senders, ...stores, ...further].toSorted())
    expect(edges.filter(({ source }) => others.includes(source))).toHaveLength(2 * 10)
  })

  test("aren't grouped if that saves fewer than ten arrows", () => {
    const others = names('other', 60).map((name) => arrow(name, 'log', 'POST'))
    const groupsWith = (count: number) => {
      const nodes = [...senders.slice(1), ...stores.slice(0, count)].map(box)
      const shared = senders.slice(1).flatMap((sender) => stores.slice(0, count).map((store) => arrow(sender, store)))
      return groupShared(nodes, [...shared, ...others]).groups.map(({ label }) => label)
    }
    expect(groupsWith(6)).toEqual(['Shared (6)', '2 with the same targets'])
    expect(groupsWith(5)).toEqual([])
  })

  test("aren't grouped if there are few arrows", () => {
    const few = all.slice(0, 59)
    expect(groupShared([...senders, ...stores].map(box), few)).toEqual({ groups: [], edges: few })
  })
})
