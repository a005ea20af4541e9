import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { resourceKey } from '../../../graph/graph-index.ts'
import type { FlowEdge } from './flow-edges.ts'
import { drawnFlow, type FlowGraph } from './flow-graph.ts'

const resource = (type: string, name: string, tags: Readonly<Record<string, string>> = {}): Resource => ({
  type,
  id: name,
  arn: null,
  name,
  presence: 'read',
  tags,
  properties: {},
})

const queue = (name: string) => resource('AWS::SQS::Queue', name)
const handler = (name: string) => resource('AWS::Lambda::Function', name)

const arrow = (source: Resource, target: Resource): FlowEdge => ({
  form: 'event',
  source: resourceKey(source),
  target: resourceKey(target),
  label: '',
  describe: () => `${source.id} to ${target.id}`,
})

const graphOf = (resources: readonly Resource[], edges: readonly FlowEdge[] = []): FlowGraph => ({
  resources,
  others: [],
  edges,
  groupOf: () => '',
})

/** What is written on each box, under this limit. */
function labelsOf(graph: FlowGraph, limit: number, collapse: number | null = null) {
  return drawnFlow(graph, limit, { collapse, expanded: false }).nodes.map(({ node }) => node.label)
}

describe('with too many boxes', () => {
  const [inbox, outbox] = [queue('inbox'), queue('outbox')]
  const workers = ['work-1', 'work-2', 'work-3'].map(handler)
  const [one, two, three] = workers as [Resource, Resource, Resource]
  const graph = graphOf(
    [inbox, outbox, ...workers],
    [arrow(inbox, one), arrow(inbox, two), arrow(outbox, three), arrow(inbox, outbox)],
  )

  test('each resource has a box if there is room', () => {
    expect(labelsOf(graph, 5)).toEqual(['inbox', 'outbox', 'work-1', 'work-2', 'work-3'])
  })

  test('resources with the same name and connections share a box first, then those with the same name', () => {
    expect(labelsOf(graph, 4)).toEqual(['2 × work-*', 'inbox', 'outbox', 'work-3'])
    expect(labelsOf(graph, 3)).toEqual(['3 × work-*', 'inbox', 'outbox'])
  })

  test('a caller can request the same', () => {
    expect(labelsOf(graph, 5, 1)).toEqual(labelsOf(graph, 4))
    expect(labelsOf(graph, 5, 2)).toEqual(labelsOf(graph, 3))
  })

  test('arrows of merged boxes are merged', () => {
    const { edges } = drawnFlow(graph, 3, { collapse: null, expanded: false })
    expect(edges).toHaveLength(3)
    expect(new Set(edges.map(({ source, target }) => `${source} ${target}`)).size).toBe(3)
  })
})

test('only as many resources share a box by their names as needed, the most numerous first', () => {
  const queues = ['p', 'q', 'r'].map(queue)
  const workers = ['work-1', 'work-2', 'work-3', 'mail-1', 'mail-2'].map(handler)
  const edges = workers.flatMap((worker, position) => queues.slice(position % 3).map((each) => arrow(each, worker)))
  const graph = graphOf([...queues, ...workers], edges)
  const all = ['mail-1', 'mail-2', 'p', 'q', 'r']
  expect(labelsOf(graph, 8)).toEqual([...all, 'work-1', 'work-2', 'work-3'])
  for (const limit of [7, 6]) expect(labelsOf(graph, limit)).toEqual(['3 × work-*', ...all])
  expect(labelsOf(graph, 5)).toEqual(['2 × mail-*', '3 × work-*', 'p', 'q', 'r'])
  expect(labelsOf(graph, 8, 2)).toEqual(labelsOf(graph, 5))
})

const part = (name: string, app?: string) => resource('AWS::Lambda::Function', name, app === undefined ? {} : { app })

test('resources that are part of something share its box, and the others of their type another', () => {
  const ofApps = ['shop', 'blog'].flatMap((app) => ['a', 'b', 'c', 'd'].map((letter) => part(`${letter}${app}`, app)))
  const graph = graphOf([...ofApps, part('cron'), part('mail'), queue('inbox')])
  expect(labelsOf(graph, 4)).toEqual(['2 more functions', '4 functions of blog', '4 functions of shop', 'inbox'])
})

test('if even names are too many, the best connected ones keep their boxes', () => {
  const hubs = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map(handler)
  // The further back in the alphabet of the list, the more queues each is called by.
  const queues = hubs.map((_, index) => queue(`q${'x'.repeat(index)}`))
  const edges = hubs.flatMap((hub, index) => queues.slice(0, index + 1).map((each) => arrow(each, hub)))
  const graph = graphOf([...hubs, ...queues], edges)
  const labels = labelsOf(graph, 5)
  expect(labels.length).toBeLessThanOrEqual(5)
  // `q` calls all six, `zeta` is called by all six, `qx` calls five and `epsilon` is called by five.
  expect(labels.filter((label) => !label.includes('more'))).toEqual(['q', 'zeta', 'epsilon'].toSorted())
  expect(labels.filter((label) => label.includes('more'))).toEqual(['4 more functions', '5 more queues'])
})

