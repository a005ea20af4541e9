import { expect, test } from 'vitest'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { flattened } from '../boxes/group.ts'
import { defaultViewOptions } from '../view-options.ts'
import { dataFlowView } from './dataflow.ts'
import { type Separation, withFewerBoxes } from './folded-applications.ts'

/** Applications with a function that sends to 11 others of six types, and to that of the next application. */
function applications(count: number) {
  const graph = graphBuilder()
  const types = ['Lambda::Function', 'SQS::Queue', 'SNS::Topic', 'DynamoDB::Table', 'Kinesis::Stream', 'S3::Bucket']
  const firsts = Array.from({ length: count }, (_, app) => {
    const [first, ...others] = [...types, ...types].map((type, number) =>
      graph.add(`AWS::${type}`, `${app}-${number}`, null, {}, { app: `app-${app}` }),
    )
    if (first === undefined) throw new Error('No resources')
    for (const other of others) graph.relate(first, 'routes to', other)
    return first
  })
  for (const [app, first] of firsts.entries()) {
    const next = firsts[app + 1]
    if (next !== undefined) graph.relate(first, 'invokes', next)
  }
  return { graph, firsts }
}

function drawn(count: number, options = {}) {
  const { graph } = applications(count)
  const { elements, edges } = dataFlowView(graph.build(), { ...defaultViewOptions, elementLimit: 60, ...options })
  const all = flattened(elements)
  return {
    nodes: all.filter(({ kind }) => kind === 'node'),
    frames: all.filter(({ form }) => form === 'category').map(({ label }) => label),
    boxes: all.filter(({ kind, id }) => kind === 'node' && id.startsWith('category:')),
    edges,
  }
}

test('applications without room for a frame have one box each', () => {
  const { nodes, frames, boxes, edges } = drawn(12)
  expect(nodes.length).toBeLessThanOrEqual(60)
  expect(frames).toHaveLength(6)
  expect(boxes.map(({ label }) => label)).toEqual(['app-4', 'app-5', 'app-6', 'app-7', 'app-8', 'app-9'])
  expect(boxes[0]).toMatchObject({
    id: 'category:application:app-4',
    form: 'stack',
    detail: '2 topics, 2 functions, 2 queues, 2 data streams, 2 tables, 2 buckets',
    description: expect.stringContaining('2 Lambda functions'),
  })
  expect(boxes[0]?.members).toHaveLength(12)
  const between = edges.filter(({ source, target }) => [source, target].every((id) => id.startsWith('category:')))
  expect(between.map(({ source, target }) => `${source}>${target}`)).toEqual([
    'category:application:app-4>category:application:app-5',
    'category:application:app-5>category:application:app-6',
    'category:application:app-6>category:application:app-7',
    'category:application:app-7>category:application:app-8',
    'category:application:app-8>category:application:app-9',
  ])
})

/** Applications of tenants with a queue from a bus, and of others. */
function tenants(count: number) {
  const { graph, firsts } = applications(8)
  const bus = graph.add('AWS::SNS::Topic', 'bus', null, {}, { app: 'core' })
  const handler = graph.add('AWS::Lambda::Function', 'handler', null, {}, { app: 'core' })
  graph.relate(bus, 'invokes', handler)
  for (let number = 0; number < count; number++) {
    const app = `tenant-${number}`
    const queue = graph.add('AWS::SQS::Queue', `queue-${number}`, null, {}, { app })
    const worker = graph.add('AWS::Lambda::Function', `worker-${number}`, null, {}, { app })
    const table = graph.add(
      'AWS::DynamoDB::Table',
      `table-${number}`,
      null,
      { status: number === 0 ? 'ARCHIVED' : 'ACTIVE' },
      { app },
    )
    graph.relate(bus, 'routes to', queue)
    graph.relate(queue, 'invokes', worker)
    graph.relate(worker, 'uses', table)
  }
  return { graph, firsts }
}

test('applications that are alike share a box before others have none, and so do those that differ in state', () => {
  const { elements, edges } = dataFlowView(tenants(20).graph.build())
  const boxes = elements.filter(({ kind, id }) => kind === 'node' && id.startsWith('category:'))
  expect(boxes.map(({ id, label, detail }) => [id, label, detail])).toEqual([
    ['category:application:tenant-0', 'tenant-0', '1 archived, 1 function, 1 queue, 1 table'],
    ['category:alike:tenant-*', '19 × tenant-*', '19 functions, 19 queues, 19 tables'],
  ])
  expect(elements.filter(({ form }) => form === 'category')).toHaveLength(9)
  expect(edges.map(({ source, target }) => `${source} > ${target}`)).toContain(
    'AWS::SNS::Topic/bus > category:alike:tenant-*',
  )
})

