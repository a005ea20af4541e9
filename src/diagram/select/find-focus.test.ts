import { expect, test } from 'vitest'
import { indexGraph } from '../../graph/graph-index.ts'
import { applicationsOf } from '../../meaning/applications/applications.ts'
import { graphBuilder } from '../testing/sample-graphs.ts'
import { findNamed } from './find-focus.ts'

test('a root stack that only its nested stacks say has no page, because nothing is in it', () => {
  const graph = graphBuilder()
  const type = 'AWS::CloudFormation::Stack'
  // Every account has it, so that it belongs to none.
  const bus = graph.add('AWS::Events::EventBus', 'default', 'default')
  for (const logicalId of ['Orders', 'Mail']) {
    const stack = graph.add(type, `shop-${logicalId}-Z9X8C7V6B5N4`, null)
    graph.relate(stack, 'contained in', { type, id: 'shop' })
    const tags = { 'aws:cloudformation:stack-name': stack.id }
    for (const id of [logicalId, `${logicalId}-2`])
      graph.relate(graph.add('AWS::Lambda::Function', id, id, {}, tags), 'uses', bus)
  }
  const built = graph.build()
  const applications = applicationsOf(indexGraph(built))
  expect(applications.all.map(({ name, members }) => [name, members.length])).toEqual([
    ['shop', 0],
    ['Mail', 3],
    ['Orders', 3],
  ])
  expect(findNamed(built, applications, 'shop')).toEqual({ kind: 'none' })
})
