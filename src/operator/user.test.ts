import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'
import { invite, join } from '../identity/invitation-acceptance.ts'

let commands: OperatorCommands
let organizationId: string

beforeAll(async () => {
  commands = await openOperatorCommands()
  const name = await commands.createOrganization()
  organizationId = (await commands.store.organizations.find(name))?.id ?? ''
})
afterAll(() => commands.close())

const issuer = 'https://id.example.com/'
const signOn = { signOnIssuer: () => issuer }
const link = (email: string, subject: string) => ['user', 'link-sign-on', email, '--subject', subject]

async function person(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`
  const { invitation } = await invite(commands.store, organizationId, {
    email,
    role: 'viewer',
    invitedBy: null,
    address: null,
  })
  await join(commands.store, { ...invitation, organizationId }, { name: 'Ada', email, passwordHash: null }, null)
  return { id: (await commands.store.people.findByEmail(email))?.id ?? '', email }
}

const credentials = (userId: string) =>
  commands.store.signInDatabase
    .selectFrom('user_credentials')
    .select(['account_id as key', 'issuer'])
    .where('user_id', '=', userId)
    .execute()

test('links a user to a subject, which replaces the earlier one and ends its sessions', async () => {
  const { id, email } = await person()
  const database = commands.store.signInDatabase
  const session = { user_id: id, expires_at: new Date(Date.now() + 60_000), ip_address: null, user_agent: null }
  for (const by of [oidcProviderId, null]) {
    const more = { id: randomUUID(), active_organization: null, signed_in_by: by, created_at: new Date() }
    const row = { ...session, ...more, updated_at: new Date(), token: randomUUID() }
    await database.insertInto('user_sessions').values(row).execute()
  }
  expect(await commands.answered(link(email.toUpperCase(), 'first'), signOn)).toEqual({
    email,
    issuer,
    subject: 'first',
  })
  expect(await credentials(id)).toEqual([{ key: `${issuer}#first`, issuer }])
  const left = await database.selectFrom('user_sessions').select('signed_in_by').where('user_id', '=', id).execute()
  expect(left).toEqual([{ signed_in_by: null }])

  await commands.answered(link(email, 'second'), signOn)
  expect(await credentials(id)).toEqual([{ key: `${issuer}#second`, issuer }])
  await commands.answered(link(email, 'second'), signOn)
  expect(await credentials(id)).toEqual([{ key: `${issuer}#second`, issuer }])
  const [event] = await commands.store.tenant(organizationId, ({ auditEvents }) => auditEvents.list(1))
  expect(event).toMatchObject({
    actor: 'operator',
    action: 'user.sign-on-link',
    subject: id,
    details: { issuer, subject: 'second' },
  })
})

test('rejects a subject of another user, missing SSO, and an unknown user', async () => {
  const [one, other] = [await person(), await person()]
  await commands.answered(link(one.email, 'taken'), signOn)
  await commands.answered(link(other.email, 'own'), signOn)
  expect(await commands.refused(link(other.email, 'taken'), signOn)).toMatchObject({ code: 'CONFLICT' })
  expect(await credentials(other.id)).toEqual([{ key: `${issuer}#own`, issuer }])
  expect(await commands.refused(link(one.email, 'x'))).toMatchObject({
    code: 'CONFLICT',
    message: "Single sign-on (SSO) isn't configured. Set OIDC_ISSUER first.",
  })
  expect(await commands.refused(link('nobody@example.com', 'x'), signOn)).toMatchObject({ code: 'NOT_FOUND' })
  for (const subject of ['', ' ', 'pers\u00f6n', 'x'.repeat(256)]) {
    expect(await commands.refused(link(one.email, subject), signOn)).toMatchObject({ code: 'INVALID_ARGUMENT' })
  }
})

test.each(['\u212aim@example.com', 'kim@ex\u00e4mple.com', 'kim', 'kim@example', 'k im@example.com'])(
  'rejects the address %j',
  async (email) => {
    expect(await commands.refused(['user', 'reset-link', email])).toMatchObject({ code: 'INVALID_ARGUMENT' })
  },
)
