/** Tests that a page with a few boxes too many counts only a few resources together. */
import { describe, expect, test } from 'vitest'
import type { ResourceGraph } from '../../../graph/resource-graph.ts'
import type { DiagramElement } from '../../diagram.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { networkView } from '../network/network.ts'
import { defaultViewOptions } from '../view-options.ts'
import { elementCount, flattened } from './group.ts'
import { categories, stageOf } from './shelves.ts'

const limit = 40
const words = Array.from({ length: 100 }, (_, position) =>
  [Math.floor(position / 10), position % 10].map((digit) => String.fromCodePoint(97 + digit).repeat(3)).join('-'),
)
const drawn = (graph: ResourceGraph, elementLimit = limit): readonly DiagramElement[] =>
  architectureView(graph, { ...defaultViewOptions, elementLimit }).elements
const boxesOf = (elements: readonly DiagramElement[]) => flattened(elements).filter(({ kind }) => kind === 'node')
const stacksOf = (elements: readonly DiagramElement[]) => boxesOf(elements).filter(({ form }) => form === 'stack')
const labelsOf = (elements: readonly DiagramElement[]) => stacksOf(elements).map(({ label }) => label)

/** Twelve functions that use a table each, six instances in a subnet, and a queue with its dead-letter queue. */
function shop() {
  const builder = graphBuilder()
  const graph = {
    ...builder,
    // All but instances are of one application, so that they share a place.
    add: (type: string, id: string, name: string) =>
      builder.add(type, id, name, {}, { app: type === 'AWS::EC2::Instance' ? 'web' : 'shop' }),
  }
  const tables = words.slice(0, 12).map((word) => graph.add('AWS::DynamoDB::Table', word, `${word}-table`))
  for (const [position, table] of tables.entries())
    graph.relate(graph.add('AWS::Lambda::Function', `f${position}`, `${words[position]}-handler`), 'uses', table)
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'shop')
  const subnet = builder.add('AWS::EC2::Subnet', 'subnet', 'shop-a', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', network)
  for (const word of words.slice(0, 6))
    graph.relate(graph.add('AWS::EC2::Instance', `i-${word}`, word), 'contained in', subnet)
  const queue = graph.add('AWS::SQS::Queue', 'orders', 'orders')
  graph.relate(queue, 'routes to', graph.add('AWS::SQS::Queue', 'lost', 'lost'), 'RedrivePolicy')
  graph.relate({ type: 'AWS::Lambda::Function', id: 'f0' }, 'uses', queue)
  return { graph, subnet, table: tables[0] as (typeof tables)[number] }
}

type Growth = (of: ReturnType<typeof shop>, count: number) => void

const growths: Readonly<Record<string, Growth>> = {
  functions({ graph, table }, count) {
    for (const word of words.slice(20, 20 + count))
      graph.relate(graph.add('AWS::Lambda::Function', word, `${word}-task`), 'uses', table)
  },
  replicas({ graph, table }, count) {
    for (let number = 0; number < count; number++)
      graph.relate(graph.add('AWS::Lambda::Function', `task-${number}`, `task-${number}`), 'uses', table)
  },
  'unused buckets'({ graph }, count) {
    for (const word of words.slice(20, 20 + count)) graph.add('AWS::S3::Bucket', word, `${word}-files`)
  },
  'instances of a subnet'({ graph, subnet }, count) {
    for (const word of words.slice(20, 20 + count))
      graph.relate(graph.add('AWS::EC2::Instance', `i-${word}`, `${word}-web`), 'contained in', subnet)
  },
}

