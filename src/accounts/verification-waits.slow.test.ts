/** Tests which results verification retries and for how long, in real time. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestVerification, type TestVerification } from '../../test/support/test-verification.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import { generateExternalId } from './external-id.ts'
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

function verify(overrides: Partial<VerificationRequest> = {}) {
  return verification.verify({ externalId, ...overrides })
}

test.each([
  ['throttle', 'throttled'],
  ['reset', 'unreachable'],
  ['truncate', 'unreachable'],
  ['html', 'unreachable'],
  ['internal-error', 'unreachable'],
] as const)('%s makes it undecided, for any probe', async (effect, reason) => {
  cloud.setRole({ roleArn, externalId })
  cloud.setFaults({ rules: [{ service: 'sts', effect }] })
  expect(await verify()).toMatchObject({ event: 'undecided', reason })
  const firstPasses = { service: 'sts', effect: 'slow', delayMs: 1, times: 1 } as const
  cloud.setFaults({ rules: [firstPasses, { service: 'sts', effect }] })
  expect(await verify()).toMatchObject({ event: 'undecided', reason })
})

test('waits for throttling to end', async () => {
  cloud.setRole({ roleArn, externalId })
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'throttle', times: 4 }] })
  expect(await verify({ waitSeconds: 40 })).toEqual({ event: 'verified' })
})

test('waits for a new role to take effect', async () => {
  const late = `${roleArn}${randomUUID().slice(0, 8)}`
  const outcome = verify({ roleArn: late, waitSeconds: 40 })
  setTimeout(() => cloud.setRole({ roleArn: late, externalId }), 700)
  expect(await outcome).toEqual({ event: 'verified' })
})

test('waits for the replacement of an open policy', async () => {
  cloud.setRole({ roleArn, externalId: null })
  const outcome = verify({ waitSeconds: 40 })
  setTimeout(() => cloud.setRole({ roleArn, externalId }), 700)
  expect(await outcome).toEqual({ event: 'verified' })
})

test('stops after the maximum wait', async () => {
  const started = performance.now()
  expect(await verify({ roleArn: `${roleArn}Missing`, waitSeconds: 1 })).toMatchObject({ event: 'refused' })
  expect(performance.now() - started).toBeGreaterThan(950)
})
