import { describe, expect, test } from 'vitest'
import { areAtMost, endsOf, type FlowEdge, joinedEdges } from './flow-edges.ts'

const flow = (source: string, target: string, more: Partial<FlowEdge> = {}): FlowEdge => ({
  form: 'reach',
  source,
  target,
  label: '',
  describe: () => `${source} to ${target}`,
  ...more,
})

/** Each end is a box with the first letter of its name. Others aren't drawn. */
const drawnAs = new Map(['a-1', 'a-2', 'b-1', 'b-2', 'c-1'].map((end) => [end, end.slice(0, 1)]))
const joined = (...edges: readonly FlowEdge[]) => joinedEdges(edges, drawnAs)

describe('flows between two boxes', () => {
  test('are one arrow of each form and direction, sorted by ID', () => {
    const edges = joined(
      flow('b-1', 'a-1'),
      flow('a-1', 'b-1'),
      flow('a-2', 'b-2'),
      flow('a-1', 'c-1'),
      flow('a-1', 'b-1', { form: 'event' }),
    )
    expect(edges.map(({ id }) => id)).toEqual(['event a b', 'reach a b', 'reach a c', 'reach b a'])
    expect(edges[1]).toMatchObject({ form: 'reach', source: 'a', target: 'b', label: '' })
    expect(edges[1]?.description).toBe('a-1 to b-1\na-2 to b-2')
  })

  test("aren't drawn within one box, or if an end isn't drawn", () => {
    expect(joined(flow('a-1', 'a-2'), flow('a-1', 'nowhere'), flow('nowhere', 'a-1'))).toEqual([])
  })

  test('list at most five descriptions in order, each once', () => {
    const ways = ['g', 'c', 'a', 'f', 'b', 'e', 'd', 'a'].map((way) => flow('a-1', 'b-1', { describe: () => way }))
    expect(joined(...ways)[0]?.description).toBe('a\nb\nc\nd\ne\nand 2 more')
    expect(joined(...ways.slice(3))[0]?.description).toBe('a\nb\nd\ne\nf')
  })

  test.each([
    [['tcp 443'], 'tcp 443'],
    [['tcp 443', 'tcp 443'], 'tcp 443'],
    [['tcp 443', 'tcp 80', 'tcp 8080'], 'tcp 80, 443, 8080'],
    [['tcp 9-20', 'tcp 8', 'tcp 9-10'], 'tcp 8, 9-10, 9-20'],
    [['icmp 10000', 'icmp 20000', 'icmp 30000'], 'icmp 10000, 20000, 30000'],
    [['udp 53', 'tcp 53'], 'tcp 53, udp 53'],
    [['/a', '/b'], '/a, /b'],
    [['tcp 10000', 'tcp 20000', 'tcp 300'], 'tcp 300, 10000, 20000'],
    [['tcp 10000', 'tcp 20000', 'tcp 3000'], 'tcp 3000, 10000, 20000'],
    [['tcp 10000', 'tcp 20000', 'tcp 30000'], 'tcp 10000, 20000, 30000'],
    [['tcp 10000', 'tcp 20000', 'tcp 30000', 'tcp 4'], 'tcp 10000 +3'],
    [['', 'tcp 22'], 'tcp 22'],
  ])('with the labels %j are labeled %s', (labels, label) => {
    expect(joined(...labels.map((each) => flow('a-1', 'b-1', { label: each })))[0]?.label).toBe(label)
  })
})

test('the check for too many arrows counts like joining them', () => {
  const edges = [
    flow('a-1', 'b-1'),
    flow('a-2', 'b-2'),
    flow('a-1', 'a-2'),
    flow('a-1', 'nowhere'),
    flow('nowhere', 'b-1'),
    flow('b-1', 'a-1'),
    flow('b-1', 'a-1', { form: 'event' }),
  ]
  const count = joined(...edges).length
  expect(count).toBe(3)
  expect([count - 1, count, count + 1].map((most) => areAtMost(most, edges, drawnAs))).toEqual([false, true, true])
})

test('returns both ends of flows', () => {
  expect([...endsOf([flow('a-1', 'b-1'), flow('b-1', 'c-1')])]).toEqual(['a-1', 'b-1', 'c-1'])
})
