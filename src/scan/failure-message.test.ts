import { expect, test } from 'vitest'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import { nothingReadMessage } from './failure-message.ts'

const entry: TypeCoverage = {
  type: 'AWS::EC2::VPC',
  countKey: 'networks',
  status: 'failed',
  count: null,
  reason: '',
  action: null,
  deniedBy: null,
  statement: null,
  calls: 1,
  retries: 0,
  durationMs: 1,
}

test.each(['failed', 'denied'] as const)('an overlong reason (%s) is cut before the instructions', (status) => {
  const message = nothingReadMessage('us-east-1', [{ ...entry, status, reason: 'x'.repeat(100_000) }])
  expect(message.length).toBeLessThan(1_500)
  expect(message).toMatch(/x… .*scan again\.$/)
})

test('shows three different reasons', () => {
  const reasons = ['One.', 'One.', 'Two.', 'Three.', 'Four.']
  const message = nothingReadMessage(
    'us-east-1',
    reasons.map((reason) => ({ ...entry, reason })),
  )
  expect(message).toContain('No resource type could be read in us-east-1. One. Two. Three. See')
})

test('if every call was denied, recommends changing the denying policy or updating the role', () => {
  const denied = { ...entry, status: 'denied' as const, reason: 'ec2:DescribeVpcs was denied.' }
  const allow = { Effect: 'Allow', Action: ['ec2:DescribeVpcs'], Resource: '*' }
  expect(nothingReadMessage('us-east-1', [denied, denied])).toBe(
    'AWS denied every call in us-east-1. First error: ec2:DescribeVpcs was denied. ' +
      'Ask the owner of that policy to allow the actions in the role template, then scan again.',
  )
  expect(nothingReadMessage('us-east-1', [denied, { ...denied, statement: allow }])).toContain(
    'Update the IAM role with the current template',
  )
})
