import { setTimeout as delay } from 'node:timers/promises'
import { DescribeSubnetsCommand } from '@aws-sdk/client-ec2'
import type { AwsCredentialIdentity } from '@smithy/types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assumeFirstRole, createClients } from '../../test/support/simulated-account.ts'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import type { Faults } from '../simulated/faults.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { type AccountSession, openAccountSession } from './account-session.ts'
import { type RoleAssumer, roleAssumer } from './assume-role.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { createRateBudget, type RateBudget } from './rate-budget.ts'
import { limitOf } from './rate-limits.ts'
import { defineService, globalRegions } from './service.ts'

const ec2 = defineService(
  'ec2',
  () => import('@aws-sdk/client-ec2'),
  (sdk) => sdk.EC2Client,
)
const lambda = defineService(
  'lambda',
  () => import('@aws-sdk/client-lambda'),
  (sdk) => sdk.LambdaClient,
)
const iam = defineService(
  'iam',
  () => import('@aws-sdk/client-iam'),
  (sdk) => sdk.IAMClient,
  globalRegions,
)
const documented = limitOf('ec2', 'DescribeVpcs').limit
const ec2Bucket: Faults['tokenBuckets'] = {
  ec2: { capacity: documented.burst, refillPerSecond: documented.perSecond },
}

let cloud: SimulatedCloud
let clockOffsetMs: number
let settings: CloudSettings
let roles: RoleAssumer
let rateBudget: RateBudget

beforeEach(async () => {
  clockOffsetMs = 0
  cloud = await startSimulatedCloud({ world: 'three-tier', now: () => Date.now() + clockOffsetMs })
  for (const { roleArn } of cloud.accounts) cloud.setRole({ roleArn, externalId: null })
  settings = testCloudSettings(cloud)
  roles = roleAssumer(settings)
  rateBudget = createRateBudget({ sharePercent: 70 })
})
afterEach(async () => {
  vi.useRealTimers()
  roles.close()
  settings.requestHandler.close()
  await cloud.close()
})

async function openSession(durationSeconds = 3600, region = 'us-east-1'): Promise<AccountSession> {
  const [account] = cloud.accounts
  if (account === undefined) throw new Error('The world has no account')
  const assume = async () => {
    const outcome = await roles.assume({
      roleArn: account.roleArn,
      externalId: null,
      sessionName: 'session',
      sourceIdentity: null,
      durationSeconds,
    })
    if (outcome.kind !== 'assumed') throw new Error(outcome.message)
    return outcome.credentials
  }
  return openAccountSession({
    settings,
    rateBudget,
    accountNumber: account.accountId,
    partition: 'aws',
    region,
    credentials: await assume(),
    renew: assume,
  })
}

async function describeVpcs(session: AccountSession, count: number) {
  const { sdk, client } = await session.open(ec2)
  return Promise.all(Array.from({ length: count }, () => client.send(new sdk.DescribeVpcsCommand({}))))
}

/** Without those that were signed with a wrong time and repeated with the right one. */
const assumptions = () =>
  cloud.calls.filter(({ operation, errorCode }) => operation === 'AssumeRole' && errorCode !== 'SignatureDoesNotMatch')
    .length
const answered = (service: string) =>
  cloud.calls.filter((call) => call.service === service).map(({ errorCode }) => errorCode ?? 'answered')

test('two scans of an account share the budget without throttling, and leave the rest to others', async () => {
  const othersCredentials = await assumeFirstRole(cloud)
  for (const { roleArn } of cloud.accounts) cloud.setRole({ roleArn, externalId: null })
  cloud.setFaults({ tokenBuckets: ec2Bucket })
  const sessions = await Promise.all([openSession(), openSession()])
  const startedAt = performance.now()
  const scans = Promise.all(sessions.map((session) => describeVpcs(session, 49)))
  // The customer's own automation, at a quarter of the documented rate and without retries.
  const { ec2: others } = createClients(cloud, othersCredentials)
  for (let call = 0; call < 10; call += 1) {
    await expect(others.send(new DescribeSubnetsCommand({}))).resolves.toHaveProperty('Subnets')
    await delay(200)
  }
  await scans
  const beyondBurst = 98 - documented.burst * 0.7
  expect(performance.now() - startedAt).toBeGreaterThan((beyondBurst / (documented.perSecond * 0.7)) * 950)
  expect(new Set(answered('ec2'))).toEqual(new Set(['answered']))
})

