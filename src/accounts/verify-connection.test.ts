import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import { startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { generateExternalId } from './external-id.ts'
import { type VerificationRequest, verifyConnection } from './verify-connection.ts'

let cloud: SimulatedCloud
let roleArn: string
let externalId: string

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  roleArn = cloud.accounts[0]?.roleArn ?? ''
  return () => cloud.close()
})

beforeEach(() => {
  externalId = generateExternalId()
})

afterEach(() => cloud.setFaults({}))

function verify(overrides: Partial<VerificationRequest> = {}, settings: CloudSettings = testCloudSettings(cloud)) {
  const roles = roleAssumer(settings)
  onTestFinished(() => {
    roles.close()
    settings.requestHandler.close()
  })
  const request = {
    connectionId: randomUUID(),
    organizationId: randomUUID(),
    roleArn,
    externalId,
    allowOpenRole: false,
    waitSeconds: 0,
    signal: new AbortController().signal,
  }
  return verifyConnection({ ...request, ...overrides }, roles)
}

test('a role that asks for exactly this external id is verified', async () => {
  cloud.setRole({ roleArn, externalId })
  expect(await verify()).toEqual({ event: 'verified' })
})

test('a role that does not exist is refused, with what to check', async () => {
  const missing = `${roleArn}Missing`
  expect(await verify({ roleArn: missing })).toEqual({
    event: 'refused',
    reason: 'role not assumable',
    message: expect.stringMatching(/role exists.*principal.*external id.*sts:SetSourceIdentity/),
  })
})

test('a role with another external id is refused, and the message holds the right one', async () => {
  cloud.setRole({ roleArn, externalId: generateExternalId() })
  expect(await verify()).toMatchObject({ event: 'refused', message: expect.stringContaining(externalId) })
})

test('a role that trusts somebody else is refused', async () => {
  cloud.setRole({ roleArn, externalId, principalArn: 'arn:aws:iam::999999999999:root' })
  expect(await verify()).toMatchObject({ event: 'refused', reason: 'role not assumable' })
})

test('a role without sts:SetSourceIdentity is refused', async () => {
  cloud.setRole({ roleArn, externalId, allowSourceIdentity: false })
  expect(await verify()).toMatchObject({ event: 'refused', message: expect.stringContaining('sts:SetSourceIdentity') })
})

test('a role that is open to anyone is refused as a confused deputy, with the condition to add', async () => {
  cloud.setRole({ roleArn, externalId: null })
  expect(await verify()).toEqual({
    event: 'refused',
    reason: 'role open',
    message: expect.stringContaining(`"Condition": {"StringEquals":{"sts:ExternalId":"${externalId}"}}`),
  })
})

test('an open role is verified when the operator allows it', async () => {
  cloud.setRole({ roleArn, externalId: null })
  expect(await verify({ allowOpenRole: true })).toEqual({ event: 'verified' })
})

test('allowing an open role does not connect a role that cannot be assumed', async () => {
  expect(await verify({ roleArn: `${roleArn}Missing`, allowOpenRole: true })).toMatchObject({ event: 'refused' })
})

test.each([
  ['throttle', 'throttled'],
  ['reset', 'unreachable'],
  ['truncate', 'unreachable'],
  ['html', 'unreachable'],
  ['internal-error', 'unreachable'],
] as const)('%s leaves it undecided, whichever probe meets it', async (effect, reason) => {
  cloud.setRole({ roleArn, externalId })
  cloud.setFaults({ rules: [{ service: 'sts', effect }] })
  expect(await verify()).toMatchObject({ event: 'undecided', reason })
  const firstPasses = { service: 'sts', effect: 'slow', delayMs: 1, times: 1 } as const
  cloud.setFaults({ rules: [firstPasses, { service: 'sts', effect }] })
  expect(await verify()).toMatchObject({ event: 'undecided', reason })
})

test('wrong own credentials leave it undecided at once', async () => {
  cloud.setRole({ roleArn, externalId })
  const started = performance.now()
  const settings = testCloudSettings({ ...cloud, secretAccessKey: 'wrong' })
  expect(await verify({ waitSeconds: 30 }, settings)).toMatchObject({ event: 'undecided', reason: 'own credentials' })
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('throttling that passes is waited for', async () => {
  cloud.setRole({ roleArn, externalId })
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'throttle', times: 4 }] })
  expect(await verify({ waitSeconds: 40 })).toEqual({ event: 'verified' })
})

test('a role that comes into force late is waited for', async () => {
  const late = `${roleArn}${randomUUID().slice(0, 8)}`
  const outcome = verify({ roleArn: late, waitSeconds: 40 })
  setTimeout(() => cloud.setRole({ roleArn: late, externalId }), 700)
  expect(await outcome).toEqual({ event: 'verified' })
})

test('an open policy that is replaced meanwhile is waited for', async () => {
  cloud.setRole({ roleArn, externalId: null })
  const outcome = verify({ waitSeconds: 40 })
  setTimeout(() => cloud.setRole({ roleArn, externalId }), 700)
  expect(await outcome).toEqual({ event: 'verified' })
})

test('the wait has an end', async () => {
  const started = performance.now()
  expect(await verify({ roleArn: `${roleArn}Missing`, waitSeconds: 1 })).toMatchObject({ event: 'refused' })
  expect(performance.now() - started).toBeGreaterThan(950)
})

test('an interruption ends the wait', async () => {
  const stop = new AbortController()
  const outcome = verify({ roleArn: `${roleArn}Missing`, waitSeconds: 60, signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' })
})
