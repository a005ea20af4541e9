/** Tests that each change of a connection writes one audit event with the actor, the address, and the change. */
import { beforeAll, expect, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Store, Tenant } from '../store/store.ts'
import { type AccountService, type Requester, accountService } from './account-service.ts'

let cloud: SimulatedCloud
let store: Store
let accounts: AccountService
let organizationId: string
let connection: ConnectionRecord

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'empty' })
  const testStore = await createTestStore()
  const settings = testCloudSettings(cloud)
  const roles = roleAssumer(settings)
  store = testStore.store
  accounts = accountService(store, roles)
  organizationId = (await store.organizations.insert('audited'))?.id ?? ''
  const { accountId = '', roleArn = '' } = cloud.accounts[0] ?? {}
  const account = { alias: 'production', accountNumber: accountId, partition: 'aws', roleArn }
  const connected = await accounts.connect(organizationId, { ...account, actor: 'user:1', address: '192.0.2.1' })
  if (connected === null) throw new Error('the alias is taken')
  connection = connected
  return async () => {
    roles.close()
    settings.requestHandler.close()
    await testStore.close()
    await cloud.close()
  }
})

const signal = new AbortController().signal
/** The newest event. */
const lastEvent = async () => (await store.tenant(organizationId, (tenant) => tenant.auditEvents.list(1)))[0]

test('connecting', async () => {
  const { alias, accountNumber, roleArn } = connection
  expect(await lastEvent()).toMatchObject({
    actor: 'user:1',
    action: 'account.connect',
    subject: connection.id,
    details: { alias, accountNumber, roleArn },
    address: '192.0.2.1',
  })
})

test('verifying: refused, undecided, verified', async () => {
  const request = { allowOpenRole: false, waitSeconds: 0, signal, actor: 'user:2' }
  const { id, roleArn, externalId } = connection
  const event = { actor: 'user:2', action: 'account.verify', subject: id, address: null }
  cloud.removeRole(roleArn)
  await accounts.verify(organizationId, id, request)
  const details = { event: 'refused', roleArn, allowOpenRole: false, reason: 'role not assumable' }
  expect(await lastEvent()).toMatchObject({ ...event, details })
  const [refused] = await accounts.list(organizationId)
  expect(refused).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringMatching(
      / cannot be assumed: .* Fix the role, then verify again\. Surveyor checks the role/,
    ),
  })
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  await accounts.verify(organizationId, id, request)
  expect(await lastEvent()).toMatchObject({ ...event, details: { event: 'undecided', reason: 'unreachable' } })
  cloud.setFaults({})
  cloud.setRole({ roleArn, externalId })
  expect(await accounts.verify(organizationId, id, { ...request, address: '192.0.2.2' })).toMatchObject({
    connection: { status: 'connected', openRoleAllowed: false },
  })
  const verified = { event: 'verified', roleArn, allowOpenRole: false, reason: null }
  expect(await lastEvent()).toMatchObject({ ...event, details: verified, address: '192.0.2.2' })
})

test('changing the alias, the role, both, and nothing', async () => {
  const { id } = connection
  const change = (what: { alias?: string; roleArn?: string }, by: Requester = { actor: 'user:3' }) =>
    accounts.change(organizationId, id, { ...what, ...by })
  const roleArn = `${connection.roleArn}Other`
  expect(await change({ alias: 'live' })).toMatchObject({
    kind: 'done',
    connection: { alias: 'live', status: 'connected' },
  })
  const event = { actor: 'user:3', action: 'account.change', subject: id, address: null }
  const first = await lastEvent()
  expect(first).toMatchObject(event)
  expect(first?.details).toEqual({ alias: 'live' })
  expect(await change({ roleArn }, { actor: 'user:3', address: '192.0.2.3' })).toMatchObject({
    connection: { alias: 'live', status: 'pending', roleArn, errorMessage: null, openRoleAllowed: false },
  })
  const second = await lastEvent()
  expect(second).toMatchObject({ ...event, address: '192.0.2.3' })
  expect(second?.details).toEqual({ roleArn })
  await change({ alias: 'production', roleArn: connection.roleArn })
  expect((await lastEvent())?.details).toEqual({ alias: 'production', roleArn: connection.roleArn })
  await change({})
  expect((await lastEvent())?.details).toEqual({})
})

