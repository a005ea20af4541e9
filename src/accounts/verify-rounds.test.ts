/**
 * Tests the number of STS calls: one with the role's own external ID, one for each probe that the role must refuse, and
 * retries only if the result may change.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestVerification, type TestVerification } from '../../test/support/test-verification.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import type { VerificationRequest } from './verify-connection.ts'

let verification: TestVerification
let cloud: SimulatedCloud
let before: number

beforeAll(async () => {
  verification = await openTestVerification()
  ;({ cloud } = verification)
  return () => verification.close()
})

beforeEach(() => {
  before = cloud.calls.length
})

const externalId = 'svy-1'

function verify(overrides: Partial<VerificationRequest>) {
  return verification.verify({ externalId, waitSeconds: 1, ...overrides })
}

const setRole = (asked: string | null) => cloud.setRole({ roleArn: verification.roleArn, externalId: asked })

test('a role that passes takes five calls, an exempt role one, without retries', async () => {
  setRole(externalId)
  expect(await verify({})).toEqual({ event: 'verified' })
  expect(cloud.calls.length - before).toBe(5)
  expect(await verify({ allowOpenRole: true })).toEqual({ event: 'verified' })
  expect(cloud.calls.length - before).toBe(6)
})

test('an open role is retried until the deadline, since an older policy may still be in effect', async () => {
  setRole(null)
  expect(await verify({ waitSeconds: 0 })).toMatchObject({ event: 'refused', reason: 'role open' })
  expect(cloud.calls.length - before).toBe(2)
  const again = verify({ waitSeconds: 20 })
  await expect.poll(() => cloud.calls.length - before).toBeGreaterThanOrEqual(4)
  setRole(externalId)
  expect(await again).toEqual({ event: 'verified' })
})

test('the waits between rounds double, so that a role that stays wrong takes few calls', async () => {
  setRole('svy-2')
  expect(await verify({ waitSeconds: 1.6 })).toMatchObject({ event: 'refused', reason: 'role not assumable' })
  // At once, after 0.5 s and 1.5 s, and at the deadline. A busy machine may leave one out.
  expect(cloud.calls.length - before).toBeLessThanOrEqual(4)
  expect(cloud.calls.length - before).toBeGreaterThanOrEqual(3)
})

test('an endpoint that answers with a page instead of credentials is asked again', async () => {
  setRole(externalId)
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'body', body: '<html></html>' }] })
  const verified = verify({ waitSeconds: 60 })
  await expect.poll(() => cloud.calls.length - before).toBeGreaterThan(0)
  cloud.setFaults({})
  expect(await verified).toEqual({ event: 'verified' })
})
