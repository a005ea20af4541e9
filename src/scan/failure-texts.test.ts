/** Tests the full error messages of failed scans, and the visible counts. */
import { expect, test } from 'vitest'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import {
  internalFailureMessage,
  noSessionMessage,
  nothingReadMessage,
  regionNotEnabledMessage,
  roleRefusedMessage,
} from './failure-message.ts'
import { finalProgress, progressSoFar } from './progress.ts'

const entry: TypeCoverage = {
  type: 'AWS::EC2::VPC',
  countKey: 'networks',
  status: 'failed',
  count: null,
  reason: 'It failed.',
  action: null,
  deniedBy: null,
  statement: null,
  calls: 1,
  retries: 0,
  durationMs: 1,
}
const denied: TypeCoverage = { ...entry, status: 'denied', reason: 'ec2:DescribeVpcs was denied.' }
const statement: TypeCoverage['statement'] = {
  Effect: 'Allow',
  Action: ['ec2:DescribeVpcs'],
  Resource: '*',
}

test('everything was denied by policies other than the role’s', () => {
  expect(nothingReadMessage('us-east-1', [denied, { ...denied, reason: 'Another.' }])).toBe(
    'AWS denied every call in us-east-1. First error: ec2:DescribeVpcs was denied. ' +
      'Ask the owner of that policy to allow the actions in the role template, then scan again.',
  )
})

test('everything was denied, one type by the role itself', () => {
  expect(nothingReadMessage('us-east-1', [denied, { ...denied, statement }])).toBe(
    'AWS denied every call in us-east-1. First error: ec2:DescribeVpcs was denied. ' +
      'Update the IAM role with the current template, whose policy lists every action that a scan needs. Then scan again.',
  )
})

test('some was denied, some failed', () => {
  expect(nothingReadMessage('us-east-1', [denied, entry, { ...entry, reason: null }])).toBe(
    'No resource type could be read in us-east-1. ec2:DescribeVpcs was denied. It failed. ' +
      'See the coverage of this scan for each resource type, then scan again.',
  )
})

test('the other failures', () => {
  expect(roleRefusedMessage('arn:aws:iam::123456789012:role/Scan', 'It is gone.')).toBe(
    'The IAM role arn:aws:iam::123456789012:role/Scan could not be assumed. It is gone.',
  )
  expect(noSessionMessage('It was busy.')).toBe('STS returned no credentials. It was busy. Scan again.')
  expect(regionNotEnabledMessage('af-south-1', '123456789012')).toBe(
    'The region af-south-1 is not enabled in account 123456789012. ' +
      'Enable it under "AWS Regions" in the account settings and wait until it is active, or scan another region.',
  )
  expect(internalFailureMessage(new Error('whatever'))).toBe('The scan failed inside the service. Scan again.')
  expect(internalFailureMessage(Object.assign(new Error('no space'), { code: '53100' }))).toBe(
    "The database has no disk space left, so the scan couldn't be stored. Ask the operator to free some, then scan again.",
  )
})

const none = { networks: 0, subnets: 0, computeInstances: 0, functions: 0, storageBuckets: 0 }

test('a running scan shows five counts from its start, and others once resources are found', () => {
  expect(progressSoFar(new Map())).toEqual(none)
  expect(
    progressSoFar(
      new Map([
        ['subnets', 2],
        ['queues', 1],
      ]),
    ),
  ).toEqual({ ...none, subnets: 2, queues: 1 })
})

test('an ended scan shows the counts of collected types: five of them also if zero', () => {
  const read = (countKey: string, count: number): TypeCoverage => ({ ...entry, status: 'collected', countKey, count })
  const coverage: readonly TypeCoverage[] = [
    read('networks', 0),
    read('subnets', 3),
    read('queues', 1),
    read('topics', 0),
    { ...read('roles', 5), uncertain: true },
    { ...entry, countKey: 'functions' },
    { ...entry, countKey: 'databases', count: 4, status: 'denied' },
    { ...read('tables', 0), count: null },
  ]
  expect(finalProgress(coverage)).toEqual({ networks: 0, subnets: 3, queues: 1 })
})
