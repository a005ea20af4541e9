import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import type { SimulatedCloud } from '../simulated/simulated-cloud.ts'
import { startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import type { ConnectionChange, ConnectionRecord } from '../store/account-connections.ts'
import type { Store } from '../store/store.ts'
import { type AccountService, accountService, type VerifyRequest } from './account-service.ts'

let cloud: SimulatedCloud
let store: Store
let accounts: AccountService
let organizationId: string
const actor = 'operator'

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  const testStore = await createTestStore()
  const settings = testCloudSettings(cloud)
  const roles = roleAssumer(settings)
  store = testStore.store
  accounts = accountService(store, roles)
  return async () => {
    roles.close()
    settings.requestHandler.close()
    await testStore.close()
    await cloud.close()
  }
})

beforeEach(async () => {
  cloud.setFaults({})
  const organization = await store.organizations.insert(`Organization ${randomUUID()}`)
  organizationId = organization?.id ?? ''
})

async function connect(alias = 'production'): Promise<ConnectionRecord> {
  const { accountId = '', roleArn = '' } = cloud.accounts[0] ?? {}
  const connection = await accounts.connect(organizationId, {
    alias,
    accountNumber: accountId,
    partition: 'aws',
    roleArn,
    actor,
  })
  if (connection === null) throw new Error('the alias is taken')
  return connection
}

function verify(connection: ConnectionRecord, overrides: Partial<VerifyRequest> = {}) {
  const request = { allowOpenRole: false, waitSeconds: 0, actor, signal: new AbortController().signal }
  return accounts.verify(organizationId, connection.id, { ...request, ...overrides })
}

const auditEvents = () => store.tenant(organizationId, (tenant) => tenant.auditEvents.list(10))

test('a new connection is pending, has its own external ID, and is audited', async () => {
  const connection = await connect()
  const other = await connect('staging')
  expect(connection).toMatchObject({ status: 'pending', errorMessage: null, openRoleAllowed: false })
  expect(connection.externalId).not.toBe(other.externalId)
  expect(await auditEvents()).toContainEqual(
    expect.objectContaining({ actor, action: 'account.connect', subject: connection.id }),
  )
})

test('aliases are unique within an organization', async () => {
  await connect()
  await expect(connect()).rejects.toThrow('taken')
})

test('pending → connected, → failed when the role is refused twice in a row, → connected when the role works again', async () => {
  const connection = await connect()
  const { roleArn, externalId } = connection
  cloud.setRole({ roleArn, externalId })
  expect(await verify(connection)).toMatchObject({ connection: { status: 'connected', errorMessage: null } })
  cloud.setRole({ roleArn, externalId: 'svy-another' })
  expect(await verify(connection)).toMatchObject({
    verification: { event: 'refused', message: expect.stringContaining(externalId) },
    connection: { status: 'connected', errorMessage: null },
  })
  expect(await verify(connection)).toMatchObject({
    verification: { event: 'refused' },
    connection: {
      status: 'failed',
      errorMessage: expect.stringMatching(/2 scans or checks in a row.*every few minutes/),
    },
  })
  cloud.setRole({ roleArn, externalId })
  expect(await verify(connection)).toMatchObject({ connection: { status: 'connected', errorMessage: null } })
})

test('a successful check resets the count of refusals, an undecided one does not change it', async () => {
  const connection = await connect()
  const { roleArn, externalId } = connection
  const refused = () => cloud.setRole({ roleArn, externalId: 'svy-another' })
  cloud.setRole({ roleArn, externalId })
  await verify(connection)
  for (const _ of [1, 2]) {
    refused()
    expect(await verify(connection)).toMatchObject({ connection: { status: 'connected' } })
    cloud.setRole({ roleArn, externalId })
    expect(await verify(connection)).toMatchObject({ connection: { status: 'connected' } })
  }
  for (const effect of ['throttle', 'unavailable', 'reset'] as const) {
    cloud.setFaults({ rules: [{ service: 'sts', effect }] })
    expect(await verify(connection)).toMatchObject({ connection: { status: 'connected' } })
  }
  cloud.setFaults({})
  refused()
  expect(await verify(connection)).toMatchObject({ connection: { status: 'connected' } })
})

test('an open role, or a refused new role, fails at once', async () => {
  const connection = await connect()
  const { roleArn, externalId } = connection
  cloud.setRole({ roleArn, externalId })
  await verify(connection)
  cloud.setRole({ roleArn, externalId: null })
  expect(await verify(connection)).toMatchObject({ connection: { status: 'failed' } })
  cloud.setRole({ roleArn, externalId })
  await verify(connection)
  expect(await verify(connection, { roleArn: `${roleArn}Missing` })).toMatchObject({
    connection: { status: 'failed', roleArn: `${roleArn}Missing` },
  })
})

test.each(['pending', 'connected', 'failed'] as const)(
  'an undecided check does not change a %s connection',
  async (status) => {
    const connection = await connect()
    const { id, roleArn, externalId } = connection
    cloud.setRole({ roleArn, externalId: status === 'connected' ? externalId : 'svy-another' })
    if (status !== 'pending') await verify(connection)
    const before = await store.tenant(organizationId, (tenant) => tenant.accounts.find(id))
    expect(before).toMatchObject({ status })
    cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
    expect(await verify(connection, { roleArn: `${roleArn}Other` })).toMatchObject({
      kind: 'done',
      verification: { event: 'undecided' },
      connection: before,
    })
    expect(await store.tenant(organizationId, (tenant) => tenant.accounts.find(id))).toEqual(before)
  },
)

