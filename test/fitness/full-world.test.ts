/** Tests the catalogue with the full world: each type is collected, and each declared relation is found. */
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

test('each type has its own count key', () => {
  const keys = catalogue.filter(({ type }) => type !== otherType).map(({ count }) => count)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('stores only the resources that environment variables name, not their values', () => {
  expect(Object.values(environmentOfEverything).some((value) => value.includes(environmentSecret))).toBe(true)
  expect(JSON.stringify(resources)).not.toContain(environmentSecret)
})

test('does not store secrets that AWS returns: keys, prompts, header values', () => {
  expect(JSON.stringify(resources)).not.toContain('never-kept')
  const rules = resources.filter(({ type }) => type === 'AWS::ElasticLoadBalancingV2::ListenerRule')
  expect(rules.flatMap(({ properties }) => properties['conditions'])).toContainEqual({
    field: 'http-header',
    header: 'X-Origin-Verify',
    values: [],
  })
})

test('buckets show whether they are public', () => {
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

test('does not list the records of zones with only the two default records', () => {
  const asked = running.cloud.calls.flatMap(({ operation, parameters }) =>
    operation === 'ListResourceRecordSets' ? [String(parameters?.['HostedZoneId'])] : [],
  )
  expect(asked.map((zone) => zone.replace('/hostedzone/', '')).toSorted()).toEqual([
    'Z0ELSEWHERE',
    'Z0SHOPPRIVATE',
    'Z0SHOPPUBLIC',
  ])
})