describe.each(Object.entries(growths))('one more of %s', (kind, grow) => {
  const pages = Array.from({ length: 40 }, (_unused, count) => {
    const account = shop()
    grow(account, count)
    return drawn(account.graph.build())
  })

  test('keeps the page full', () => {
    const counts = pages.map((elements) => elementCount(elements))
    expect(Math.max(...counts)).toBeLessThanOrEqual(limit)
    // Replicas share one box, which leaves room.
    expect(Math.min(...counts.slice(10))).toBeGreaterThan(kind === 'replicas' ? 0.5 * limit : 0.8 * limit)
  })

  test('changes a handful of boxes at most', () => {
    for (const [position, elements] of pages.entries()) {
      const before = new Set(boxesOf(pages[position - 1] ?? elements).map(({ id }) => id))
      expect(boxesOf(elements).filter(({ id }) => !before.has(id)).length).toBeLessThanOrEqual(3)
    }
  })
})

test('the type of a place with the most boxes has one less, those with the fewest relations are counted', () => {
  const { graph, table } = shop()
  for (const word of words.slice(20, 32)) graph.add('AWS::Lambda::Function', word, `${word}-task`)
  graph.relate({ type: 'AWS::Lambda::Function', id: words[31] as string }, 'uses', table)
  const elements = drawn(graph.build())
  expect(labelsOf(elements)).toEqual(['7 more functions'])
  const counted = stacksOf(elements).flatMap(({ members }) => members.map(({ id }) => id))
  expect(counted).toEqual(words.slice(24, 31))
})

test('resources outside VPCs share boxes before as many in a subnet', () => {
  const { graph, subnet, table } = shop()
  for (const word of words.slice(6, 12))
    graph.relate(graph.add('AWS::EC2::Instance', `i-${word}`, word), 'contained in', subnet)
  for (const word of words.slice(0, 12)) graph.relate({ type: 'AWS::EC2::Instance', id: `i-${word}` }, 'uses', table)
  const built = graph.build()
  expect(labelsOf(drawn(built, elementCount(drawn(built, 100))))).toEqual(['2 more tables'])
})

test('types of a place share a box at last, down to a few boxes', () => {
  const graph = graphBuilder()
  const types = categories
    .flatMap(({ types }) => types)
    .filter((type) => type !== 'AWS::Lambda::Function' && stageOf(type) !== 'edge')
  for (const [position, type] of types.slice(0, 30).entries()) {
    const app = position < 10 ? 'one' : 'other'
    const test = graph.add(type, `${app}-${position}`, `${words[position]}-${app}`, {}, { app })
    if (position === 29) graph.relate(graph.add('AWS::Lambda::Function', 'f', 'handler', {}, { app }), 'uses', test)
  }
  const built = graph.build()
  let before: ReadonlySet<string> = new Set()
  for (let most = 30; most > 16; most--) {
    const elements = drawn(built, most)
    expect(elementCount(elements)).toBeLessThanOrEqual(most)
    expect(elementCount(elements)).toBeGreaterThanOrEqual(most - 1)
    const rests = stacksOf(elements)
    expect(rests.length).toBeGreaterThan(0)
    for (const { label, type, members } of rests) {
      expect([label, type]).toEqual([expect.stringMatching(/more resources$/u), null])
      expect(new Set(members.map((member) => stageOf(member.type) === 'data')).size).toBe(1)
    }
    // Those with the fewest relations are counted.
    const single = new Set(boxesOf(elements).flatMap(({ form, id }) => (form === 'stack' ? [] : [id])))
    expect(single).toContain('AWS::Lambda::Function/f')
    expect([...before].filter((id) => !single.has(id)).length).toBeLessThan(3)
    before = single
  }
})

test('what requests from the internet lead to shares no box with what others lead to', () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'shop')
  const balancers = ['public', 'partners'].map((name) => {
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', name, name, { scheme: 'internal' })
    graph.relate(balancer, 'contained in', network)
    return balancer
  })
  const [open, closed] = balancers
  if (open === undefined || closed === undefined) throw new Error('There are two load balancers')
  graph.relate(graph.add('AWS::CloudFront::Distribution', 'd', 'shop.example', { enabled: true }), 'routes to', open)
  for (const word of words.slice(0, 30)) {
    const service = graph.add('AWS::ECS::Service', word, `${word}-service`, {}, { app: 'shop' })
    graph.relate(service, 'contained in', network)
    graph.relate(word.startsWith('bbb') ? closed : open, 'routes to', service)
  }
  for (const most of [10, 12, 16, 20, 24, 28]) {
    const apart = stacksOf(drawn(graph.build(), most)).map(
      ({ members }) => new Set(members.map(({ id }) => id.startsWith('bbb'))).size,
    )
    expect(apart.length).toBeGreaterThan(0)
    expect(apart.every((kinds) => kinds === 1)).toBe(true)
  }
})

