/** Tests whose use of what the data flow takes from the policies of roles. */
import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../../graph/graph-index.ts'
import type { Json, ResourceGraph } from '../../../graph/resource-graph.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { permittedEdges } from './permitted-access.ts'

function flows(graph: ResourceGraph): readonly string[] {
  const page = drawPage('dataflow', graph, overviewOptions)
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram.edges.map(
    ({ source, target, label }) => `${nameOf(source)} > ${nameOf(target)}${label === '' ? '' : `: ${label}`}`,
  )
}

function nameOf(key: string): string {
  return key.split('/').at(-1) ?? key
}

test.each(['AWS::Glue::Job', 'AWS::SageMaker::NotebookInstance'])('%s uses what its role permits', (type) => {
  const graph = graphBuilder()
  const job = graph.add(type, 'clean', 'clean')
  const role = graph.add('AWS::IAM::Role', 'clean', 'clean', { broad: false })
  const [raw, curated] = ['raw', 'curated'].map((name) => graph.add('AWS::S3::Bucket', name, name))
  graph.relate(job, 'uses', role)
  graph.permit(role, 'reads from', raw ?? job)
  graph.permit(role, 'writes to', curated ?? job)
  expect(flows(graph.build())).toEqual(['clean > curated: writes', 'clean > raw: reads'])
})

test('a crawler reads the table that its settings name, and nothing else that its role permits', () => {
  const graph = graphBuilder()
  const crawler = graph.add('AWS::Glue::Crawler', 'sales', 'sales')
  const role = graph.add('AWS::IAM::Role', 'glue', 'glue', { broad: false })
  graph.relate(crawler, 'uses', role)
  const table = graph.add('AWS::DynamoDB::Table', 'sales', 'sales')
  graph.relate(crawler, 'uses', table)
  graph.permit(role, 'writes to', graph.add('AWS::S3::Bucket', 'curated', 'curated'))
  expect(flows(graph.build())).toEqual(['sales > sales: reads'])
  for (const verb of ['reads from', 'writes to'] as const) graph.permit(role, verb, table)
  expect(flows(graph.build())).toEqual(['sales > sales: reads'])
})

test.each(['AWS::Events::Rule', 'AWS::Pipes::Pipe'])(
  '%s uses its target, and nothing else that its role permits',
  (type) => {
    const graph = graphBuilder()
    const rule = graph.add(type, 'nightly', 'nightly')
    const role = graph.add('AWS::IAM::Role', 'start', 'start', { broad: false })
    graph.relate(rule, 'uses', role)
    const [load, scan] = ['load', 'scan'].map((name) => graph.add('AWS::StepFunctions::StateMachine', name, name))
    if (load === undefined || scan === undefined) throw new Error('Both exist')
    graph.relate(rule, 'invokes', load)
    for (const machine of [load, scan]) graph.permit(role, 'invokes', machine)
    // The arrow to its target comes from its settings.
    expect(permittedEdges(indexGraph(graph.build()), [])).toEqual([])
  },
)

test('what may only invoke itself has no flow', () => {
  const graph = graphBuilder()
  const again = graph.add('AWS::Lambda::Function', 'again', 'again')
  const role = graph.add('AWS::IAM::Role', 'again', 'again')
  graph.relate(again, 'uses', role)
  graph.permit(role, 'invokes', again)
  const page = drawPage('dataflow', graph.build(), overviewOptions)
  const { edges = [], elements = [] } = page.kind === 'drawn' ? page.diagram : {}
  expect(edges).toEqual([])
  expect(elements.map(({ label }) => label)).toEqual(['No data flow found'])
})

/** Services with these properties and one role, which writes to a bucket and reads from a queue. */
function withStates(...states: readonly { readonly [name: string]: Json }[]): ResourceGraph {
  const graph = graphBuilder()
  const role = graph.add('AWS::IAM::Role', 'worker', 'worker')
  graph.permit(role, 'writes to', graph.add('AWS::S3::Bucket', 'results', 'results'))
  graph.permit(role, 'reads from', graph.add('AWS::SQS::Queue', 'jobs', 'jobs'))
  for (const [number, properties] of states.entries()) {
    graph.relate(graph.add('AWS::ECS::Service', `worker-${number}`, 'worker', properties), 'uses', role)
  }
  return graph.build()
}

function hubLabels(graph: ResourceGraph): ReadonlySet<string> {
  return new Set(permittedEdges(indexGraph(graph), []).map(({ label, hub }) => `${label} ${hub?.end ?? ''}`))
}