test('scans of an account in different regions share the budget of a service that has no regions', async () => {
  const { burst, perSecond } = limitOf('iam', 'ListRoles').limit
  cloud.setFaults({ tokenBuckets: { iam: { capacity: burst, refillPerSecond: perSecond } } })
  const sessions = await Promise.all(['us-east-1', 'eu-west-1', 'eu-west-2'].map((region) => openSession(3600, region)))
  const startedAt = performance.now()
  await Promise.all(
    sessions.map(async (session) => {
      const { sdk, client } = await session.open(iam)
      await Promise.all(Array.from({ length: 10 }, () => client.send(new sdk.ListRolesCommand({}))))
    }),
  )
  expect(performance.now() - startedAt).toBeGreaterThan(((30 - burst * 0.7) / (perSecond * 0.7)) * 950)
  expect(answered('iam')).toEqual(Array.from({ length: 30 }, () => 'answered'))
})

test('every attempt waits for the budget, including retries', async () => {
  rateBudget = createRateBudget({ sharePercent: 5 })
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'internal-error', times: 4 }] })
  const session = await openSession()
  const startedAt = performance.now()
  const [first] = await describeVpcs(session, 4)
  expect(first?.Vpcs).not.toHaveLength(0)
  expect(answered('ec2')).toHaveLength(8)
  // 5 attempts at once, 3 more at one per second.
  expect(performance.now() - startedAt).toBeGreaterThan(2_800)
})

test('occasional failures do not lose results', async () => {
  cloud.setFaults({
    seed: 7,
    rules: [
      { service: 'ec2', effect: 'throttle', probability: 0.3 },
      { service: 'ec2', effect: 'internal-error', probability: 0.07 },
      { service: 'ec2', effect: 'reset', probability: 0.015 },
    ],
  })
  rateBudget = createRateBudget({ sharePercent: 100 })
  const answers = await describeVpcs(await openSession(), 25)
  expect(answers.every(({ Vpcs }) => Vpcs !== undefined && Vpcs.length > 0)).toBe(true)
  expect(answered('ec2').length).toBeGreaterThan(30)
})

test('a throttled service slows down no other', async () => {
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'throttle' }] })
  const session = await openSession()
  const { sdk, client } = await session.open(ec2)
  const { sdk: lambdaSdk, client: lambdaClient } = await session.open(lambda)
  const abort = new AbortController()
  const call = client.send(new sdk.DescribeVpcsCommand({}), { abortSignal: abort.signal })
  const durations: number[] = []
  for (let count = 0; count < 5; count += 1) {
    const startedAt = performance.now()
    await lambdaClient.send(new lambdaSdk.ListFunctionsCommand({}))
    durations.push(performance.now() - startedAt)
  }
  // A busy machine may delay one of them, but not all.
  expect(durations.toSorted((a, b) => a - b)[2]).toBeLessThan(400)
  abort.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('a scan that is aborted leaves the queue of its bucket', async () => {
  // The next token would take more than a minute.
  rateBudget = createRateBudget({ sharePercent: 0.05 })
  const session = await openSession()
  const { sdk, client } = await session.open(ec2)
  await client.send(new sdk.DescribeVpcsCommand({}))
  const startedAt = performance.now()
  const call = client.send(new sdk.DescribeVpcsCommand({}), { abortSignal: AbortSignal.timeout(50) })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  expect(answered('ec2')).toHaveLength(1)
})

test.each([
  ['ahead', 70 * 60_000],
  ['behind', -70 * 60_000],
])('a clock that is %s of AWS by more than a session lasts causes no renewal', async (_, offMs) => {
  clockOffsetMs = -offMs
  const session = await openSession()
  const answers = await describeVpcs(session, 3)
  expect(answers.every(({ Vpcs }) => Vpcs !== undefined && Vpcs.length > 0)).toBe(true)
  expect(assumptions()).toBe(1)
})

test.each([
  ['forward', 120 * 60_000],
  ['back', -120 * 60_000],
])('a clock that jumps %s causes no renewal, and delays none', async (_, jumpMs) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const session = await openSession()
  await describeVpcs(session, 1)
  vi.setSystemTime(Date.now() + jumpMs)
  clockOffsetMs = -jumpMs
  await describeVpcs(session, 3)
  expect(assumptions()).toBe(1)
  vi.advanceTimersByTime(3_600_000)
  const [answer] = await describeVpcs(session, 3)
  expect(answer?.Vpcs).not.toHaveLength(0)
  expect(assumptions()).toBe(2)
})

