/** The full world proves the catalogue: each type is there and read, each relation that a type declares is found. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../src/collect/catalogue.ts'
import { otherType } from '../../src/collect/other-resources.ts'
import { environmentOfEverything, environmentSecret } from '../../src/simulated/worlds/full/compute-functions.ts'
import { type ResourceAnswer, type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService
let scanId: string
let resources: readonly ResourceAnswer[]

beforeAll(async () => {
  running = await startRunningService({ world: 'full' })
  scanId = (await running.scan()).id
  resources = await running.resources(scanId)
})
afterAll(() => running.close())

test('every type of the catalogue is read and has at least one resource', async () => {
  const coverage = await running.coverage(scanId)
  expect(coverage.filter(({ status }) => status !== 'collected')).toEqual([])
  expect(coverage.map(({ type }) => type).toSorted()).toEqual(catalogue.map(({ type }) => type).toSorted())
  expect(coverage.filter(({ count }) => count === 0).map(({ type }) => type)).toEqual([])
})

test('every relation that a type declares is found at least once', () => {
  const found = new Set(
    resources.flatMap(({ type, relations }) =>
      relations.map(({ verb, target }) => `${type} ${verb} ${(target as { readonly type: string }).type}`),
    ),
  )
  const declared = catalogue.flatMap(({ type, relations }) => relations.map((relation) => `${type} ${relation}`))
  expect(declared.filter((relation) => !found.has(relation))).toEqual([])
})

test('the types count under keys of their own', () => {
  const keys = catalogue.filter(({ type }) => type !== otherType).map(({ count }) => count)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('of environment variables only the resources that they name are kept, nothing of their values', () => {
  expect(Object.values(environmentOfEverything).some((value) => value.includes(environmentSecret))).toBe(true)
  expect(JSON.stringify(resources)).not.toContain(environmentSecret)
})

test('what the provider tells and people keep to themselves is not kept: keys, prompts, values of headers', () => {
  expect(JSON.stringify(resources)).not.toContain('never-kept')
  const rules = resources.filter(({ type }) => type === 'AWS::ElasticLoadBalancingV2::ListenerRule')
  expect(rules.flatMap(({ properties }) => properties['conditions'])).toContainEqual({
    field: 'http-header',
    header: 'X-Origin-Verify',
    values: [],
  })
})

test('buckets tell whether everybody may read them', () => {
  const access = Object.fromEntries(
    resources
      .filter(({ type, external }) => type === 'AWS::S3::Bucket' && external === false)
      .map(({ name, properties }) => [
        name?.replace(/-\d+$/, ''),
        [properties['publicAccessBlocked'], properties['publicByPolicy']],
      ]),
  )
  expect(access).toEqual({
    'storefront-access-logs': [true, false],
    'storefront-assets': [false, true],
    'storefront-exports': [false, false],
    'storefront-uploads': [false, false],
  })
})

test('zones that hold nothing but their own two records are not asked for them', () => {
  const asked = running.cloud.calls.flatMap(({ operation, parameters }) =>
    operation === 'ListResourceRecordSets' ? [String(parameters?.['HostedZoneId'])] : [],
  )
  expect(asked.map((zone) => zone.replace('/hostedzone/', '')).toSorted()).toEqual([
    'Z0ELSEWHERE',
    'Z0SHOPPRIVATE',
    'Z0SHOPPUBLIC',
  ])
})