describe('with a few boxes too many', () => {
  const functions = ['a', 'b', 'c', 'd', 'e'].map(handler)
  const queues = ['q', 'r', 's'].map(queue)
  const [first, second] = functions as [Resource, Resource]
  const edges = queues.map((each) => arrow(each, first))
  const graph = graphOf([...functions, ...queues], [...edges, ...queues.slice(1).map((each) => arrow(each, second))])

  test('only the most numerous type of a group is counted, except for the best connected of it', () => {
    expect(labelsOf(graph, 8)).toHaveLength(8)
    expect(labelsOf(graph, 7)).toEqual(['2 more functions', 'a', 'b', 'c', 'q', 'r', 's'])
    expect(labelsOf(graph, 6)).toEqual(['3 more functions', 'a', 'b', 'q', 'r', 's'])
  })

  test('of types with as many, the less connected one is counted', () => {
    const three = graphOf([...functions.slice(0, 3), ...queues], edges)
    expect(labelsOf(three, 5)).toEqual(['2 more queues', 'a', 'b', 'c', 'q'])
    expect(labelsOf(three, 2)).toEqual(['3 functions', '3 queues'].toSorted())
  })
})

const apart = ({ id }: Resource) => (id.startsWith('open') ? 'open' : '')

test('resources that are kept apart never share a box', () => {
  const graph = graphOf(['open-1', 'open-2', 'closed-1', 'closed-2'].map(handler))
  expect(labelsOf({ ...graph, apart }, 2)).toEqual(['2 × closed-*', '2 × open-*'])
  expect(labelsOf({ ...graph, apart }, 1)).toEqual(['2 functions', '2 functions'])
  const { nodes } = drawnFlow({ ...graph, apart }, 1, { collapse: null, expanded: false })
  expect(new Set(nodes.map(({ node }) => node.id)).size).toBe(2)
  expect(labelsOf(graph, 1)).toEqual(['4 functions'])
})

test('of equally connected boxes the larger one stays, then the first by name', () => {
  const graph = graphOf(['a-1', 'a-2', 'b-1', 'b-2', 'b-3', 'c-1', 'c-2', 'd-1', 'd-2'].map(handler).toReversed())
  expect(labelsOf(graph, 3)).toEqual(['2 × a-*', '3 × b-*', '4 more functions'])
  expect(labelsOf(graph, 2)).toEqual(['3 × b-*', '6 more functions'])
  expect(labelsOf(graph, 1)).toEqual(['9 functions'])
})

test('boxes without resources count too', () => {
  const graph = graphOf([queue('a-1'), queue('a-2')])
  const internet = { ...drawnFlow(graph, 9, { collapse: null, expanded: false }).nodes[0]?.node, id: 'internet' }
  expect(labelsOf(graph, 2)).toEqual(['a-1', 'a-2'])
  expect(labelsOf({ ...graph, others: [internet as never] }, 2)).toEqual(['2 × a-*'])
  // One box is always drawn.
  expect(labelsOf({ ...graph, others: [internet as never] }, 1)).toEqual(['2 × a-*'])
})

const mail: Readonly<Record<string, string>> = { ash: 'Mail', oak: 'Mail' }

/** Of four functions with values of this tag. Two are in an application `Mail`. */
function partsBy(tag: string) {
  const functions = ['ash', 'elm', 'oak', 'yew'].map((name, position) =>
    resource('AWS::Lambda::Function', name, { [tag]: `shop-Mail${position % 2}-QOGNMB87ME0S` }),
  )
  return labelsOf({ ...graphOf(functions), stackLabel: ({ id }) => mail[id] }, 2, 3)
}

test('boxes by stack have its label in place of its generated name, but those by another tag have its value', () => {
  const other = '2 functions of shop-Mail1-QOGNMB87ME0S'
  expect(partsBy('aws:cloudformation:stack-name')).toEqual(['2 functions of Mail', other])
  expect(partsBy('team')).toEqual(['2 functions of shop-Mail0-QOGNMB87ME0S', other])
})

test('each limit from a third of the boxes on is used up', () => {
  const names = ['cart', 'mail', 'pay', 'ship', 'stock', 'tax']
  const [callers, queues, topics] = ['AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::SNS::Topic'].map((type) =>
    names.map((name) => resource(type, name)),
  )
  if (callers === undefined || queues === undefined || topics === undefined) throw new Error('There are three types')
  const edges = callers.flatMap((caller, at) => [queues[at], topics[at]].map((to) => arrow(caller, to ?? caller)))
  const graph = graphOf([...callers, ...queues, ...topics], edges)
  for (let limit = 9; limit <= 18; limit++) expect(labelsOf(graph, limit)).toHaveLength(limit)
})
