import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { openTestVerification, type TestVerification } from '../../test/support/test-verification.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import type { TrustPolicy, TrustStatement } from '../simulated/trust-policy.ts'
import { generateExternalId } from './external-id.ts'
import { trustPolicy as templateTrustPolicy } from './role-template.ts'
import type { VerificationRequest } from './verify-connection.ts'

let verification: TestVerification
let cloud: SimulatedCloud
let roleArn: string
let externalId: string

beforeAll(async () => {
  verification = await openTestVerification()
  ;({ cloud, roleArn } = verification)
  return () => verification.close()
})

beforeEach(() => {
  externalId = generateExternalId()
})

afterEach(() => cloud.setFaults({}))

function verify(overrides: Partial<VerificationRequest> = {}, settings?: CloudSettings) {
  return verification.verify({ externalId, ...overrides }, settings)
}

test('a role that requires exactly this external ID is verified', async () => {
  cloud.setRole({ roleArn, externalId })
  expect(await verify()).toEqual({ event: 'verified' })
})

test('a role that does not exist is refused, with what to check', async () => {
  const missing = `${roleArn}Missing`
  expect(await verify({ roleArn: missing })).toEqual({
    event: 'refused',
    reason: 'role not assumable',
    message: expect.stringMatching(/role exists.*principal.*external ID.*sts:SetSourceIdentity/),
  })
})

test('a role with another external ID is refused, and the message includes the right one', async () => {
  cloud.setRole({ roleArn, externalId: generateExternalId() })
  expect(await verify()).toMatchObject({ event: 'refused', message: expect.stringContaining(externalId) })
})

test('a role that trusts another principal is refused', async () => {
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

/** Returns a statement that allows an action to the service under these conditions. */
function allow(action: string, condition: TrustStatement['Condition'] = {}): TrustStatement {
  return { Effect: 'Allow', Principal: { AWS: cloud.caller.arn }, Action: action, Condition: condition }
}

const exactly = (...externalIds: string[]) => ({ StringEquals: { 'sts:ExternalId': externalIds } })
const withoutSourceIdentity = { Null: { 'sts:SourceIdentity': 'true' } }

test('the trust policy of the template is verified', async () => {
  const policy: unknown = JSON.parse(JSON.stringify(templateTrustPolicy(cloud.caller.arn, externalId)))
  cloud.setRole({ roleArn, trustPolicy: policy as TrustPolicy })
  expect(await verify()).toEqual({ event: 'verified' })
})

test.each([
  ['several external ids, one of them this', () => [allow('sts:*', exactly('another', externalId))]],
  [
    'a statement for another service beside its own',
    () => [
      { ...allow('sts:*'), Principal: { AWS: 'arn:aws:iam::999999999999:root' } },
      allow('sts:*', exactly(externalId)),
    ],
  ],
  [
    'no condition, but a statement that denies whatever has another external id',
    () => [
      allow('sts:*'),
      { ...allow('sts:*', { StringNotEquals: { 'sts:ExternalId': externalId } }), Effect: 'Deny' as const },
    ],
  ],
])('%s: the role is verified', async (_, statements) => {
  cloud.setRole({ roleArn, trustPolicy: { Statement: statements() } })
  expect(await verify()).toEqual({ event: 'verified' })
})

// Each role accepts one kind of probe only and denies the others.
test.each([
  [
    'no external id, with a source identity',
    'without an external ID',
    () => [
      allow('sts:AssumeRole', {
        StringEqualsIfExists: { 'sts:ExternalId': externalId },
        StringLike: { 'sts:SourceIdentity': '*' },
      }),
      allow('sts:SetSourceIdentity'),
    ],
  ],
  [
    'no external id, without a source identity',
    'without an external ID',
    () => [
      allow('sts:*', exactly(externalId)),
      allow('sts:AssumeRole', { StringEqualsIfExists: { 'sts:ExternalId': externalId }, ...withoutSourceIdentity }),
    ],
  ],
  [
    'any external id, with a source identity',
    'with a wrong external ID',
    () => [allow('sts:*', { StringLike: { 'sts:ExternalId': '*', 'sts:SourceIdentity': '*' } })],
  ],
  [
    'any external id, without a source identity',
    'with a wrong external ID',
    () => [
      allow('sts:*', exactly(externalId)),
      allow('sts:AssumeRole', { StringLike: { 'sts:ExternalId': '*' }, ...withoutSourceIdentity }),
    ],
  ],
  [
    'any external id of this make',
    'with a wrong external ID',
    () => [allow('sts:*', { StringLike: { 'sts:ExternalId': ['another', 'svy-*'] } })],
  ],
  [
    'no external id, by a second statement',
    'without an external ID',
    () => [allow('sts:*', exactly(externalId)), allow('sts:AssumeRole')],
  ],
])('a role that allows %s is refused as open', async (_, how, statements) => {
  cloud.setRole({ roleArn, trustPolicy: { Statement: statements() } })
  expect(await verify()).toMatchObject({
    event: 'refused',
    reason: 'role open',
    message: expect.stringContaining(`can be assumed ${how}`),
  })
})

test('an open role is verified when the operator allows it', async () => {
  cloud.setRole({ roleArn, externalId: null })
  expect(await verify({ allowOpenRole: true })).toEqual({ event: 'verified' })
})

test('allowing an open role does not connect a role that cannot be assumed', async () => {
  expect(await verify({ roleArn: `${roleArn}Missing`, allowOpenRole: true })).toMatchObject({ event: 'refused' })
})

test('invalid service credentials make it undecided at once', async () => {
  cloud.setRole({ roleArn, externalId })
  const started = performance.now()
  const settings = testCloudSettings({ ...cloud, secretAccessKey: 'wrong' })
  expect(await verify({ waitSeconds: 30 }, settings)).toMatchObject({ event: 'undecided', reason: 'own credentials' })
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('an interruption during a call rejects with its reason, and is no result', async () => {
  cloud.setRole({ roleArn, externalId })
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'hang' }] })
  const stop = new AbortController()
  const outcome = verify({ signal: stop.signal })
  const before = cloud.calls.length
  await expect.poll(() => cloud.calls.length).toBeGreaterThan(before)
  stop.abort(new Error('The service stops.'))
  await expect(outcome).rejects.toThrow('The service stops.')
})

test('an interruption ends the wait', async () => {
  const stop = new AbortController()
  const outcome = verify({ roleArn: `${roleArn}Missing`, waitSeconds: 60, signal: stop.signal })
  setTimeout(() => stop.abort(), 100)
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' })
})
