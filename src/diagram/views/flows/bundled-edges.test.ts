/** Tests how arrows of dependencies are bundled until they can be followed. */
import { describe, expect, test } from 'vitest'
import type { DiagramElement, EdgeForm } from '../../diagram.ts'
import { group } from '../boxes/group.ts'
import { internetId, internetNode } from '../boxes/account-frame.ts'
import { bundledEdges, mostArrowsOf } from './bundled-edges.ts'
import type { FlowEdge } from './flow-edges.ts'

const box = (id: string): DiagramElement => ({ ...internetNode, id, label: id })
const frame = (id: string, ...children: readonly DiagramElement[]) =>
  group({ id, form: 'category', arrangement: 'grid', children })
const elements = [frame('A', box('a1'), box('a2'), box('a3')), frame('B', box('b1'), box('b2')), box('c')]

const flow = (way: string, form: EdgeForm = 'request', label = ''): FlowEdge => {
  const [source = '', target = ''] = way.split('>')
  return { form, source, target, label, describe: () => way }
}

function bundled(most: number, ...flows: readonly FlowEdge[]) {
  return bundledWithin(most, most, ...flows)
}

function bundledWithin(most: number, mostInAll: number, ...flows: readonly FlowEdge[]) {
  const { edges, leftOut } = bundledEdges(flows, elements, most, mostInAll)
  return [...edges.map(({ form, source, target, label }) => `${form} ${source}>${target} ${label}`.trim()), leftOut]
}

test('a pair has one arrow in each direction, of the strongest form, with all that goes over it', () => {
  expect(bundled(9, flow('a1>b1', 'reach', 'writes'), flow('a1>b1', 'event', 'reads'), flow('b1>a1', 'reach'))).toEqual(
    ['event a1>b1 reads and writes', 'reach b1>a1', 0],
  )
})

test('too many arrows to the boxes of a group lead to the group, then from the group, which never is its own end', () => {
  const flows = [flow('a1>b1'), flow('a1>b2'), flow('a2>b1'), flow('a2>b2'), flow('a1>a2'), flow('a1>c')]
  expect(bundled(6, ...flows)).toContain('request a1>b1')
  expect(bundled(4, ...flows)).toEqual(['request a1>B', 'request a1>a2', 'request a1>c', 'request a2>B', 0])
  expect(bundled(3, ...flows)).toEqual(['request A>B', 'request a1>a2', 'request a1>c', 0])
})

test('arrows from a tier start at its group, from a number of arrows on', () => {
  const flows = [flow('a1>c', 'reach'), flow('a2>c', 'reach'), flow('b1>c')]
  const startsOf = (mostOfTiers?: number) =>
    bundledEdges(flows, elements, 9, 9, mostOfTiers).edges.map(({ source }) => source)
  expect(startsOf()).toEqual(['A', 'b1'])
  expect(startsOf(2)).toEqual(['A', 'b1'])
  expect(startsOf(3)).toEqual(['a1', 'a2', 'b1'])
})

test('only as many arrows lead to groups as needed, first those that save most, then the first by ID', () => {
  const flows = [flow('a0>b1'), flow('a0>b2'), flow('b1>a1'), flow('b1>a2'), flow('b1>a3'), flow('c>b1'), flow('c>b2')]
  const some = [frame('A', ...['a1', 'a2', 'a3', 'a4', 'a0'].map(box)), frame('B', ...['b1', 'b2', 'b3'].map(box))]
  const bundledTo = (most: number) =>
    bundledEdges(flows, some, most).edges.map(({ source, target }) => `${source}>${target}`)
  expect(bundledTo(7)).toHaveLength(7)
  expect(bundledTo(6)).toEqual(['a0>b1', 'a0>b2', 'b1>A', 'c>b1', 'c>b2'])
  expect(bundledTo(5)).toEqual(['a0>b1', 'a0>b2', 'b1>A', 'c>b1', 'c>b2'])
  expect(bundledTo(4)).toEqual(['a0>B', 'b1>A', 'c>b1', 'c>b2'])
})

