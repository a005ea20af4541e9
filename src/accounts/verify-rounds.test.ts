/** How often STS is asked: once for the role's own external id, then for each that the role must refuse, and again only where that may change. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { type RoleAssumer, roleAssumer } from '../cloud/assume-role.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { type VerificationRequest, verifyConnection } from './verify-connection.ts'

let cloud: SimulatedCloud
let roles: RoleAssumer
let before: number

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  const settings = testCloudSettings(cloud)
  roles = roleAssumer(settings)
  return async () => {
    roles.close()
    settings.requestHandler.close()
    await cloud.close()
  }
})

beforeEach(() => {
  before = cloud.calls.length
})

const externalId = 'svy-1'

function verify(overrides: Partial<VerificationRequest>) {
  const { roleArn = '' } = cloud.accounts[0] ?? {}
  const ids = { connectionId: randomUUID(), organizationId: randomUUID() }
  const { signal } = new AbortController()
  const request = { ...ids, roleArn, externalId, allowOpenRole: false, waitSeconds: 1, signal }
  return verifyConnection({ ...request, ...overrides }, roles)
}

const setRole = (asked: string | null) =>
  cloud.setRole({ roleArn: cloud.accounts[0]?.roleArn ?? '', externalId: asked })

test('a role that passes is asked five times, and one that may be open once: neither is asked again', async () => {
  setRole(externalId)
  expect(await verify({})).toEqual({ event: 'verified' })
  expect(cloud.calls.length - before).toBe(5)
  expect(await verify({ allowOpenRole: true })).toEqual({ event: 'verified' })
  expect(cloud.calls.length - before).toBe(6)
})

test('one that is open is asked again as long as somebody waits, since an older policy may still be in force', async () => {
  setRole(null)
  expect(await verify({ waitSeconds: 0 })).toMatchObject({ event: 'refused', reason: 'role open' })
  expect(cloud.calls.length - before).toBe(2)
  const again = verify({ waitSeconds: 20 })
  await expect.poll(() => cloud.calls.length - before).toBeGreaterThanOrEqual(4)
  setRole(externalId)
  expect(await again).toEqual({ event: 'verified' })
})