/** The boxes and frames of tenants on the page of all that are alike. */
function opened(count: number) {
  const drawn = drawPage('dataflow', tenants(count).graph.build(), {
    ...overviewOptions,
    focus: 'category:alike:tenant-*',
  })
  if (drawn.kind !== 'drawn') throw new Error(drawn.message)
  return drawn.diagram.elements.filter(({ label }) => label.startsWith('tenant-'))
}

test('the page of applications that are alike has a box or frame for each', () => {
  expect(opened(20).map(({ kind }) => kind)).toEqual(Array.from({ length: 19 }, () => 'group'))
  expect(opened(80).map(({ kind }) => kind)).toEqual(Array.from({ length: 79 }, () => 'node'))
})

/** Tenants without what they have in common. */
function alone(count: number) {
  const built = tenants(count).graph.build()
  const resources = built.resources.filter(({ tags }) => tags['app']?.startsWith('tenant-'))
  const relations = built.relations.filter(({ source, target }) =>
    [source, target].every(({ id }) => resources.some((each) => each.id === id)),
  )
  return dataFlowView({ ...built, resources, relations }, { ...defaultViewOptions, elementLimit: 30 })
}

test('applications that are alike stay apart if there is hardly anything else', () => {
  const nodes = flattened(alone(40).elements).filter(({ kind }) => kind === 'node')
  expect(nodes.length).toBeGreaterThan(10)
  expect(nodes.filter(({ label }) => label.includes(' × '))).toEqual([])
})

test('around a resource, alike applications share a box if they are many, or if not all have room; others have a frame', () => {
  const focused = { resources: [{ type: 'AWS::SNS::Topic', id: 'bus' }], steps: 3 }
  const labels = (count: number, elementLimit: number) =>
    dataFlowView(tenants(count).graph.build(), { ...defaultViewOptions, elementLimit, focused }).elements.map(
      ({ label }) => label,
    )
  expect(labels(20, 150)).toEqual(['19 × tenant-*', 'core', 'tenant-0'])
  expect(labels(12, 20)).toContain('11 × tenant-*')
  expect(labels(12, 150)).not.toContain('11 × tenant-*')
})

test('there are fewer frames if the boxes of applications need more room', () => {
  const { nodes, frames } = drawn(36)
  expect(nodes.length).toBeLessThanOrEqual(60)
  expect(frames).toHaveLength(3)
})

test('of very many applications, the largest have boxes, and the others share one', () => {
  const { nodes, boxes } = drawn(70)
  expect(nodes.length).toBeLessThanOrEqual(60)
  expect(boxes).toHaveLength(33)
  expect(boxes.at(-1)).toMatchObject({
    id: 'category:more applications',
    label: '35 more applications',
    description: expect.stringMatching(/^35 more applications\napp-40\n(app-\d+\n){19}and 15 more\n/),
  })
  expect(boxes.at(-1)?.members).toHaveLength(35 * 12)
})

test('of very many applications, those that the internet reaches share a box of their own', () => {
  const { graph } = applications(70)
  graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
  const built = graph.build()
  const open = new Set(['67-5', '68-5', '69-11'])
  const resources = built.resources.map((each) =>
    open.has(each.id) ? { ...each, properties: { publicByPolicy: true, publicByAcl: false } } : each,
  )
  const { elements } = dataFlowView({ ...built, resources }, { ...defaultViewOptions, elementLimit: 60 })
  const labels = elements.map(({ label }) => label).filter((label) => label.includes('more'))
  expect(labels).toEqual([expect.stringMatching(/^\d+ more applications$/u), '3 more public applications'])
})

test('140 applications of seven environments, of which the internet reaches half, are drawn', () => {
  const graph = graphBuilder()
  const names =
    'alpha bravo cargo delta eagle fjord gamma hotel index joker karma lemon mango noble ocean piano quartz robin sugar tiger'
  const types = ['DynamoDB::Table', 'SQS::Queue', 'SNS::Topic', 'StepFunctions::StateMachine']
  const words = names.split(' ')
  for (const [number, word] of words.entries())
    for (const environment of ['prod', 'test', 'dev', 'qa', 'int', 'sandbox', 'stage']) {
      const app = `${word}-${environment}`
      const handler = graph.add('AWS::Lambda::Function', `${app}-fn`, `${app}-api`, {}, { app })
      const isOpen = number < 10
      const properties = { publicByPolicy: isOpen, publicByAcl: false }
      graph.relate(handler, 'uses', graph.add('AWS::S3::Bucket', `${app}-b`, `${app}-files`, properties, { app }))
      for (const type of types.slice(0, isOpen ? 1 : 1 + (number % 4)))
        graph.relate(handler, 'uses', graph.add(`AWS::${type}`, `${app}-x`, `${app}-x`, {}, { app }))
      const next = `${words[(number + 7) % words.length]}-${environment}-fn`
      graph.relate(handler, 'uses', { type: 'AWS::Lambda::Function', id: next })
    }
  graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
  const nodes = flattened(dataFlowView(graph.build()).elements).filter(({ kind }) => kind === 'node')
  expect(nodes.length).toBeLessThanOrEqual(75)
})