test('if there are too many, arrows to all boxes of a group lead to the group, which says the same', () => {
  const flows = [flow('c>b1'), flow('c>b2'), flow('b1>a1'), flow('b1>a2'), flow('a3>b1'), flow('a3>b2')]
  const asTheyAre = ['request b1>a1', 'request b1>a2']
  expect(bundled(5, ...flows)).toEqual(['request a3>B', ...asTheyAre, 'request c>B', 0])
})

const reads = (way: string) => flow(way, 'request', 'reads')

describe('arrows that say different things', () => {
  test('have no label where they lead to a group together', () => {
    expect(bundled(1, reads('c>b1'), reads('c>b2'))).toEqual(['request c>B reads', 0])
    expect(bundled(1, reads('c>b1'), flow('c>b2', 'request', 'writes'))).toEqual(['request c>B', 0])
    expect(bundled(1, reads('c>b1'), flow('c>b1', 'request', 'writes'), reads('c>b2'))).toEqual(['request c>B', 0])
    expect(bundled(1, reads('c>b1'), flow('c>b2', 'event', 'reads'))).toEqual(['request c>B', 0])
    expect(bundled(1, reads('b1>c'), reads('b1>c'), reads('b2>c'))).toEqual(['request B>c reads', 0])
  })

  test("lead to groups after those that say the same, and don't without need", () => {
    const same = [flow('a1>b1'), flow('a1>b2')]
    const different = [flow('c>a1'), flow('c>a2', 'event'), flow('c>a3')]
    expect(bundled(4, ...different, ...same)).toEqual(['event c>a2', 'request a1>B', 'request c>a1', 'request c>a3', 0])
  })

  test('stay like events with a label, where some must be left out', () => {
    const events = ['b1', 'b2'].map((target) => flow(`c>${target}`, 'event', `Order to ${target}`))
    expect(bundled(1, ...events, flow('a1>c'))).toEqual(['event c>B', 1])
  })
})

test('what the internet reaches is shown box by box, however many there are', () => {
  const entries = ['a1', 'a2', 'a3', 'b1', 'b2'].map((target) => flow(`${internetId}>${target}`))
  const edges = bundled(6, ...entries, flow('c>a1'), flow('c>a2'))
  expect(edges).toEqual(['request c>A', ...entries.map(({ source, target }) => `request ${source}>${target}`), 0])
})

test('arrows within a group never lead to the group itself', () => {
  expect(bundled(3, flow('a1>a2'), flow('a1>a3'), flow('b1>c'), flow('b2>c'))).toEqual([
    'request B>c',
    'request a1>a2',
    'request a1>a3',
    0,
  ])
})

test('what is still too much is left out of the arrows of the busiest box, between connected boxes first', () => {
  const flows = [flow('a1>a2', 'reach'), flow('a1>a3', 'event'), flow('a1>c'), flow('b1>c')]
  expect(bundled(1, ...flows)).toEqual(['request b1>c', 3])
  expect(bundled(2, ...flows)).toEqual(['event a1>a3', 'request b1>c', 2])
  expect(bundled(3, ...flows)).toEqual(['event a1>a3', 'reach a1>a2', 'request b1>c', 1])
  expect(bundled(4, ...flows)).toHaveLength(5)
  expect(bundled(-1, ...flows)).toEqual([4])
})

test('nothing is left out if the boxes can have that many arrows', () => {
  const flows = [flow('a1>a2'), flow('a1>a3'), flow('a1>c'), flow('b1>c'), flow('b2>c')]
  expect(bundledWithin(2, 4, ...flows)).toEqual(['request B>c', 'request a1>a2', 'request a1>a3', 'request a1>c', 0])
  expect(mostArrowsOf(elements)).toBe(9)
})

test('each box has one arrow before others have more', () => {
  const flows = [flow('a1>a2'), flow('a1>a3'), flow('a1>b1'), flow('b1>c', 'event', 'on failure'), flow('b1>b2')]
  expect(bundled(4, ...flows)).not.toContain('request a1>b1')
  expect(bundled(5, ...flows)).toHaveLength(6)
})