test('a connected account fails when its role is refused twice in a row, and keeps whether an open role is allowed', async () => {
  const { accountNumber, partition, roleArn } = connection
  const alias = 'refused twice'
  const account = await accounts.connect(organizationId, { alias, accountNumber, partition, roleArn, actor: 'user:7' })
  const id = account?.id ?? ''
  cloud.setRole({ roleArn, externalId: account?.externalId ?? '' })
  const request = { waitSeconds: 0, signal, actor: 'user:7' }
  const verify = (allowOpenRole: boolean) => accounts.verify(organizationId, id, { ...request, allowOpenRole })
  expect(await verify(true)).toMatchObject({ connection: { status: 'connected', openRoleAllowed: true } })
  cloud.removeRole(roleArn)
  for (const status of ['connected', 'failed', 'failed'])
    expect(await verify(false)).toMatchObject({ kind: 'done', connection: { status, openRoleAllowed: true } })
  await accounts.remove(organizationId, id, { actor: 'user:7' })
  cloud.setRole({ roleArn, externalId: connection.externalId })
})

test('a duplicate alias and an unknown ID change nothing and write no event', async () => {
  const { accountNumber, partition, roleArn } = connection
  await accounts.connect(organizationId, { alias: 'staging', accountNumber, partition, roleArn, actor: 'user:4' })
  const before = await lastEvent()
  const change = { alias: 'staging', actor: 'user:4' }
  expect(await accounts.change(organizationId, connection.id, change)).toEqual({ kind: 'alias taken' })
  expect(await accounts.change(organizationId, organizationId, change)).toEqual({ kind: 'account not found' })
  expect(await accounts.remove(organizationId, organizationId, change)).toEqual({ kind: 'account not found' })
  expect(await lastEvent()).toEqual(before)
})

test('authorization runs in the writing transaction, and a refusal writes nothing', async () => {
  const before = await lastEvent()
  const asked: Tenant[] = []
  const authorize = async (tenant: Tenant) => {
    asked.push(tenant)
    throw new Error('not allowed')
  }
  const by = { actor: 'user:5', authorize }
  const { id, accountNumber, partition, roleArn } = connection
  const verification = { allowOpenRole: false, waitSeconds: 0, signal }
  const attempts = [
    () => accounts.connect(organizationId, { alias: 'another', accountNumber, partition, roleArn, ...by }),
    () => accounts.verify(organizationId, id, { ...verification, ...by }),
    () => accounts.change(organizationId, id, { alias: 'another', ...by }),
    () => accounts.remove(organizationId, id, by),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow('not allowed')
  expect(asked).toHaveLength(attempts.length)
  expect(await lastEvent()).toEqual(before)
  expect((await accounts.list(organizationId)).map(({ alias }) => alias).toSorted()).toEqual(['production', 'staging'])
})

test('removing, with the number of deleted scans', async () => {
  const { id, accountNumber } = connection
  expect(await accounts.remove(organizationId, id, { actor: 'user:6', address: '192.0.2.6' })).toEqual({
    kind: 'removed',
    scans: 0,
  })
  const removed = await lastEvent()
  expect(removed).toMatchObject({ actor: 'user:6', action: 'account.remove', subject: id, address: '192.0.2.6' })
  expect(removed?.details).toEqual({ alias: 'production', accountNumber, scans: 0 })
  const [staging] = await accounts.list(organizationId)
  await accounts.remove(organizationId, staging?.id ?? '', { actor: 'user:6' })
  expect(await lastEvent()).toMatchObject({ subject: staging?.id, address: null })
})

test('an imported connection has no role to change, but another name', async () => {
  const imported = await store.tenant(organizationId, (tenant) =>
    tenant.accounts.insertImported({
      alias: 'imported',
      accountNumber: '111122223333',
      partition: 'aws',
      importedFrom: 'another service',
    }),
  )
  const change = { actor: 'user:6', address: '192.0.2.6' }
  const roleArn = 'arn:aws:iam::111122223333:role/surveyor'
  expect(await accounts.change(organizationId, imported?.id ?? '', { ...change, roleArn })).toEqual({
    kind: 'imported',
  })
  const request = { ...change, allowOpenRole: false, waitSeconds: 0, signal }
  expect(await accounts.verify(organizationId, imported?.id ?? '', request)).toEqual({ kind: 'imported' })
  expect(await accounts.change(organizationId, imported?.id ?? '', { ...change, alias: 'partner' })).toMatchObject({
    kind: 'done',
    connection: { alias: 'partner', importedFrom: 'another service' },
  })
})
