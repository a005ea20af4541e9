import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'
import type { ConnectionStatus } from './connection-status.ts'

let testStore: TestStore

beforeEach(async () => {
  testStore = await createTestStore()
  return () => testStore.close()
})

const roleArn = 'arn:aws:iam::123456789012:role/surveyor'

async function organization(): Promise<string> {
  return (await testStore.store.organizations.insert(randomUUID()))?.id ?? ''
}

async function connection(organizationId: string, status: ConnectionStatus): Promise<string> {
  return testStore.store.tenant(organizationId, async ({ accounts }) => {
    const account = { accountNumber: '123456789012', partition: 'aws', roleArn, externalId: 'external' }
    const { id = '' } = (await accounts.insert({ ...account, alias: randomUUID() })) ?? {}
    if (status !== 'pending') await accounts.update(id, 'pending', { status, errorMessage: null })
    return id
  })
}

const hour = 3_600

async function claim(most: number, pauseSeconds = hour): Promise<readonly string[]> {
  return (await testStore.store.claimFailedConnections(pauseSeconds, most)).map(({ connectionId }) => connectionId)
}

test('only one process at a time can claim a failed connection', async () => {
  const [first, second] = [await organization(), await organization()]
  const failed = [
    await connection(first, 'failed'),
    await connection(first, 'failed'),
    await connection(second, 'failed'),
  ].toSorted()
  await connection(first, 'connected')
  await connection(second, 'pending')
  const claims = await Promise.all([claim(2), claim(2), claim(2)])
  for (const { length } of claims) expect(length).toBeLessThanOrEqual(2)
  expect([...claims.flat(), ...(await claim(10))].toSorted()).toEqual(failed)
  expect(await claim(10)).toEqual([])
  expect((await claim(10, 0)).toSorted()).toEqual(failed)
})

test('connections of a deleted organization cannot be claimed', async () => {
  const id = await organization()
  await connection(id, 'failed')
  await testStore.store.tenant(id, ({ removal }) => removal.remove())
  expect(await claim(10)).toEqual([])
})

test('a request claims a failed connection only if its last check is long enough ago', async () => {
  const id = await organization()
  const [failed, connected] = [await connection(id, 'failed'), await connection(id, 'connected')]
  const claimCheck = (connectionId: string, pauseSeconds: number) =>
    testStore.store.tenant(id, ({ accounts }) => accounts.claimCheck(connectionId, pauseSeconds))
  expect(await claimCheck(connected, 0)).toBe(false)
  expect(await claimCheck(failed, hour)).toBe(true)
  expect(await claimCheck(failed, hour)).toBe(false)
  expect(await claim(10)).toEqual([])
  expect(await claimCheck(failed, 0)).toBe(true)
})

test('counts refusals of the role of a connected connection, and resets the count', async () => {
  const id = await organization()
  const [connected, failed] = [await connection(id, 'connected'), await connection(id, 'failed')]
  const accounts = <Result>(work: Parameters<typeof testStore.store.tenant<Result>>[1]) =>
    testStore.store.tenant(id, work)
  const refuse = (connectionId: string, before: number, role = roleArn) =>
    accounts((tenant) => tenant.accounts.countRefusal(connectionId, role, before))
  expect([await refuse(connected, 0), await refuse(connected, 0), await refuse(connected, 1)]).toEqual([1, 1, 2])
  expect(await refuse(connected, 2, `${roleArn}Other`)).toBeNull()
  expect(await refuse(failed, 0)).toBeNull()
  await accounts((tenant) => tenant.accounts.forgetRefusals(connected, `${roleArn}Other`))
  expect(await refuse(connected, 2)).toBe(3)
  await accounts((tenant) => tenant.accounts.forgetRefusals(connected, roleArn))
  expect(await refuse(connected, 3)).toBe(1)
})

test('a connection that fails keeps the count of refusals, and one that works again begins anew', async () => {
  const id = await organization()
  const connected = await connection(id, 'connected')
  const change = (from: ConnectionStatus, status: ConnectionStatus) =>
    testStore.store.tenant(id, ({ accounts }) => accounts.update(connected, from, { status, errorMessage: null }))
  const refusals = () =>
    testStore.store.tenant(id, async ({ transaction }) => {
      const row = await transaction
        .selectFrom('account_connections')
        .select('role_refusals as refusals')
        .where('id', '=', connected)
        .executeTakeFirst()
      return row?.refusals
    })
  await testStore.store.tenant(id, ({ accounts }) => accounts.countRefusal(connected, roleArn, 0))
  await change('connected', 'failed')
  expect(await refusals()).toBe(1)
  await change('failed', 'connected')
  expect(await refusals()).toBe(0)
})

test('rejects a change that expects another role', async () => {
  const id = await organization()
  const failed = await connection(id, 'failed')
  const change = (expectedRole: string) =>
    testStore.store.tenant(id, ({ accounts }) =>
      accounts.update(failed, { status: 'failed', roleArn: expectedRole }, { status: 'connected', errorMessage: null }),
    )
  expect(await change(`${roleArn}Other`)).toBeNull()
  expect(await change(roleArn)).toMatchObject({ status: 'connected' })
})

test('finds the connection of an account’s snapshots by the key that signed them', async () => {
  const found = await testStore.store.tenant(await organization(), async ({ accounts }) => {
    const imported = { alias: 'imported', accountNumber: '210987654321', partition: 'aws', importedFrom: 'key-1' }
    const { id } = (await accounts.insertImported(imported)) ?? {}
    return {
      id,
      same: (await accounts.findImported('210987654321', 'key-1'))?.id,
      otherKey: await accounts.findImported('210987654321', 'key-2'),
      otherAccount: await accounts.findImported('123456789012', 'key-1'),
    }
  })
  expect(found).toEqual({ id: expect.any(String), same: found.id, otherKey: null, otherAccount: null })
})