test('of boxes with as many, none has a second arrow before all have one', () => {
  const flows = [flow('a1>b2', 'reach'), flow('a1>c', 'reach'), flow('b1>a2'), flow('b1>c')]
  expect(bundled(2, ...flows)).toEqual(['reach a1>b2', 'request b1>a2', 2])
  expect(bundled(3, ...flows)).toEqual(['reach a1>b2', 'reach a1>c', 'request b1>a2', 1])
})

const named = (id: string, label: string): DiagramElement => ({ ...box(id), label })

function drawn(most: number, page: readonly DiagramElement[], ...flows: readonly FlowEdge[]) {
  return bundledEdges(flows, page, most, most).edges.map(({ source, target }) => `${source}>${target}`)
}

describe('counterparts of several environments', () => {
  const both = [
    named('1', 'shop-dev-api'),
    named('2', 'shop-prod-api'),
    named('3', 'orders (dev)'),
    named('4', '2 × orders (prod)'),
    named('5', 'stock'),
  ]
  const uses = [flow('1>3'), flow('2>4'), flow('1>5'), flow('2>5'), flow('3>5', 'event')]

  test('keep their arrows together, or none', () => {
    expect(drawn(5, both, ...uses)).toHaveLength(5)
    expect(drawn(4, both, ...uses)).toEqual(['3>5', '1>3', '2>4'])
    expect(drawn(3, both, ...uses)).toEqual(['3>5', '1>3', '2>4'])
    expect(drawn(2, both, ...uses)).toEqual(['3>5'])
    expect(drawn(1, both, flow('1>3'), flow('2>4'), flow('5>4', 'event'))).toEqual(['5>4'])
  })

  test('are told apart by the names of their groups, and by types', () => {
    const apart = [frame('A', named('1', 'dev')), frame('B', named('2', 'prod')), box('c')]
    expect(drawn(1, apart, flow('1>c'), flow('2>c'))).toEqual(['1>c'])
    const alike = [
      { ...frame('A', named('1', 'api')), label: 'shop-dev' },
      { ...frame('B', named('2', 'api')), label: 'shop-prod' },
      box('c'),
    ]
    expect(drawn(1, alike, flow('1>c'), flow('2>c'))).toEqual([])
    const types = [{ ...named('1', 'dev'), type: 'AWS::SNS::Topic' }, named('2', 'prod'), box('c')]
    expect(drawn(1, types, flow('1>c'), flow('2>c'))).toEqual(['1>c'])
  })

  test('in one group are all meant by its arrows', () => {
    const mixed = [frame('A', ...both.slice(0, 4), named('6', 'admin (dev)')), box('c')]
    expect(drawn(1, mixed, flow('1>c'), flow('3>c'))).not.toContain('A>c')
    expect(drawn(1, mixed, flow('c>2'), flow('c>6'))).not.toContain('c>A')
    expect(drawn(1, mixed, flow('1>c'), flow('2>c'))).toEqual(['A>c'])
    expect(drawn(1, mixed, flow('1>c'), flow('2>c'), flow('6>c'))).toEqual(['A>c'])
  })
})

describe('far too many', () => {
  const ids = Array.from({ length: 40 }, (_, number) => `box${number}`)
  const keptOf = (count: number, boxes: number) => {
    const flows = ids.slice(0, count).map((id, number) => flow(`${id}>${ids[(number + 1) % 40]}`, 'event'))
    return bundledEdges(flows, ids.slice(0, boxes).map(box), 4, 20).edges.length
  }

  test('leave out more, but not at once', () => {
    expect([20, 21, 25, 26, 30].map((count) => keptOf(count, 0))).toEqual([20, 20, 20, 19, 15])
  })

  test('leave an arrow for each box, and those that are drawn in any case', () => {
    expect([keptOf(40, 0), keptOf(40, 12), keptOf(40, 40)]).toEqual([5, 12, 20])
    const flows = ids.slice(0, 9).map((id) => flow(`${id}>a`, 'event'))
    expect(bundledEdges(flows, [], 4, -2).edges).toHaveLength(4)
  })
})