test('an open role fails; allowing it connects, is stored and audited; verifying without ends the exemption', async () => {
  const connection = await connect()
  cloud.setRole({ roleArn: connection.roleArn, externalId: null })
  expect(await verify(connection)).toMatchObject({ connection: { status: 'failed', openRoleAllowed: false } })
  expect(await verify(connection, { allowOpenRole: true })).toMatchObject({
    connection: { status: 'connected', openRoleAllowed: true },
  })
  expect(await auditEvents()).toContainEqual(
    expect.objectContaining({
      actor,
      action: 'account.verify',
      details: expect.objectContaining({ event: 'verified', allowOpenRole: true }),
    }),
  )
  expect(await verify(connection)).toMatchObject({ connection: { status: 'failed', openRoleAllowed: false } })
})

test('the exemption of an open role stays while the role cannot be assumed', async () => {
  const connection = await connect()
  const { roleArn } = connection
  cloud.setRole({ roleArn, externalId: null })
  await verify(connection, { allowOpenRole: true })
  cloud.removeRole(roleArn)
  await verify(connection)
  expect(await verify(connection)).toMatchObject({ connection: { status: 'failed', openRoleAllowed: true } })
  expect(await verify(connection)).toMatchObject({ connection: { status: 'failed', openRoleAllowed: true } })
  // The exemption doesn't apply to another role.
  expect(await verify(connection, { roleArn: `${roleArn}Missing` })).toMatchObject({
    connection: { status: 'failed', openRoleAllowed: false },
  })
})

test('a new role replaces the old one once it is verified', async () => {
  const connection = await connect()
  const roleArn = `${connection.roleArn}Other`
  cloud.setRole({ roleArn, externalId: connection.externalId })
  expect(await verify(connection, { roleArn })).toMatchObject({ connection: { status: 'connected', roleArn } })
})

test('an unknown id, and one of another organization, is not found', async () => {
  const connection = await connect()
  const other = await store.organizations.insert(`Other ${randomUUID()}`)
  const request = { allowOpenRole: false, waitSeconds: 0, actor, signal: new AbortController().signal }
  expect(await accounts.verify(organizationId, randomUUID(), request)).toEqual({ kind: 'account not found' })
  expect(await accounts.verify(other?.id ?? '', connection.id, request)).toEqual({ kind: 'account not found' })
})

/** Verifies a new connection, and changes it before the STS response. */
async function changedMeanwhile(change: ConnectionChange) {
  const connection = await connect()
  const { id, roleArn, externalId } = connection
  cloud.setRole({ roleArn, externalId })
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'throttle' }] })
  const requestsBefore = cloud.calls.length
  const outcome = verify(connection, { waitSeconds: 40 })
  await expect.poll(() => cloud.calls.length).toBeGreaterThan(requestsBefore)
  await store.tenant(organizationId, (tenant) => tenant.accounts.update(id, 'pending', change))
  cloud.setFaults({})
  return outcome
}

describe('a connection that changes while its role is checked', () => {
  test('to another status keeps it', async () => {
    const outcome = await changedMeanwhile({ status: 'failed', errorMessage: 'somebody else' })
    expect(outcome).toEqual({ kind: 'changed meanwhile' })
  })

  test('to another role is not connected by the one before', async () => {
    const outcome = await changedMeanwhile({
      status: 'connected',
      errorMessage: null,
      roleArn: 'arn:aws:iam::444455556666:role/other',
    })
    expect(outcome).toEqual({ kind: 'changed meanwhile' })
  })

  test('by another check with the same result returns that result from both', async () => {
    const outcome = await changedMeanwhile({ status: 'connected', errorMessage: null })
    expect(outcome).toMatchObject({ kind: 'done', connection: { status: 'connected' } })
  })
})

test('lists all connections', async () => {
  const { accountId = '', roleArn = '' } = cloud.accounts[0] ?? {}
  const aliases = Array.from({ length: 105 }, (_, index) => `account ${index}`)
  const account = { accountNumber: accountId, partition: 'aws', roleArn, actor }
  for (const alias of aliases) await accounts.connect(organizationId, { ...account, alias })
  const listed = await accounts.list(organizationId)
  expect(listed.map(({ alias }) => alias).sort()).toEqual(aliases.sort())
})

test.each(['', '{}', '<Unknown/>', '<AssumeRoleResponse><AssumeRoleResult/></AssumeRoleResponse>'])(
  'a malformed response of STS leaves the connection undecided: %j',
  async (body) => {
    const connection = await connect()
    cloud.setRole({ roleArn: connection.roleArn, externalId: connection.externalId })
    cloud.setFaults({ rules: [{ service: 'sts', effect: 'body', body }] })
    expect(await verify(connection)).toMatchObject({
      connection: { status: 'pending' },
      verification: { event: 'undecided', reason: 'unreachable' },
    })
  },
)