test('a queue and its dead-letter queue never share a box', () => {
  const { graph } = shop()
  for (const word of words.slice(0, 8)) {
    const queue = graph.add('AWS::SQS::Queue', word, `${word}-queue`)
    graph.relate(queue, 'routes to', graph.add('AWS::SQS::Queue', `${word}-dlq`, `${word}-dlq`), 'RedrivePolicy')
  }
  const queues = stacksOf(drawn(graph.build(), 26)).filter(({ type }) => type === 'AWS::SQS::Queue')
  expect(queues).toHaveLength(2)
  for (const { members } of queues)
    expect(new Set(members.map(({ id }) => id.endsWith('-dlq') || id === 'lost')).size).toBe(1)
  expect(new Set(queues.map(({ id }) => id)).size).toBe(2)
})

test.each([4, 30])('%i replicas share one box, as soon as one of them has to', (count) => {
  const { graph, table } = shop()
  for (let number = 1; number <= count; number++)
    graph.relate(graph.add('AWS::Lambda::Function', `task-${number}`, `task-${number}`), 'uses', table)
  const all = elementCount(drawn(graph.build(), 100))
  expect(labelsOf(drawn(graph.build(), all))).toEqual([`${count} × task-*`])
  expect(labelsOf(drawn(graph.build(), all + 1))).toEqual([])
})

test('what requests or events lead to shares no box with others', () => {
  const { graph } = shop()
  const api = graph.add('AWS::ApiGateway::RestApi', 'api', 'api')
  for (const word of words.slice(20, 26)) {
    graph.relate(api, 'invokes', graph.add('AWS::Lambda::Function', word, `${word}-route`))
  }
  const expectApart = (elementLimit: number): void => {
    const stacks = stacksOf(drawn(graph.build(), elementLimit)).filter(({ type }) => type === 'AWS::Lambda::Function')
    expect(stacks.map(({ members }) => new Set(members.map(({ id }) => id.startsWith('f'))).size)).toEqual([1, 1])
  }
  expectApart(20)
  // Nor far over the limit.
  for (const word of words.slice(26, 86)) graph.add('AWS::Lambda::Function', `f-${word}`, `${word}-task`)
  expectApart(20)
})

/** The members of the summary boxes of a type, if a page with all has some boxes too many. */
function foldedIn(graph: ResourceGraph, tooMany: number, type: string): readonly (readonly string[])[] {
  const all = elementCount(drawn(graph, 100))
  const stacks = stacksOf(drawn(graph, all + 1 - tooMany)).filter((stack) => stack.type === type)
  return stacks.map(({ members }) => members.map(({ id }) => id))
}

test('functions that nothing calls and that call nothing share a box before those with arrows', () => {
  const { graph } = shop()
  const role = graph.add('AWS::IAM::Role', 'role', 'role')
  const helpers = words.slice(30, 37).map((word) => graph.add('AWS::Lambda::Function', `${word}-helper`, word))
  for (const helper of helpers) graph.relate(helper, 'uses', role)
  const scheduled = graph.add('AWS::Lambda::Function', 'scheduled', 'nightly')
  graph.relate(graph.add('AWS::Events::Rule', 'nightly', 'nightly'), 'invokes', scheduled)
  expect(foldedIn(graph.build(), 1, 'AWS::Lambda::Function')).toEqual([helpers.slice(-2).map(({ id }) => id)])
})

