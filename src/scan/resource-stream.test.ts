import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import type { ResourceReading } from '../graph/resource-version.ts'
import { packGraph } from '../store/graphs.ts'
import { openResourceStream } from './resource-stream.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
  return () => testTenant.close()
})

const vpc = { type: 'AWS::EC2::VPC', id: 'vpc-1' }

function subnet(id: string, more: { readonly partial?: true } = {}): ResourceReading {
  const source = { type: 'AWS::EC2::Subnet', id }
  return {
    resource: { ...source, arn: null, name: null, presence: 'read', tags: {}, properties: {}, ...more },
    relations: [{ source, verb: 'contained in', target: vpc, evidence: 'ec2:DescribeSubnets Subnets[].VpcId' }],
  }
}

test('keeps the reference, the targets, and the partial mark of each resource', async () => {
  const { store, organizationId } = testTenant
  const stream = openResourceStream(store, organizationId, (error) => expect.fail(String(error)))
  await stream.add([subnet('subnet-1'), subnet('subnet-2', { partial: true })])
  const common = { version: expect.any(String), targets: [vpc] }
  expect(await stream.close()).toStrictEqual([
    { ...common, reference: { type: 'AWS::EC2::Subnet', id: 'subnet-1' } },
    { ...common, reference: { type: 'AWS::EC2::Subnet', id: 'subnet-2' }, partial: true },
  ])
})

function* brokenPage() {
  yield subnet('subnet-3')
  throw new Error('The page broke.')
}

test('a page that fails halfway throws, and the earlier resources are stored', async () => {
  const { store, organizationId } = testTenant
  const stream = openResourceStream(store, organizationId, (error) => expect.fail(String(error)))
  expect(() => stream.add(brokenPage())).toThrow('The page broke.')
  const [read] = await stream.close()
  const kept = await testTenant.tenant(({ graphs }) =>
    graphs.assemble(
      packGraph({
        accountId: '123456789012',
        accountAlias: 'production',
        region: 'us-east-1',
        members: [{ type: 'AWS::EC2::Subnet', id: 'subnet-3', version: read?.version ?? '' }],
        coverage: [],
      }),
    ),
  )
  expect(kept.resources.map(({ id }) => id)).toEqual(['subnet-3'])
})
