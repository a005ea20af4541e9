import { expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { plainResource } from '../../testing/plain-resource.ts'
import { applicationNode } from './application-node.ts'

const nodeOf = (...resources: readonly Resource[]) =>
  applicationNode({ name: 'application:shop', label: 'shop', detail: 'tag team', beginnings: [], resources })[0]

test('an application is one box with its name and types, first what connects it with others', () => {
  const topic = plainResource('AWS::SNS::Topic', 'alerts')
  const functions = ['a', 'b'].map((name) => plainResource('AWS::Lambda::Function', name))
  const queue = plainResource('AWS::SQS::Queue', 'jobs', { presence: 'unknown' })
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
  const stopped = plainResource('AWS::RDS::DBInstance', 'db', { properties: { status: 'stopped' } })
  expect(nodeOf(stopped, plainResource('AWS::SNS::Topic', 'alerts'))).toMatchObject({
    detail: '1 stopped, 1 topic, 1 DB instance',
    description: 'shop\ntag team\n1 SNS topic\n1 RDS DB instance\n1 stopped',
  })
})
