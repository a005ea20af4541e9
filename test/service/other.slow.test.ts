/**
 * Tests that resources of unsupported types are counted by the best source of the account, and that the coverage names
 * it with its limits.
 */
import type { ResourceType } from '@aws-sdk/client-config-service'
import { afterEach, expect, test } from 'vitest'
import type { RegionData, WorldAccount } from '../../src/simulated/world.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService
afterEach(() => running.close())

const recorder = {
  recorders: [{ name: 'default', recordingGroup: { allSupported: true } }],
  recorderStatus: [{ name: 'default', recording: true }],
}

/** 150 types, so that the counts take two pages. */
const codeProjects = Array.from({ length: 150 }, (_, index) => ({
  // Types that the SDK doesn't have yet.
  resourceType: `AWS::Custom::Type${String(index).padStart(3, '0')}` as ResourceType,
  count: 2,
}))

async function otherOf(regionData: RegionData, denials: WorldAccount['denials'] = []) {
  running = await startRunningService({
    world: {
      accounts: [
        {
          accountId: '777788889999',
          roleName: 'surveyor',
          optedInRegions: [],
          denials,
          regions: { 'us-east-1': regionData },
          global: {},
        },
      ],
    },
  })
  const scan = await running.scan()
  expect(scan.status).toBe('completed')
  const coverage = await running.coverage(scan.id)
  return { scan, other: coverage.find(({ type }) => type === 'other') }
}

test('AWS Config counts where it records, without the types that collectors read', async () => {
  const { scan, other } = await otherOf({
    configService: { ...recorder, discoveredCounts: [{ resourceType: 'AWS::EC2::VPC', count: 3 }, ...codeProjects] },
  })
  expect(other).toMatchObject({ countKey: 'others', status: 'collected', count: 300 })
  expect(other?.reason).toMatch(/^Counted by AWS Config: 2 AWS::Custom::Type000, .* and 130 more types\. Not counted: /)
  expect(scan.progress).toMatchObject({ others: 300 })
})

test('Resource Explorer counts where AWS Config does not record', async () => {
  const { other } = await otherOf({
    configService: { ...recorder, recorderStatus: [{ name: 'default', recording: false }] },
    resourceExplorer: {
      resources: [
        { Service: 'codeartifact', ResourceType: 'codeartifact:repository' },
        { Service: 'codeartifact', ResourceType: 'codeartifact:repository' },
        { Service: 'ec2', ResourceType: 'ec2:subnet' },
      ],
    },
  })
  expect(other).toMatchObject({ status: 'collected', count: 2 })
  expect(other?.reason).toContain('Counted by AWS Resource Explorer: 2 codeartifact:repository.')
})

test('notes that results beyond the limit of Resource Explorer are missing', async () => {
  const resources = Array.from({ length: 1200 }, () => ({
    Service: 'codeartifact',
    ResourceType: 'codeartifact:repository',
  }))
  const { other } = await otherOf({ resourceExplorer: { resources } })
  expect(other).toMatchObject({ status: 'collected', count: 1000 })
  expect(other?.reason).toContain('results beyond the first 1000')
})

test('the tagging API counts if no other source does', async () => {
  const { other } = await otherOf(
    {
      resourceGroupsTagging: {
        resources: [
          { ResourceARN: 'arn:aws:codeartifact:us-east-1:777788889999:repository/site' },
          { ResourceARN: 'arn:aws:ec2:us-east-1:777788889999:subnet/subnet-1' },
        ],
      },
    },
    [{ actions: ['config:*'], by: 'identity-based policy', explicit: false }],
  )
  expect(other).toMatchObject({ status: 'collected', count: 1 })
  expect(other?.reason).toMatch(
    /Resource Groups Tagging API: 1 codeartifact:repository\. Not counted: resources that were never tagged/,
  )
})

test('when every source is denied, so is the count', async () => {
  const { other } = await otherOf({}, [
    { actions: ['config:*', 'resource-explorer-2:*', 'tag:*'], by: 'service control policy', explicit: true },
  ])
  expect(other).toMatchObject({ status: 'denied', count: null, deniedBy: 'service control policy' })
})