test('there are no boxes of applications around resources', () => {
  const focused = { resources: [{ type: 'AWS::Lambda::Function', id: '7-0' }], steps: 9 }
  expect(drawn(12).boxes.map(({ label }) => label)).toContain('app-7')
  expect(drawn(12, { focused }).boxes).toEqual([])
})

test('there are no boxes of applications if all of their resources have room', () => {
  const graph = graphBuilder()
  for (let app = 0; app < 14; app++) {
    const [one, other] = ['ash', 'elm'].map((name) =>
      graph.add('AWS::SQS::Queue', `${name}-${app}`, null, {}, { app: `app-${app}` }),
    )
    if (one !== undefined && other !== undefined) graph.relate(one, 'routes to', other)
  }
  const { elements } = dataFlowView(graph.build())
  expect(elements.filter(({ form }) => form === 'category')).toHaveLength(12)
  expect(elements.filter(({ kind, form }) => kind === 'node' && form === 'resource')).toHaveLength(4)
})

test('what several applications share is no application', () => {
  const { graph, firsts } = applications(12)
  for (const name of ['ash', 'elm']) {
    const queue = graph.add('AWS::SQS::Queue', name, null)
    for (const first of firsts) graph.relate(first, 'uses', queue)
  }
  const { elements } = dataFlowView(graph.build(), { ...defaultViewOptions, elementLimit: 60 })
  const labels = elements.filter(({ id }) => id.startsWith('category:')).map(({ label }) => label)
  expect(labels).toContain('app-7')
  expect(labels).not.toContain('Shared')
})

test('fewer frames of a tag have fewer boxes where each uses many types', () => {
  const { nodes, frames } = drawn(12, { groupBy: 'app' })
  expect(nodes.length).toBeLessThanOrEqual(60)
  expect(frames).toHaveLength(6)
})

/** `prod-open-1`: of an environment, and reached by the internet. */
const byName: Separation = {
  environmentOf: ({ id }: { readonly id: string }) => /^(?:prod|dev|public)/u.exec(id)?.[0] ?? '',
  reachOf: ({ id }: { readonly id: string }) =>
    /-(?:open|web)-1$/u.test(id) ? 'open' : id.endsWith('-auth-1') ? 'conditional' : '',
}

test('the others share boxes by environment, and apart from those that the internet reaches', () => {
  const graph = graphBuilder()
  const group = (name: string, size: number) => {
    for (let each = 0; each < size; each++) graph.add('AWS::Lambda::Function', `${name}-${each}`, null)
    const resources = graph.build().resources.filter(({ id }) => id.startsWith(`${name}-`))
    return { name, label: name, detail: '', beginnings: [], resources }
  }
  const groups = [
    group('large', 3),
    ...['prod-a', 'prod-b', 'prod-open', 'prod-web', 'dev-a', 'dev-open', 'c', 'd'].map((name) => group(name, 2)),
  ]
  const boxes = (most: number) => withFewerBoxes(groups, most, byName)
  expect(boxes(9)).toEqual(groups)
  expect(boxes(1).map(({ label, resources }) => [label, resources.length])).toEqual([
    ['large', 3],
    ['2 more prod applications', 4],
    ['2 more public prod applications', 4],
    // One alone keeps its name.
    ['dev-a', 2],
    ['dev-open', 2],
    ['2 more applications', 4],
  ])
})

test('an environment called public is not taken for what the internet reaches, nor what is only conditionally open', () => {
  const groups = ['public-a', 'public-b', 'x-open', 'y-open', 'x-auth', 'y-auth'].map((name) => {
    const graph = graphBuilder()
    for (const each of [0, 1]) graph.add('AWS::Lambda::Function', `${name}-${each}`, null)
    return { name, label: name, detail: '', beginnings: [], resources: graph.build().resources }
  })
  expect(withFewerBoxes(groups, 0, byName).map(({ name, label }) => [name, label])).toEqual([
    ['more public applications', '2 more public applications'],
    ['more applications open', '2 more public applications'],
    ['more applications conditional', '2 more conditionally open applications'],
  ])
})
