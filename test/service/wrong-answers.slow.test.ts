/** Tests invalid responses with a success status: they are reported, and their resources don't count as removed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { largestResponseMib } from '../../src/cloud/responses/response-memory.ts'
import { mostOf } from '../../src/collect/reading/cut-reading.ts'
import type { FaultRule } from '../../src/simulated/faults.ts'
import { serviceNames } from '../../src/simulated/service-catalogue.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService
beforeAll(async () => {
  running = await startRunningService({ services: [...coreServices, 'lambda', 's3', 'sqs', 'dynamodb'] })
})
beforeEach(() => running.cloud.setFaults({}))
afterAll(() => running.close())

type Comparison = {
  readonly removed: readonly unknown[]
  readonly unknown: readonly { readonly type: string }[]
}

test.each([
  ['nothing', {}, /had no content/],
  ['of another type', { body: '{}', contentType: 'text/html' }, /of the content type text\/html/],
  ['lists in lists', { body: `{"a": ${'['.repeat(100_000)}` }, /nested deeper than|was not XML/],
])('every response is %s: the scan fails with that reason', async (_, sent, reason) => {
  hit(serviceNames, { effect: 'body', ...sent })
  const scan = await running.scan()
  expect(scan).toMatchObject({ status: 'failed', progress: {} })
  expect(scan.errorMessage).toMatch(/No resource type could be read in us-east-1\. The response of /)
  expect(scan.errorMessage).toMatch(reason)
  for (const entry of await running.coverage(scan.id)) {
    expect(entry).toMatchObject({ status: 'failed', count: null, reason: expect.stringMatching(reason) as string })
  }
})

test('invalid responses fail their types, and none of their resources counts as removed', async () => {
  await running.scan()
  running.cloud.setFaults({
    rules: [
      { service: 'rds', effect: 'body' },
      { service: 'lambda', effect: 'body', body: '[]' },
      { service: 's3', effect: 'body', body: '<Unknown><Buckets/></Unknown>' },
      {
        operation: 'DescribeNatGateways',
        effect: 'body',
        body: '<DescribeNatGatewaysResponse><unknown/></DescribeNatGatewaysResponse>',
      },
    ],
  })
  const scan = await running.scan()
  expect(scan.status).toBe('completed')
  const { removed, unknown } = await running.get<Comparison>(`/api/scans/${scan.id}/compare?base=previous`)
  expect(removed).toEqual([])
  const coverage = await running.coverage(scan.id)
  for (const [type, reason] of [
    ['AWS::RDS::DBInstance', 'The response of DescribeDBInstances had no content.'],
    ['AWS::Lambda::Function', 'The response of ListFunctions was a list instead of a JSON object.'],
    [
      'AWS::S3::Bucket',
      'The response of ListBuckets began with the element <Unknown> instead of <ListAllMyBucketsResult>.',
    ],
    ['AWS::EC2::NatGateway', 'The response of DescribeNatGateways had no documented content, but <unknown>.'],
  ] as const) {
    const entry = coverage.find((candidate) => candidate.type === type)
    expect(entry).toMatchObject({ status: 'failed', count: null, reason })
    expect(scan.progress).not.toHaveProperty(entry?.countKey ?? '')
    expect(unknown.map((resource) => resource.type)).toContain(type)
  }
})

test('an empty object stays an empty list', async () => {
  hit(['lambda'], { effect: 'body', body: '{}' })
  const scan = await running.scan()
  expect(scan).toMatchObject({ status: 'completed', progress: { functions: 0 } })
})

describe('limits', () => {
  test('an oversized response fails its type, with the limit', async () => {
    hit(['rds'], { effect: 'padded', sizeKib: (largestResponseMib + 1) * 1024 })
    const scan = await running.scan()
    expect(scan.status).toBe('completed')
    const databases = (await running.coverage(scan.id)).find(({ countKey }) => countKey === 'databases')
    expect(databases).toMatchObject({
      status: 'failed',
      reason: `The response of DescribeDBInstances was larger than ${largestResponseMib} MiB.`,
    })
  })

  test('reads a large response', async () => {
    hit(['rds'], { effect: 'padded', sizeKib: 3 * 1024 })
    expect(await running.scan()).toMatchObject({ status: 'completed', progress: { databases: 3 } })
  })

  test('an endless list fails its type after the repeated page', async () => {
    hit(['ec2', 'lambda', 'rds'], { effect: 'endless' })
    const before = running.cloud.calls.length
    const scan = await running.scan()
    const coverage = new Map((await running.coverage(scan.id)).map((entry) => [entry.countKey, entry]))
    for (const [key, operation] of [
      ['networks', 'DescribeVpcs'],
      ['functions', 'ListFunctions'],
      ['databases', 'DescribeDBInstances'],
    ] as const) {
      const listed = running.cloud.calls.slice(before).filter((call) => call.operation === operation)
      expect(listed.length).toBeLessThan(4)
      expect(coverage.get(key)).toMatchObject({
        status: 'failed',
        reason: `The list of ${operation} never ends: the next page is one that was already read.`,
      })
    }
  })

  test('overlong texts are cut, and the coverage reports it', async () => {
    hit(serviceNames, { effect: 'long-texts', sizeKib: 64 })
    const scan = await running.scan()
    expect(scan.status).toBe('completed')
    const networks = (await running.coverage(scan.id)).find(({ countKey }) => countKey === 'networks')
    expect(networks?.reason).toMatch(/^\d+ texts were cut to the maximum length: names and tags 1024,/)
    const network = (await running.resources(scan.id)).find(({ type }) => type === 'AWS::EC2::VPC')
    expect(network?.name).toHaveLength(mostOf.name)
    expect(network?.name).toMatch(/x…$/)
  })
})

function hit(services: readonly string[], fault: Omit<FaultRule, 'service'>): void {
  const rules = services.filter((name) => name !== 'sts').map((service) => ({ service, ...fault }))
  running.cloud.setFaults({ rules })
}
