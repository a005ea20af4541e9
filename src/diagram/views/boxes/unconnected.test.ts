/** Tests which workloads count as not connected. */
import { expect, test } from 'vitest'
import { resourceKey } from '../../../graph/graph-index.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { unconnectedWorkloads } from './unconnected.ts'

test('workloads are connected by relations to what is drawn, and by arrows', () => {
  const graph = graphBuilder()
  const role = graph.add('AWS::IAM::Role', 'role', 'role')
  const network = graph.add('AWS::EC2::VPC', 'vpc', 'vpc')
  const addFunction = (id: string) => {
    const added = graph.add('AWS::Lambda::Function', id, id)
    graph.relate(added, 'uses', role)
    graph.relate(added, 'contained in', network)
    return added
  }
  addFunction('helper')
  graph.relate(graph.add('AWS::Events::Rule', 'nightly', 'nightly'), 'invokes', addFunction('scheduled'))
  const reached = addFunction('reached')
  graph.add('AWS::DynamoDB::Table', 'unused', 'unused')
  // Nothing shows what it calls.
  graph.relate(graph.addUnread('AWS::Lambda::Function', 'unread', 'unknown'), 'uses', role)
  const built = graph.build()
  const isUnconnected = unconnectedWorkloads(built, () => [resourceKey(reached)])
  const boxes = built.resources.filter(({ type }) => type.includes('Lambda') || type.includes('DynamoDB'))
  expect(boxes.filter(isUnconnected).map(({ id }) => id)).toEqual(['helper'])
})