test('events that say what they are stay longer than who uses what, however many a box sends', () => {
  const events = ['a1', 'b1'].map((target) => flow(`c>${target}`, 'event', 'Order placed'))
  const others = [flow('b2>a3', 'event'), flow('a2>b2', 'request', 'GET /orders')]
  expect(bundled(2, ...others, ...events)).toEqual(['event c>a1 Order placed', 'event c>b1 Order placed', 2])
})

test('what the internet reaches is never left out for others', () => {
  const entries = [flow(`${internetId}>a1`), flow(`${internetId}>c`)]
  expect(bundled(2, flow('a2>c'), ...entries)).toEqual([`request ${internetId}>a1`, `request ${internetId}>c`, 1])
  expect(bundled(1, flow('a2>c'), ...entries)).toEqual([`request ${internetId}>a1`, 2])
})

test('what the entries from the internet lead to stays longer than who uses what', () => {
  const routes = ['a1', 'a2', 'a3'].map((target) => flow(`c>${target}`))
  const uses = [flow('a1>a2'), flow('a2>a3')]
  const { edges, leftOut } = bundledEdges([...uses, ...routes, flow(`${internetId}>c`)], [], 4)
  expect(edges.map(({ source, target }) => `${source}>${target}`)).toEqual(['c>a1', 'c>a2', 'c>a3', `${internetId}>c`])
  expect(leftOut).toBe(2)
})

const typed = (id: string, type: string): DiagramElement => ({ ...box(id), type: `AWS::${type}` })

describe('of boxes with types', () => {
  const queues = ['q1', 'q2', 'q3'].map((id) => typed(id, 'SQS::Queue'))
  const functions = ['f1', 'f2', 'f3'].map((id) => typed(id, 'Lambda::Function'))
  const drawn = [
    typed('z-alarm', 'CloudWatch::Alarm'),
    typed('topic', 'SNS::Topic'),
    typed('table', 'DynamoDB::Table'),
    ...queues,
    ...functions,
  ]
  const keptOf = (most: number, ...flows: readonly FlowEdge[]) =>
    bundledEdges(flows, drawn, most).edges.map(({ source, target }) => `${source}>${target}`)

  test('where a topic sends its messages stays longer than who uses what, to however many', () => {
    const messages = ['q1', 'q2', 'q3'].map((id) => flow(`topic>${id}`, 'event'))
    expect(keptOf(3, flow('f1>f2'), ...messages)).toEqual(['topic>q1', 'topic>q2', 'topic>q3'])
    expect(keptOf(3, flow('f1>f2'), ...messages.map((each): FlowEdge => ({ ...each, form: 'reach' })))).toContain(
      'f1>f2',
    )
  })

  test('what settings only name is left out before what says how it is used', () => {
    const named = [flow('f1>table'), flow('f1>q1', 'event')]
    const told = [flow('f2>f3'), flow('f2>table', 'reach', 'reads'), flow('f2>q1', 'event', 'writes')]
    expect(keptOf(4, ...named, ...told)).toEqual(['f2>q1', 'f2>table', 'f1>table', 'f2>f3'])
    expect(keptOf(1, flow('f1>q1', 'event'), flow('z-alarm>topic', 'event'))).toEqual(['z-alarm>topic'])
  })

  test('where failures go is left out before where messages go', () => {
    const failing = [flow('q1>q2', 'event', 'dead letters'), flow('f1>q2', 'event', 'dead letters, on failure')]
    expect(keptOf(2, ...failing, flow('q1>f2', 'event'), flow('topic>q1', 'event'))).toEqual(['q1>f2', 'topic>q1'])
    expect(keptOf(1, ...failing, flow('q1>f2', 'event', 'on failure, Order'))).toEqual(['q1>f2'])
  })
})
