import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import { startConnectionMaintenance } from './connection-maintenance.ts'
import { type RecheckDependencies, recheckConnection, recheckOnRequest } from './recheck-connection.ts'
import { recordRefusal } from './role-refusal.ts'

let cloud: SimulatedCloud
let testTenant: TestTenant
let dependencies: RecheckDependencies
let logged: { readonly level: number; readonly msg: string; readonly connectionId?: string }[]
let connection: ConnectionRecord

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  const settings = testCloudSettings(cloud)
  const roles = roleAssumer(settings)
  testTenant = await createTestTenant()
  const logger = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) })
  dependencies = { store: testTenant.store, roles, logger }
  return async () => {
    roles.close()
    settings.requestHandler.close()
    await testTenant.close()
    await cloud.close()
  }
})

const find = () => testTenant.tenant(({ accounts }) => accounts.find(testTenant.connectionId))
/** The number of STS calls so far. */
const asked = () => cloud.calls.length

/** Creates a failed connection with a working role. */
beforeEach(async () => {
  logged = []
  cloud.setFaults({})
  const { organizationId, connectionId } = testTenant
  await recheckConnection(dependencies, { organizationId, connectionId }, new AbortController().signal)
  const { roleArn = '' } = cloud.accounts[0] ?? {}
  const before = await find()
  const failed = { status: 'failed', errorMessage: 'refused', roleArn } as const
  await testTenant.tenant(({ accounts }) => accounts.update(connectionId, before?.status ?? 'pending', failed))
  const found = await find()
  if (found === null) throw new Error('there is no connection')
  connection = found
  logged = []
  cloud.setRole({ roleArn, externalId: connection.externalId })
})

const ids = () => ({ organizationId: testTenant.organizationId, connectionId: testTenant.connectionId })
const recheck = () => recheckConnection(dependencies, ids(), new AbortController().signal)

test('reconnects a failed connection if its role works, and logs it', async () => {
  await recheck()
  expect(await find()).toMatchObject({ status: 'connected', errorMessage: null })
  expect(logged).toEqual([expect.objectContaining({ ...ids(), level: 30, msg: 'account reconnected: its role works' })])
  const before = asked()
  await recheck()
  expect(asked()).toBe(before)
})

test('a refused connection stays failed with the new STS message, without a log entry', async () => {
  cloud.removeRole(connection.roleArn)
  await recheck()
  const refused = await find()
  expect(refused).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringMatching(/cannot be assumed: .*checks the role every few minutes/),
  })
  await recheck()
  expect(await find()).toEqual(refused)
  expect(logged).toEqual([])
})

test('an undecided check changes nothing, and waits for no second round', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  const before = asked()
  await recheck()
  expect(await find()).toEqual(connection)
  // One call with its retries.
  expect(asked() - before).toBe(3)
})

test('an unknown connection is not checked', async () => {
  const before = asked()
  const { organizationId } = ids()
  const unknown = { organizationId, connectionId: organizationId }
  await recheckConnection(dependencies, unknown, new AbortController().signal)
  expect(asked()).toBe(before)
})

test('concurrent requests share one check and end when the account is connected', async () => {
  const before = asked()
  await recheckOnRequest(dependencies, ids())
  expect(await find()).toMatchObject({ status: 'connected' })
  const once = asked() - before
  expect(once).toBeGreaterThan(0)
  await testTenant.tenant(({ accounts }) =>
    accounts.update(connection.id, 'connected', { status: 'failed', errorMessage: 'refused again' }),
  )
  // The next check is allowed 3 seconds after the last one.
  await Promise.all([recheckOnRequest(dependencies, ids()), recheckOnRequest(dependencies, ids())])
  expect(await find()).toMatchObject({ status: 'connected' })
  expect(asked() - before).toBe(2 * once)
})

