import { expect, test } from 'vitest'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { foldedGap } from './folded-gap.ts'

function gapOf(...gaps: readonly (readonly [type: string, status: 'denied' | 'failed' | 'unavailable'])[]) {
  const graph = graphBuilder()
  for (const [type, status] of gaps) graph.deny(type, status)
  return foldedGap(graph.build().coverage)
}

test('without types that could not be read, there is no card', () => {
  expect(gapOf()).toBeNull()
  expect(gapOf(['AWS::SQS::Queue', 'unavailable'])).toBeNull()
})

test('one type is named', () => {
  expect(gapOf(['AWS::SQS::Queue', 'denied'])).toEqual({
    kind: 'node',
    id: 'gap:all',
    form: 'gap',
    type: 'AWS::SQS::Queue',
    members: [],
    presence: 'unknown',
    variant: '',
    label: 'SQS queues',
    detail: 'access denied',
    description: 'SQS queues: access denied\nSQS queues: service:Describe',
    opens: null,
  })
})

test('several types are counted, and listed by name', () => {
  expect(gapOf(['AWS::SQS::Queue', 'failed'], ['AWS::EC2::Instance', 'denied'])).toMatchObject({
    type: null,
    label: '2 resource types',
    detail: "couldn't be read",
    description: "2 resource types: couldn't be read\nEC2 instances: service:Describe\nSQS queues",
  })
  expect(gapOf(['AWS::SQS::Queue', 'denied'], ['AWS::EC2::Instance', 'denied'])?.detail).toBe('access denied')
})

test('the tooltip lists twenty types', () => {
  const types = Array.from({ length: 22 }, (_, index) => [`AWS::New::Type${index}`, 'failed'] as const)
  const lines = gapOf(...types)?.description.split('\n')
  expect(lines).toHaveLength(22)
  expect(lines?.at(-1)).toBe('and 2 more')
})
