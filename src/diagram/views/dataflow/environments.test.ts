import { expect, test } from 'vitest'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { flattened } from '../boxes/group.ts'
import { dataFlowView } from './dataflow.ts'
import { environmentsOf } from './environments.ts'

function resourcesOf(...names: readonly string[]) {
  const graph = graphBuilder()
  for (const name of names) graph.add('AWS::SNS::Topic', name, name)
  return graph.build().resources
}

function environments(...names: readonly string[]) {
  const resources = resourcesOf(...names)
  return resources.map(environmentsOf(resources, []))
}

test('words that tell counterparts apart are environments, everywhere', () => {
  expect(environments('shop-dev-api', 'shop-Prod-api', 'shop-prod-jobs', 'live-prices', 'orders')).toEqual([
    'dev',
    'prod',
    'prod',
    '',
    '',
  ])
  expect(environments('shop-dev-api', 'shop-prod-jobs')).toEqual(['', ''])
})

test('of several such words in a name, the one that tells counterparts apart counts', () => {
  expect(environments('test-results-dev', 'test-results-prod', 'shop-test-api', 'shop-prod-api')).toEqual([
    'dev',
    'prod',
    'test',
    'prod',
  ])
  const resources = resourcesOf('a-prod', 'a-dev')
  const tools = { name: 'qa-tools', label: 'qa-tools', detail: '', beginnings: [], resources }
  expect(resources.map(environmentsOf(resources, [tools]))).toEqual(['prod', 'dev'])
})

test('the application of a resource has its environment if its own name has none', () => {
  const resources = resourcesOf('orders', 'Orders', 'test-results')
  const application = (label: string, ...own: typeof resources) => ({
    name: label,
    label,
    detail: '',
    beginnings: [],
    resources: own,
  })
  const applications = [
    application('shop-dev', ...resources.slice(0, 1)),
    application('shop-prod', ...resources.slice(1)),
  ]
  expect(resources.map(environmentsOf(resources, applications))).toEqual(['dev', 'prod', 'prod'])
})

test('a tag tells the environment of what has none in its names', () => {
  const graph = graphBuilder()
  const tagged = (id: string, tags: Readonly<Record<string, string>>) => graph.add('AWS::SQS::Queue', id, id, {}, tags)
  tagged('jobs', { Stage: 'Prod' })
  tagged('mails', { team: 'dev', environment: 'dev' })
  tagged('shop-dev-api', { env: 'prod' })
  tagged('shop-test-api', {})
  tagged('orders', {})
  const { resources } = graph.build()
  const environmentOf = environmentsOf(resources, [])
  expect(Object.fromEntries(resources.map((resource) => [resource.id, environmentOf(resource)]))).toEqual({
    jobs: 'prod',
    mails: 'dev',
    'shop-dev-api': 'dev',
    'shop-test-api': 'test',
    orders: '',
  })
  const jobs = resources.filter(({ id }) => id === 'jobs')
  expect(jobs.map(environmentsOf(jobs, []))).toEqual([''])
})

test('alarms of several environments are in separate boxes', () => {
  const graph = graphBuilder()
  for (const environment of ['dev', 'prod']) {
    const topic = graph.add('AWS::SNS::Topic', `${environment}-alerts`, `${environment}-alerts`)
    for (const name of ['a', 'b']) {
      const alarm = graph.add('AWS::CloudWatch::Alarm', `${environment}-${name}`, `${environment}-${name}`)
      graph.relate(alarm, 'invokes', topic)
      graph.relate(alarm, 'invokes', { type: 'AWS::SNS::Topic', id: 'dev-alerts' })
    }
  }
  const { elements } = dataFlowView(graph.build())
  const alarms = flattened(elements).filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
  expect(alarms.map(({ members }) => members.map(({ id }) => id))).toEqual([
    ['dev-a', 'dev-b'],
    ['prod-a', 'prod-b'],
  ])
})