test('requests during the pause wait for its end, and for the check of the first of them', async () => {
  const { connectionId } = ids()
  expect(await testTenant.tenant(({ accounts }) => accounts.claimCheck(connectionId, 0))).toBe(true)
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<{ kind: 'denied'; message: string }>()
  let calls = 0
  const assume = () => {
    calls += 1
    begun.resolve()
    return answered.promise
  }
  const requests = [1, 2].map(() => recheckOnRequest({ ...dependencies, roles: { assume } }, ids()))
  await sleep(500)
  expect(calls).toBe(0)
  await begun.promise
  // Without a check, a request would have ended half a second after the pause.
  const ended = Promise.race(requests).then(() => 'ended')
  expect(await Promise.race([ended, sleep(1_000, 'waiting')])).toBe('waiting')
  answered.resolve({ kind: 'denied', message: 'It was refused.' })
  await Promise.all(requests)
  expect(calls).toBe(1)
})

test('a request for a connection that has not failed sends no STS call', async () => {
  await recheck()
  const before = asked()
  await recheckOnRequest(dependencies, ids())
  expect(asked()).toBe(before)
})

test('maintenance reconnects it automatically, and stops when closed', async () => {
  let rounds = 0
  const claimFailedConnections: typeof testTenant.store.claimFailedConnections = (...request) => {
    rounds += 1
    return testTenant.store.claimFailedConnections(...request)
  }
  const store = { ...testTenant.store, claimFailedConnections }
  const maintenance = startConnectionMaintenance({ ...dependencies, store, pauseSeconds: 0 })
  await expect.poll(async () => (await find())?.status).toBe('connected')
  await maintenance.close()
  const before = { asked: asked(), rounds }
  await testTenant.tenant(({ accounts }) =>
    accounts.update(connection.id, 'connected', { status: 'failed', errorMessage: 'refused again' }),
  )
  await sleep(1_500)
  expect({ asked: asked(), rounds }).toEqual(before)
  expect(logged.map(({ level }) => level)).toEqual([30])
})

test('closing maintenance waits for the check in progress', async () => {
  const begun = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const claimFailedConnections: typeof testTenant.store.claimFailedConnections = async (...request) => {
    begun.resolve()
    await enough.promise
    return testTenant.store.claimFailedConnections(...request)
  }
  const store = { ...testTenant.store, claimFailedConnections }
  const maintenance = startConnectionMaintenance({ ...dependencies, store, pauseSeconds: 0 })
  await begun.promise
  const closed = maintenance.close().then(() => 'closed')
  expect(await Promise.race([closed, sleep(100, 'checking')])).toBe('checking')
  enough.resolve()
  expect(await closed).toBe('closed')
  expect(await find()).toEqual(connection)
  expect(logged).toEqual([])
})

test('errors of maintenance are logged, and the next round works', async () => {
  const owner = new Client({ connectionString: testTenant.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('alter function claim_failed_connections rename to claim_away')
  const maintenance = startConnectionMaintenance({ ...dependencies, store: testTenant.store, pauseSeconds: 0 })
  onTestFinished(() => maintenance.close())
  await expect.poll(() => logged.length).toBe(1)
  expect(logged).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'failed connections were not checked',
      err: expect.objectContaining({ message: expect.stringContaining('claim_failed_connections') }),
    }),
  ])
  await owner.query('alter function claim_away rename to claim_failed_connections')
  await expect.poll(async () => (await find())?.status).toBe('connected')
})

test('a connection that cannot be checked is logged, and stays failed', async () => {
  const failing: RecheckDependencies['roles'] = { assume: () => Promise.reject(new Error('No memory is left.')) }
  const { store } = testTenant
  const maintenance = startConnectionMaintenance({ ...dependencies, store, roles: failing, pauseSeconds: 0 })
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  await maintenance.close()
  expect(logged[0]).toMatchObject({
    ...ids(),
    level: 40,
    msg: 'a failed connection was not checked',
    err: { message: 'No memory is left.' },
  })
  expect(await find()).toMatchObject({ status: 'failed' })
})

test('a refusal of a role that was replaced meanwhile is not counted', async () => {
  const { connectionId } = ids()
  await recheck()
  const connected = await find()
  if (connected === null) throw new Error('there is no connection')
  const old = { ...connected, roleArn: `${connected.roleArn}Old` }
  for (let count = 0; count < 10; count += 1)
    expect(await testTenant.tenant((tenant) => recordRefusal(tenant, old, 'It was refused.'))).toBeNull()
  expect(await find()).toMatchObject({ id: connectionId, status: 'connected', roleRefusals: 0 })
})