describe('what is stopped uses nothing', () => {
  test('and all that its role permits says so', () => {
    const edges = permittedEdges(indexGraph(withStates({ scaledToZero: true }, {})), [])
    expect(edges.map(({ source, target, label }) => [nameOf(source), nameOf(target), label])).toEqual([
      ['worker-0', 'results', '(stopped) writes'],
      ['jobs', 'worker-0', '(stopped) reads'],
      ['worker-1', 'results', 'writes'],
      ['jobs', 'worker-1', 'reads'],
    ])
  })

  test('also where one role is for many', () => {
    const stopped = Array.from({ length: 300 }, () => ({ scaledToZero: true }))
    expect(hubLabels(withStates(...stopped))).toEqual(
      new Set(['(stopped) writes', '(stopped) reads'].flatMap((label) => [`${label} source`, `${label} target`])),
    )
    expect(hubLabels(withStates({}, ...stopped)).size).toBe(8)
    const mixed = permittedEdges(indexGraph(withStates({}, ...stopped)), [])
    const labelsAt = Map.groupBy(mixed, ({ source, target, hub }) => (hub?.end === 'source' ? source : target))
    expect([...labelsAt.values()].map((edges) => new Set(edges.map(({ label }) => label)).size)).toEqual([1, 1, 1, 1])
  })
})

/** A service whose definition names a queue, with a role by each of these fields that has no rights. */
function serviceWithQueue(properties: Readonly<Record<string, Json>>, ...fields: readonly string[]) {
  const graph = graphBuilder()
  const service = graph.add('AWS::ECS::Service', 'worker', 'worker', properties)
  const definition = graph.add('AWS::ECS::TaskDefinition', 'worker:1', 'worker')
  graph.relate(service, 'uses', definition)
  graph.relate(definition, 'uses', graph.add('AWS::SQS::Queue', 'jobs', 'jobs'))
  for (const field of fields) {
    const role = graph.add('AWS::IAM::Role', field, field, { broad: false })
    graph.relate(field.startsWith('services') ? service : definition, 'uses', role, `ecs:Describe ${field}`)
  }
  return graph.build()
}

describe('the queue in the settings of a service', () => {
  const sends = ['worker > jobs']
  const execution = 'taskDefinition.executionRoleArn'

  test.each([
    ['an execution role', sends, {}, [execution]],
    ['the role for load balancers', sends, {}, ['services[].roleArn']],
    ['a task role', [], {}, ['taskDefinition.taskRoleArn']],
    ['both', [], {}, [execution, 'taskDefinition.taskRoleArn']],
  ])('with %s: %j', (_, expected, properties, fields) => {
    expect(flows(serviceWithQueue(properties, ...fields))).toEqual(expected)
  })

  test.each<[Readonly<Record<string, Json>>, readonly string[]]>([
    [{ launchType: 'EC2' }, sends],
    [{ launchType: 'FARGATE' }, []],
    [{ capacityProviders: ['FARGATE', 'FARGATE_SPOT'] }, []],
    [{ capacityProviders: ['FARGATE', 'machines'] }, sends],
    [{ capacityProviders: [] }, sends],
  ])('without a task role may be used by the rights of a machine: %j', (properties, expected) => {
    expect(flows(serviceWithQueue(properties))).toEqual(expected)
    expect(flows(serviceWithQueue(properties, execution))).toEqual(expected)
  })
})

/** Functions with one role that permits to read and write tables, and to receive from queues. */
function sharedRole(functions: number, tables: number, queues: number, named: boolean) {
  const graph = graphBuilder()
  const role = graph.add('AWS::IAM::Role', 'shared', 'shared', { broad: false })
  const added = (type: string, name: string, count: number) =>
    Array.from({ length: count }, (_, number) => graph.add(type, `${name}-${number}`, `${name}-${number}`))
  const users = added('AWS::Lambda::Function', 'handler', functions)
  const stores = added('AWS::DynamoDB::Table', 'table', tables)
  for (const user of users) graph.relate(user, 'uses', role)
  for (const store of stores) {
    graph.permit(role, 'reads from', store)
    graph.permit(role, 'writes to', store)
  }
  for (const queue of added('AWS::SQS::Queue', 'queue', queues)) graph.permit(role, 'reads from', queue)
  for (const user of named ? users.slice(0, 1) : []) for (const store of stores) graph.relate(user, 'uses', store)
  return graph.build()
}

function described(view: 'dataflow' | 'architecture', graph: ResourceGraph, focus = ''): readonly string[] {
  const page = drawPage(view, graph, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram.edges.map(({ form, label, description }) => `${form} ${label}: ${description}`)
}

function readAndWritten(users: string, ending: 's' | '', tables: string): string {
  const lines = ['read', 'write'].map((verb) => `${users} ${verb}${ending} ${tables}, as the role shared permits`)
  return `reach reads and writes: ${lines.join('\n')}`
}

describe('a role that many share', () => {
  test.each(['dataflow', 'architecture'] as const)('is told once for all of them in the %s', (view) => {
    expect(described(view, sharedRole(1000, 300, 40, false))).toEqual([
      readAndWritten('1,000 Lambda functions', '', '300 DynamoDB tables'),
      'reach reads: 1,000 Lambda functions read 40 SQS queues, as the role shared permits',
    ])
  })

  test('is told with names for one of them, and of what it uses', () => {
    const graph = sharedRole(1000, 300, 0, false)
    expect(described('architecture', graph, 'handler-7')).toEqual([
      readAndWritten('handler-7', 's', '300 DynamoDB tables'),
    ])
    expect(described('architecture', graph, 'table-7')).toEqual([
      readAndWritten('1,000 Lambda functions', '', 'table-7'),
    ])
  })

  test('leads from queues that are read', () => {
    const graph = sharedRole(300, 0, 40, false)
    expect(flows(graph)).toEqual(['queue-0 > handler-0: reads'])
  })

  test('has edges for each way of access of its users and stores, not for each pair of them', () => {
    const [users, stores, ways] = [3000, 300, ['reads', 'writes']]
    const edges = permittedEdges(indexGraph(sharedRole(users, stores, 0, true)), [])
    expect(edges.length).toBeGreaterThan(0)
    expect(edges.length).toBeLessThanOrEqual(ways.length * (users + stores))
  })

  test('says how, where settings show that one of them uses something', () => {
    const lines = described('dataflow', sharedRole(1000, 2, 0, true))
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      'reach reads and writes: 999 Lambda functions read 2 DynamoDB tables, as the role shared permits',
      'request reads and writes: handler-0 reads 2 DynamoDB tables, as the role shared permits',
    ])
  })
})