test('a long scan renews its credentials once for all clients', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const session = await openSession(900)
  const [first] = await describeVpcs(session, 3)
  expect(assumptions()).toBe(1)
  // Renewal is due 10 minutes before expiry.
  vi.advanceTimersByTime(299_000)
  await describeVpcs(session, 1)
  expect(assumptions()).toBe(1)
  vi.advanceTimersByTime(2_000)
  await describeVpcs(session, 1)
  expect(assumptions()).toBe(2)
  // The second session has expired, also for AWS.
  vi.advanceTimersByTime(900_000)
  const { sdk, client } = await session.open(lambda)
  const [[later], functions] = await Promise.all([
    describeVpcs(session, 3),
    client.send(new sdk.ListFunctionsCommand({})),
  ])
  expect(later?.Vpcs).toEqual(first?.Vpcs)
  expect(functions.Functions).not.toHaveLength(0)
  expect(assumptions()).toBe(3)
  const keys = cloud.calls.filter(({ service }) => service !== 'sts').map(({ errorCode }) => errorCode)
  expect(new Set(keys)).toEqual(new Set([null]))
})

test('if renewal fails, the old credentials are used until they expire', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const session = await openSession(900)
  vi.advanceTimersByTime(400_000)
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'deny' }] })
  const [answer] = await describeVpcs(session, 3)
  expect(answer?.Vpcs).not.toHaveLength(0)
  await describeVpcs(session, 3)
  expect(assumptions()).toBe(2)
  vi.advanceTimersByTime(10_000)
  await describeVpcs(session, 3)
  expect(assumptions()).toBe(3)
})

/** Opens a session whose role is still being assumed. */
function openingSession() {
  const opening = Promise.withResolvers<AwsCredentialIdentity>()
  const session = openAccountSession({
    settings,
    rateBudget,
    accountNumber: '444455556666',
    partition: 'aws',
    region: 'us-east-1',
    credentials: opening.promise,
    renew: () => opening.promise,
  })
  return { opening, session }
}

test('calls wait for the role without using the rate budget', async () => {
  const { opening, session } = openingSession()
  const calls = describeVpcs(session, 3)
  await delay(200)
  expect(rateBudget.bucketCount).toBe(0)
  expect(answered('ec2')).toEqual([])
  opening.resolve(await assumeFirstRole(cloud))
  const answers = await calls
  expect(answers.every(({ Vpcs }) => Vpcs !== undefined && Vpcs.length > 0)).toBe(true)
  expect(answered('ec2')).toEqual(['answered', 'answered', 'answered'])
})

test('a refused role fails all waiting and later calls', async () => {
  const { opening, session } = openingSession()
  const waiting = Promise.allSettled([describeVpcs(session, 1), describeVpcs(session, 1)])
  opening.reject(new Error('The role was refused'))
  for (const outcome of await waiting) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The role was refused' } })
  }
  await expect(describeVpcs(session, 1)).rejects.toThrow('The role was refused')
  expect(answered('ec2')).toEqual([])
})

test('the responses of a session share its memory limit, and wait if it is used up', async () => {
  const session = await openSession()
  const mebibyte = 1024 * 1024
  await session.responseMemory.take(96 * mebibyte)
  await session.responseMemory.take(mebibyte)
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'padded', sizeKib: 2 * 1024 }] })
  let isRead = false
  const reading = describeVpcs(session, 1).then(([answer]) => {
    isRead = true
    return answer
  })
  await delay(300)
  expect(isRead).toBe(false)
  session.responseMemory.give(97 * mebibyte)
  expect(await reading).toMatchObject({ Vpcs: [{ VpcId: expect.any(String) as string }] })
  // Released at once, because no holder was given.
  await session.responseMemory.take(96 * mebibyte)
})

test('an invalid response is an error of the session’s clients', async () => {
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'body' }] })
  await expect(describeVpcs(await openSession(), 1)).rejects.toMatchObject({
    name: 'ResponseError',
    message: 'The response of DescribeVpcs had no content.',
    $metadata: { attempts: 1 },
  })
})
