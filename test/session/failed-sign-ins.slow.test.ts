/**
 * Tests that failed sign-ins are in the audit logs of the user's organizations, in limited number, and in no others.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEvent } from '../../contract/session/audit.ts'
import type { Me } from '../../contract/session/me.ts'
import { invite } from '../../src/identity/invitation-acceptance.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let owner: SessionClient
let places = 0

beforeAll(async () => {
  running = await startRunningService({ configuration: { trustProxy: 1 } })
  owner = await signUp(running.service, running.organizationId, 'owner')
})
afterAll(() => running.close())

async function signIn(email: string, password: string, address = `198.51.100.${(places += 1)}`): Promise<number> {
  const client = sessionClient(running.service.baseUrl)
  const headers = { 'x-forwarded-for': address }
  return (await client.call('POST', '/session/auth/sign-in/email', { email, password }, headers)).status
}

const failedOf = async (id: string, client = owner) =>
  (await client.data<{ events: AuditEvent[] }>('GET', '/session/audit?limit=100')).events.filter(
    ({ action, subject }) => action === 'user.sign-in-failed' && subject === id,
  )

const idOf = async (client: SessionClient) => (await client.data<Me>('GET', '/session/me')).user.id

test('a wrong password is recorded in every organization of the user, without its value, and a right one is not', async () => {
  const person = await signUp(running.service, running.organizationId, 'viewer')
  const id = await idOf(person)
  const other = (await running.service.store.organizations.insert('Another'))?.id ?? ''
  const otherOwner = await signUp(running.service, other, 'owner')
  const invitation = { email: person.email, role: 'viewer', invitedBy: null, address: null } as const
  const { path } = await invite(running.service.store, other, invitation)
  await person.data('POST', '/session/setup/join', { token: path.split('#')[1] })
  const stranger = (await running.service.store.organizations.insert('A third'))?.id ?? ''
  const thirdOwner = await signUp(running.service, stranger, 'owner')

  expect(await signIn(person.email, testPassword)).toBe(200)
  expect(await signIn(person.email.toUpperCase(), 'a wrong secret', '203.0.113.9')).toBe(401)
  await expect.poll(async () => (await failedOf(id)).length).toBe(1)
  for (const client of [owner, otherOwner]) {
    await expect
      .poll(() => failedOf(id, client))
      .toMatchObject([
        {
          actor: { kind: 'anonymous', id: null, name: null },
          address: '203.0.113.9',
          details: { email: person.email, by: 'password', attemptsWithinAnHour: 1 },
        },
      ])
  }
  expect(await failedOf(id, thirdOwner)).toEqual([])
  expect((await owner.call('GET', '/session/audit?limit=100')).text).not.toContain('a wrong secret')
  expect(running.log.join('')).not.toContain('a wrong secret')
})

test('an unknown address is only in the log of the service', async () => {
  const before = (await owner.data<{ events: AuditEvent[] }>('GET', '/session/audit?limit=100')).events.length
  expect(await signIn('nobody.at.all@example.com', 'a wrong secret')).toBe(401)
  await expect.poll(() => running.log.join('')).toContain('"email":"nobody.at.all@example.com"')
  expect((await owner.data<{ events: AuditEvent[] }>('GET', '/session/audit?limit=100')).events).toHaveLength(before)
})

test('records the first ten failures in an hour, then powers of ten with their count', async () => {
  const person = await signUp(running.service, running.organizationId, 'viewer')
  const id = await idOf(person)
  const { attempts } = running.service.store
  for (let failed = 1; failed <= 11; failed += 1) expect(await signIn(person.email, 'a wrong secret')).toBe(401)
  await expect.poll(async () => (await failedOf(id)).length).toBe(10)
  // Counts 87 more.
  await expect
    .poll(async () => {
      const { count } = await attempts.count(`failed-sign-in:password:${id}`, 3_600)
      return count
    })
    .toBeGreaterThan(11)
  for (let { count } = await attempts.count(`failed-sign-in:password:${id}`, 3_600); count < 99;) {
    count = (await attempts.count(`failed-sign-in:password:${id}`, 3_600)).count
  }
  expect(await signIn(person.email, 'a wrong secret')).toBe(401)
  await expect
    .poll(async () => (await failedOf(id)).map(({ details }) => details as Readonly<Record<string, unknown>>))
    .toMatchObject([{ attemptsWithinAnHour: 100 }, ...Array.from({ length: 10 }, () => ({ by: 'password' }))])
})
