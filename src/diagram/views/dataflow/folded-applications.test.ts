import { expect, test } from 'vitest'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { flattened } from '../boxes/group.ts'
import { defaultViewOptions } from '../view-options.ts'
import { dataFlowView } from './dataflow.ts'

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
    id: 'category:more',
    label: '35 more applications',
    description: expect.stringMatching(/^35 more applications\napp-40\n(app-\d+\n){19}and 15 more\n/),
  })
  expect(boxes.at(-1)?.members).toHaveLength(35 * 12)
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
