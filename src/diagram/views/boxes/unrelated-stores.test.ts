import { expect, test } from 'vitest'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { unrelatedStores } from './unrelated-stores.ts'

test('are stores, queues, and buses with no relation in either direction, except to what contains them', () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'vpc')
  const [used, user, free, inNetwork, handler] = [
    graph.add('AWS::DynamoDB::Table', 'used', 'used'),
    graph.add('AWS::SQS::Queue', 'user', 'user'),
    graph.add('AWS::S3::Bucket', 'free', 'free'),
    graph.add('AWS::RDS::DBInstance', 'contained', 'contained'),
    graph.add('AWS::Lambda::Function', 'handler', 'handler'),
  ]
  const unread = graph.add('AWS::SNS::Topic', 'unread', null)
  graph.relate(user, 'invokes', used)
  graph.relate(inNetwork, 'contained in', network)
  const built = graph.build()
  const resources = built.resources.map((each) =>
    each.id === unread.id ? { ...each, presence: 'unknown' as const } : each,
  )
  const isUnrelated = unrelatedStores({ ...built, resources })
  expect(resources.filter(isUnrelated).map(({ id }) => id)).toEqual([free.id, inNetwork.id])
  expect(resources.some(({ id }) => id === handler.id)).toBe(true)
})
