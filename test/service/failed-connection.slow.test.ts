/**
 * Tests that a connection with a refused role fails with the reason, and reconnects automatically once the role works.
 */
import { afterEach, expect, test } from 'vitest'
import type { Configuration } from '../../src/configuration.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'

let running: RunningTestService
afterEach(() => running.close())

type Account = { readonly status: string; readonly errorMessage: string | null; readonly externalId: string }

async function start(configuration: Partial<Configuration> = {}) {
  running = await startRunningService({ services: coreServices, world: 'empty', configuration })
  const roleArn = running.cloud.accounts[0]?.roleArn ?? ''
  const { externalId } = await account()
  return {
    removeRole: () => running.cloud.removeRole(roleArn),
    restoreRole: () => running.cloud.setRole({ roleArn, externalId }),
    openRole: () => running.cloud.setRole({ roleArn, externalId: null }),
  }
}

const account = () => running.get<Account>(`/api/accounts/${running.connectionId}`)
const status = async () => (await account()).status

/** Runs two scans of a deleted role. */
async function failConnection(removeRole: () => void): Promise<void> {
  removeRole()
  for (const _ of [1, 2]) expect(await running.scan()).toMatchObject({ status: 'failed' })
  expect(await status()).toBe('failed')
}

async function create(): Promise<{
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}> {
  const response = await fetch(`${running.service.baseUrl}/api/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cloudAccountId: running.connectionId }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
}

const assumptions = () => running.cloud.calls.filter(({ operation }) => operation === 'AssumeRole').length

/** So long that only requests check. */
const never = { connectionCheckSeconds: 86_400 }

test('the second refused scan in a row fails the connection, with reason and instructions', async () => {
  const { removeRole } = await start(never)
  removeRole()
  expect(await running.scan()).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('AssumeRole') as string,
  })
  expect(await account()).toMatchObject({ status: 'connected', errorMessage: null })
  await running.scan()
  const failed = await account()
  expect(failed.status).toBe('failed')
  expect(failed.errorMessage).toMatch(/2 scans or checks in a row.*trust policy.*every few minutes/)
})

test('two concurrent refused scans count as one', async () => {
  const { removeRole } = await start(never)
  removeRole()
  running.cloud.setFaults({ rules: [{ service: 'sts', effect: 'slow', delayMs: 3_000 }] })
  const scans = await Promise.all(['us-east-1', 'us-west-2'].map((region) => running.startScan(region)))
  const statuses = () =>
    Promise.all(scans.map(async ({ id }) => (await running.get<{ status: string }>(`/api/scans/${id}`)).status))
  await expect.poll(statuses, { interval: 50 }).toEqual(['scanning', 'scanning'])
  await expect.poll(statuses).toEqual(['failed', 'failed'])
  expect(await account()).toMatchObject({ status: 'connected', errorMessage: null })
  await running.scan()
  expect(await status()).toBe('failed')
})

test('a scan with a working role resets the count of refusals, even if nothing could be read', async () => {
  const { removeRole, restoreRole } = await start(never)
  const roleArn = running.cloud.accounts[0]?.roleArn ?? ''
  const { externalId } = await account()
  const refuse = async () => {
    removeRole()
    expect(await running.scan()).toMatchObject({ status: 'failed' })
    expect(await status()).toBe('connected')
  }
  await refuse()
  restoreRole()
  expect(await running.scan()).toMatchObject({ status: 'completed' })
  await refuse()
  running.cloud.setRole({ roleArn, externalId, allowedActions: [] })
  const unreadable = await running.scan()
  expect(unreadable).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('was denied') as string,
  })
  await refuse()
})

test.each(['throttle', 'internal-error', 'reset', 'html'] as const)(
  '%s of STS fails scans, never the connection',
  async (effect) => {
    await start(never)
    running.cloud.setFaults({ rules: [{ service: 'sts', operation: 'AssumeRole', effect }] })
    for (const _ of [1, 2, 3]) expect(await running.scan()).toMatchObject({ status: 'failed' })
    expect(await account()).toMatchObject({ status: 'connected', errorMessage: null })
  },
)

test('a connection is reconnected automatically once its role is back', async () => {
  const { removeRole, restoreRole } = await start({ connectionCheckSeconds: 1 })
  await failConnection(removeRole)
  restoreRole()
  await expect.poll(account).toMatchObject({ status: 'connected', errorMessage: null })
  // The count starts again.
  removeRole()
  await running.scan()
  expect(await status()).toBe('connected')
  restoreRole()
  expect(await running.scan()).toMatchObject({ status: 'completed' })
})

test('a role that comes back open is not connected, with the reason', async () => {
  const { removeRole, openRole, restoreRole } = await start({ connectionCheckSeconds: 1 })
  await failConnection(removeRole)
  openRole()
  await expect.poll(account).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('can be assumed without an external ID') as string,
  })
  restoreRole()
  await expect.poll(status).toBe('connected')
})

test('a create checks the role of a failed connection, and scans as soon as it works', async () => {
  const { removeRole, restoreRole } = await start(never)
  await failConnection(removeRole)
  const refused = await create()
  expect(refused).toMatchObject({ status: 409, retryAfter: '10' })
  expect(JSON.parse(refused.body)).toMatchObject({
    success: false,
    error: { code: 'CONFLICT', message: expect.stringMatching(/has the status "failed".*trust policy/) as string },
  })
  // Users who may start scans may not be allowed to see these.
  const { externalId, errorMessage } = await account()
  expect(errorMessage).toContain(externalId)
  expect(refused.body).not.toContain(externalId)
  restoreRole()
  // At once, although the last check was a moment ago. Several requests wait for one check.
  const answers = await Promise.all([create(), create(), create()])
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
  expect(await account()).toMatchObject({ status: 'connected', errorMessage: null })
})

test('creates that come together check a failed connection once', async () => {
  const { removeRole } = await start(never)
  await failConnection(removeRole)
  // The maintenance has run.
  await create()
  const before = assumptions()
  await Promise.all(Array.from({ length: 8 }, create))
  expect(assumptions() - before).toBe(1)
})