/** Applications with a function that calls nothing, beside a table and a function that uses it. */
function stacksWithHelpers(names: readonly string[]) {
  const graph = graphBuilder()
  const helpers = names.map((name) => {
    const add = (type: string, kind: string) => graph.add(type, `${name}-${kind}`, `${name}-${kind}`, {}, { app: name })
    graph.relate(add('AWS::Lambda::Function', 'api'), 'uses', add('AWS::DynamoDB::Table', 'table'))
    return add('AWS::Lambda::Function', 'helper').id
  })
  return { graph: graph.build(), helpers }
}

test('functions without arrows leave the frames of their applications one after the other, for a box beside them', () => {
  const { graph, helpers } = stacksWithHelpers(['books', 'music', 'shoes', 'tools'])
  for (const tooMany of [1, 2, 3])
    expect(foldedIn(graph, tooMany, 'AWS::Lambda::Function')).toEqual([helpers.slice(3 - tooMany)])
  const elements = drawn(graph, elementCount(drawn(graph, 100)) - 2)
  const beside = flattened(elements).find(({ label }) => label.startsWith('Other'))
  expect(beside?.label).toBe('Other (4)')
  expect(stacksOf(elements).map(({ label, detail }) => [label, detail])).toEqual([
    ['4 functions', 'no known relations'],
  ])
  expect(flattened(elements).map(({ label }) => label)).toContain('books (2)')
})

test('functions without arrows stay in subnets, and those beside frames are in one box for good', () => {
  const { graph } = stacksWithHelpers(['books', 'music', 'shoes', 'tools'])
  const more = graphBuilder()
  const network = more.add('AWS::EC2::VPC', 'vpc', 'shop')
  for (const zone of ['a', 'b']) {
    const subnet = more.add('AWS::EC2::Subnet', `subnet-${zone}`, `shop-${zone}`, { availabilityZone: zone })
    more.relate(subnet, 'contained in', network)
    more.relate(more.add('AWS::Lambda::Function', `inside-${zone}`, `inside-${zone}`), 'contained in', subnet)
  }
  // They share a box only after the functions, and are before these on the page.
  const add = (type: string, id: string) => more.add(type, id, id, {}, { app: 'atlas' })
  const reader = add('AWS::Lambda::Function', 'reader')
  for (const id of ['maps', 'places']) more.relate(reader, 'uses', add('AWS::DynamoDB::Table', id))
  const { resources, relations } = more.build()
  const whole = {
    ...graph,
    resources: [...graph.resources, ...resources],
    relations: [...graph.relations, ...relations],
  }
  const elements = drawn(whole, elementCount(drawn(whole, 100)) - 3)
  expect(labelsOf(elements)).toEqual(['maps, places', '4 functions'])
  expect(boxesOf(elements).map(({ label }) => label)).toEqual(expect.arrayContaining(['inside-a', 'inside-b', 'api']))
})

/** Six instances that use a table. The last two are in this state. */
function fleet(appOf: (word: string, isLast: boolean) => string, state: string) {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'shop')
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet', 'shop-a', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', network)
  const table = graph.add('AWS::DynamoDB::Table', 'orders', 'orders')
  const queue = graph.add('AWS::SQS::Queue', 'queue', 'queue')
  for (const [position, word] of words.slice(0, 6).entries()) {
    const isLast = position > 3
    const properties = { state: isLast ? state : 'running' }
    const instance = graph.add('AWS::EC2::Instance', word, word, properties, { app: appOf(word, isLast) })
    graph.relate(instance, 'contained in', subnet)
    // Otherwise those with fewer relations share boxes.
    graph.relate(instance, 'uses', table)
    if (isLast) graph.relate(instance, 'uses', queue)
  }
  return graph.build()
}

test('what is stopped shares a box first, and only with what is stopped', () => {
  const graph = fleet((word) => word, 'stopped')
  const last = words.slice(4, 6)
  expect(foldedIn(graph, 1, 'AWS::EC2::Instance')).toEqual([last])
  expect(foldedIn(graph, 2, 'AWS::EC2::Instance')).toEqual([words.slice(2, 4), last])
})