/** Two streams with one role, of which one has a source, and functions with the same role. */
function deliveries(functions = 0) {
  const graph = graphBuilder()
  const role = graph.add('AWS::IAM::Role', 'delivery', 'delivery', { broad: false })
  const clicks = graph.add('AWS::Kinesis::Stream', 'clicks', 'clicks')
  const raw = graph.add('AWS::S3::Bucket', 'raw', 'raw')
  const [reader, other] = ['reader', 'other'].map((name) =>
    graph.add('AWS::KinesisFirehose::DeliveryStream', name, name),
  )
  if (reader === undefined || other === undefined) throw new Error('Both exist')
  graph.relate(reader, 'subscribes to', clicks)
  for (const each of [reader, other]) {
    graph.relate(each, 'uses', role)
    graph.relate(each, 'routes to', raw)
  }
  for (let number = 0; number < functions; number++) {
    graph.relate(graph.add('AWS::Lambda::Function', `f${number}`, `f${number}`), 'uses', role)
  }
  graph.permit(role, 'reads from', clicks)
  graph.permit(role, 'writes to', raw)
  return graph.build()
}

describe('a delivery stream', () => {
  test('reads only what its settings name, whatever its role permits to another one', () => {
    const expected = ['clicks > reader: reads', 'other > raw: writes', 'reader > raw: writes']
    expect(flows(deliveries())).toEqual(expected)
    const page = drawPage('architecture', deliveries(), overviewOptions)
    const arrows = page.kind === 'drawn' ? page.diagram.edges : []
    expect(
      arrows.map(({ source, target, label }) => `${nameOf(source)} > ${nameOf(target)}: ${label}`).toSorted(),
    ).toEqual(expected)
  })

  test('reads what its settings name if very many functions share its role', () => {
    const own = flows(deliveries(500)).filter((flow) => !flow.includes('f0'))
    expect(own).toEqual(['clicks > reader: reads', 'other > raw: writes', 'reader > raw: writes'])
  })

  test('is not shown with what its role permits to another one', () => {
    const page = drawPage('architecture', deliveries(), {
      ...overviewOptions,
      focus: 'AWS::KinesisFirehose::DeliveryStream/other',
    })
    const arrows = page.kind === 'drawn' ? page.diagram.edges : []
    expect(arrows.map(({ source, target }) => `${nameOf(source)} > ${nameOf(target)}`)).toEqual(['other > raw'])
  })
})

describe('a route of an API that works on what its role permits', () => {
  const arn = 'arn:aws:iam::444455556666:role/book'
  function routeOf(rights: readonly string[], broad: boolean, target = arn) {
    const graph = graphBuilder()
    const api = graph.add('AWS::ApiGateway::RestApi', 'api', 'api', { routeTargets: [{ route: 'POST /book', target }] })
    const role = graph.add('AWS::IAM::Role', 'book', 'book', { broad })
    graph.relate(api, 'uses', role)
    for (const name of rights) graph.permit(role, 'invokes', graph.add('AWS::StepFunctions::StateMachine', name, name))
    const built = graph.build()
    const index = indexGraph({
      ...built,
      resources: built.resources.map((each) => (each.id === 'book' ? { ...each, arn } : each)),
    })
    return permittedEdges(index, []).map(({ form, label }) => `${form} ${label}`)
  }

  test('is a request to the only thing that it permits', () => {
    expect(routeOf(['booking'], false)).toEqual(['request POST /book'])
  })

  test.each([
    ['it permits something else too', ['booking', 'refund'], false, arn],
    ['it permits things without exact names', ['booking'], true, arn],
    ['the route has another role', ['booking'], false, `${arn}-other`],
  ])('is unknown if %s', (_, rights, broad, target) => {
    expect(new Set(routeOf(rights, broad, target))).toEqual(new Set(['reach invokes']))
  })
})

const hubsOf = (functions: number) =>
  permittedEdges(indexGraph(sharedRole(functions, 5, 0, false)), []).filter(({ hub }) => hub !== undefined).length

test('up to 500 pairs of users and rights of a role have an arrow each', () => {
  expect(hubsOf(50)).toBe(0)
  expect(hubsOf(51)).toBeGreaterThan(0)
})
