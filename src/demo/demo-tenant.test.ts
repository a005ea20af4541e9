import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningTestService, startRunningService } from '../../test/support/running-service.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import { type DemoTenant, prepareDemoTenant } from './demo-tenant.ts'

let running: RunningTestService

beforeAll(async () => {
  running = await startRunningService()
})
afterAll(() => running.close())

async function startAgain(): Promise<DemoTenant> {
  const { service, settings, cloud } = running
  const [account] = cloud.accounts
  if (account === undefined) throw new Error('The world has no account')
  const roles = roleAssumer(settings)
  const trust = (role: { roleArn: string; externalId: string }) => cloud.setRole(role)
  try {
    return await prepareDemoTenant({
      store: service.store,
      roles,
      account,
      trust,
      signal: AbortSignal.timeout(300_000),
    })
  } finally {
    roles.close()
  }
}

test('a restarted demo finds its organization and account, even if they were renamed', async () => {
  const { service, organizationId, connectionId } = running
  await service.store.tenant(organizationId, async ({ settings, accounts }) => {
    await settings.change({ name: 'Storefront Ltd.' })
    await accounts.rename(connectionId, 'the shop')
  })
  const again = await startAgain()
  expect([again.organizationId, again.connection.id]).toEqual([organizationId, connectionId])
  expect((await service.store.organizations.list()).map(({ name }) => name)).toEqual(['Storefront Ltd.'])
})

test('after its account is removed, the demo connects it again in the same organization', async () => {
  const { service, organizationId, connectionId } = running
  await service.store.tenant(organizationId, ({ accounts }) => accounts.remove(connectionId))
  const again = await startAgain()
  expect(again.organizationId).toBe(organizationId)
  expect(again.connection.id).not.toBe(connectionId)
  expect((await service.store.organizations.list()).map(({ name }) => name)).toEqual(['Storefront Ltd.'])
})

test('after its organization is deleted, the demo creates another one with its user as owner', async () => {
  const { store } = running.service
  await store.tenant(running.organizationId, ({ removal }) => removal.remove())
  const { organizationId, email } = await startAgain()
  expect(organizationId).not.toBe(running.organizationId)
  const person = await store.people.findByEmail(email)
  expect(await store.people.organizationsOf(person?.id ?? '')).toMatchObject([
    { id: organizationId, name: 'Demo', role: 'owner' },
  ])
})