test('of instances without arrows, stopped ones share a box before running ones', () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'shop')
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet', 'shop-a', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', network)
  for (const [position, word] of words.slice(0, 7).entries()) {
    const state = position < 3 ? 'stopped' : 'running'
    graph.relate(graph.add('AWS::EC2::Instance', word, word, { state }), 'contained in', subnet)
  }
  const [stopped, running] = [words.slice(0, 3), words.slice(3, 7)]
  expect(foldedIn(graph.build(), 1, 'AWS::EC2::Instance')).toEqual([stopped])
  expect(foldedIn(graph.build(), 3, 'AWS::EC2::Instance')).toEqual([running, stopped])
})

test('resources of different applications share a box last', () => {
  const last = words.slice(4, 6)
  const ofSeveral = fleet((word) => word, 'running')
  const ofOne = fleet((word, isLast) => (isLast ? 'shop' : word), 'running')
  expect(foldedIn(ofSeveral, 1, 'AWS::EC2::Instance')).toEqual([words.slice(2, 4)])
  expect(foldedIn(ofOne, 1, 'AWS::EC2::Instance')).toEqual([last])
  expect(foldedIn(ofOne, 4, 'AWS::EC2::Instance')).toEqual([words.slice(1, 6)])
})

/** The numbers of unused buckets in boxes, of these on a page with one box too many. */
function foldedOf(unused: number): readonly number[] {
  const { graph } = shop()
  for (const word of words.slice(20, 20 + unused)) graph.add('AWS::S3::Bucket', word, `${word}-files`)
  const built = graph.build()
  return stacksOf(drawn(built, elementCount(drawn(built, 100)))).map(({ members }) => members.length)
}

test('a handful of unused resources share one box, more of them one at a time', () => {
  expect([foldedOf(5), foldedOf(6)]).toEqual([[5], [2]])
})

test('what only contains a resource does not count as one of its relations', () => {
  const graph = graphBuilder()
  const add = (type: string, id: string) => graph.add(`AWS::${type}`, id, id, {}, { app: 'shop' })
  const wholes = ['sg-1', 'sg-2'].map((id) => add('EC2::SecurityGroup', id))
  const tables = ['orders', 'payments'].map((id) => add('DynamoDB::Table', id))
  const names = words.slice(0, 8)
  for (const [position, name] of names.entries()) {
    const task = add('Lambda::Function', name)
    const isContained = position < 4
    for (const whole of isContained ? wholes : []) graph.relate(task, 'contained in', whole)
    for (const used of isContained ? tables.slice(1) : tables) graph.relate(task, 'uses', used)
  }
  const stacks = stacksOf(drawn(graph.build(), 9))
  expect(stacks.flatMap(({ members }) => members.map(({ id }) => id))).toEqual(names.slice(1, 4))
})

test('the resource of a page keeps its box', () => {
  const { graph } = shop()
  for (const word of words.slice(20, 40)) graph.add('AWS::Lambda::Function', word, `${word}-task`)
  const built = graph.build()
  const resource = built.resources.find(({ id }) => id === words[39])
  if (resource === undefined) throw new Error('The function is in the graph')
  const options = { ...defaultViewOptions, elementLimit: limit, focused: { resources: [resource], steps: 1 } }
  const { elements } = architectureView(built, options)
  expect(boxesOf(elements).map(({ id }) => id)).toContain(`AWS::Lambda::Function/${resource.id}`)
})

test('the network view counts a few together as well', () => {
  const counts = Array.from({ length: 30 }, (_unused, count) => {
    const { graph, subnet } = shop()
    for (const word of words.slice(20, 40 + count))
      graph.relate(graph.add('AWS::EC2::NatGateway', word, `${word}-nat`), 'contained in', subnet)
    return elementCount(networkView(graph.build(), { ...defaultViewOptions, elementLimit: limit }).elements)
  })
  expect(Math.max(...counts)).toBe(limit)
  expect(counts.findIndex((count) => count === limit)).toBeLessThan(25)
  expect(Math.min(...counts.slice(25))).toBe(limit)
})
