/** Tests whose use of what the data flow takes from the policies of roles. */
import { describe, expect, test } from 'vitest'
import type { Json, ResourceGraph } from '../../../graph/resource-graph.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'

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

test('jobs use what their roles permit', () => {
  const graph = graphBuilder()
  const job = graph.add('AWS::Glue::Job', 'clean', 'clean')
  const role = graph.add('AWS::IAM::Role', 'clean', 'clean', { broad: false })
  const [raw, curated] = ['raw', 'curated'].map((name) => graph.add('AWS::S3::Bucket', name, name))
  graph.relate(job, 'uses', role)
  graph.permit(role, 'reads from', raw ?? job)
  graph.permit(role, 'writes to', curated ?? job)
  expect(flows(graph.build())).toEqual(['clean > curated: writes', 'clean > raw: reads'])
})

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
