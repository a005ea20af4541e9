import { expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { applicationNode } from './application-node.ts'

const resource = (type: string, name: string, more: Partial<Resource> = {}): Resource => ({
  type,
  id: name,
  arn: null,
  name,
  presence: 'read',
  tags: {},
  properties: {},
  ...more,
})

const nodeOf = (...resources: readonly Resource[]) =>
  applicationNode({ name: 'application:shop', label: 'shop', detail: 'tag team', beginnings: [], resources })[0]

test('an application is one box with its name and types, first what connects it with others', () => {
  const topic = resource('AWS::SNS::Topic', 'alerts')
  const functions = ['a', 'b'].map((name) => resource('AWS::Lambda::Function', name))
  const queue = resource('AWS::SQS::Queue', 'jobs', { presence: 'unknown' })
  expect(nodeOf(queue, ...functions, topic)).toMatchObject({
    id: 'category:application:shop',
    label: 'shop',
    detail: '1 topic, 2 functions, 1 queue',
    description: 'shop\ntag team\n1 SNS topic\n2 Lambda functions\n1 SQS queue',
    type: null,
    presence: 'unknown',
  })
  const [first = topic, second = topic] = functions
  expect(nodeOf(first, second)).toMatchObject({
    label: 'shop',
    detail: '2 functions',
    type: 'AWS::Lambda::Function',
    presence: 'read',
  })
  // A box of the name of one resource says more.
  expect(nodeOf(topic)?.label).toBe('alerts')
})

test('the box of an application says how many of its resources are in another state', () => {
  const stopped = resource('AWS::RDS::DBInstance', 'db', { properties: { status: 'stopped' } })
  expect(nodeOf(stopped, resource('AWS::SNS::Topic', 'alerts'))).toMatchObject({
    detail: '1 stopped, 1 topic, 1 DB instance',
    description: 'shop\ntag team\n1 SNS topic\n1 RDS DB instance\n1 stopped',
  })
})
