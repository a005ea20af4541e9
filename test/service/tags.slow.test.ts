/**
 * Tests tags from the Resource Groups Tagging API: found by ARN, read once for all types, and never a reason to lose a
 * type.
 */
import { afterEach, expect, test } from 'vitest'
import { taggedKinds } from '../../src/collect/reading/tag-table.ts'
import { world as full } from '../../src/simulated/worlds/full.ts'
import type { Denial } from '../../src/simulated/world.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'

const region = 'us-east-1'

let running: RunningTestService
afterEach(() => running.close())

type Tagged = { readonly type: string; readonly name: string; readonly partial: boolean; readonly tags: object }

async function scanFull(denials: readonly Denial[], unsupportedServices: readonly string[] = []) {
  const accounts = full.accounts.map((account) => {
    const regionData = account.regions[region] ?? {}
    const resourceGroupsTagging = { ...regionData.resourceGroupsTagging, unsupportedServices }
    return { ...account, denials, regions: { [region]: { ...regionData, resourceGroupsTagging } } }
  })
  running = await startRunningService({ world: { accounts } })
  const scan = await running.scan()
  expect(scan.status).toBe('completed')
  const resources = (await running.resources(scan.id)) as unknown as readonly Tagged[]
  return { resources, coverage: await running.coverage(scan.id) }
}

test('types whose lists omit tags have them, from one list per region', async () => {
  const { resources } = await scanFull([])
  const tagged = resources.filter(({ tags }) => 'cost-center' in tags)
  expect(tagged.map(({ type }) => type).toSorted()).toEqual([
    'AWS::Athena::WorkGroup',
    'AWS::Bedrock::Agent',
    'AWS::CloudFront::Distribution',
    'AWS::DynamoDB::Table',
    'AWS::ElasticLoadBalancing::LoadBalancer',
    'AWS::Events::EventBus',
    'AWS::GlobalAccelerator::Accelerator',
    'AWS::Glue::Crawler',
    'AWS::Glue::Database',
    'AWS::Glue::Job',
    'AWS::KMS::Key',
    'AWS::Lambda::Function',
    'AWS::Logs::LogGroup',
    'AWS::Route53::HostedZone',
    'AWS::S3::Bucket',
    'AWS::SNS::Topic',
    'AWS::SQS::Queue',
    'AWS::WAFv2::WebACL',
    'AWS::WorkSpaces::Workspace',
  ])
  // The count of unsupported types requests all types.
  const asked = running.cloud.calls.flatMap(({ operation, parameters, region: at }) =>
    operation === 'GetResources' ? [{ at, kinds: parameters?.['ResourceTypeFilters'] ?? 'all' }] : [],
  )
  // Tags of global resources are in their service's region: those of accelerators in another one.
  const accelerators = ['globalaccelerator:accelerator']
  const lists = asked.filter(({ kinds }) => kinds !== 'all').toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  expect(lists).toEqual([
    { at: region, kinds: taggedKinds.filter((kind) => !accelerators.includes(kind)) },
    { at: 'us-west-2', kinds: accelerators },
  ])
})

test('denied tags are reported as unread, and their resources are kept', async () => {
  const { resources, coverage } = await scanFull([
    { actions: ['tag:GetResources'], by: 'service control policy', explicit: true },
  ])
  const functions = coverage.find(({ type }) => type === 'AWS::Lambda::Function')
  expect(functions).toMatchObject({ status: 'collected' })
  expect(functions?.reason).toMatch(/^The tags of these resources couldn't be read\. tag:GetResources was denied/)
  const resizer = resources.find(({ type, name }) => type === 'AWS::Lambda::Function' && name === 'image-resizer')
  expect(resizer).toMatchObject({ partial: true, tags: {} })
  expect(resources.find(({ type }) => type === 'AWS::EC2::Instance')).toMatchObject({ partial: false })
})

test('a region without some of the services returns the tags of the others', async () => {
  const { resources, coverage } = await scanFull([], ['pipes', 'apprunner', 'sqs'])
  expect(coverage.filter(({ reason }) => reason?.includes('tags'))).toEqual([])
  const tagged = resources.filter(({ tags }) => 'cost-center' in tags).map(({ type }) => type)
  expect(tagged).toContain('AWS::Lambda::Function')
  expect(tagged).not.toContain('AWS::SQS::Queue')
})
