import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { openOperatorCommands, type OperatorCommands } from '../../test/support/operator-commands.ts'
import { findInvitation, join } from '../identity/invitation-acceptance.ts'

let commands: OperatorCommands

beforeAll(async () => {
  commands = await openOperatorCommands()
})
afterAll(() => commands.close())

const tokenOf = (link: unknown) => String(link).split('#')[1] ?? ''

test('the first link creates an organization, and its first visitor becomes the owner', async () => {
  const { link, organizationId } = await commands.answered(['admin', 'link'])
  expect(link).toMatch(/^https:\/\/surveyor\.example\.com\/setup#[\w-]{43}$/)
  const invitation = await findInvitation(commands.store, tokenOf(link))
  expect(invitation).toMatchObject({ organizationId, organizationName: 'My organization', role: 'owner', email: null })
  if (invitation === null) throw new Error('there is no invitation')

  const person = { name: 'Ada', email: 'Ada@example.com', passwordHash: null }
  expect(await join(commands.store, invitation, person, null)).toEqual({ kind: 'joined' })
  const late = { name: 'Eve', email: 'eve@example.com', passwordHash: null }
  expect(await join(commands.store, invitation, late, null)).toEqual({ kind: 'not open' })
  expect(await findInvitation(commands.store, tokenOf(link))).toBeNull()
  expect(await commands.store.people.findByEmail('eve@example.com')).toBeNull()
})

test('requires --org if there are several organizations', async () => {
  const name = await commands.createOrganization()
  await commands.createOrganization()
  expect(await commands.refused(['admin', 'link'])).toMatchObject({ code: 'INVALID_ARGUMENT', exitCode: 2 })
  const { link } = await commands.answered(['admin', 'link', '--org', name])
  expect(await findInvitation(commands.store, tokenOf(link))).toMatchObject({ organizationName: name })
})

test('prints the link, and stores only its hash', async () => {
  const { output } = await commands.run(['admin', 'link', '--org', await commands.createOrganization()])
  expect(output).toMatch(
    /^https:\/\/surveyor\.example\.com\/setup#[\w-]{43}\n\nThe first person to open this link becomes an owner/,
  )
  for (const { id } of await commands.store.organizations.list()) {
    const events = await commands.store.tenant(id, ({ auditEvents }) => auditEvents.list(100))
    expect(JSON.stringify(events)).not.toContain(tokenOf(output.split('\n')[0]))
  }
})

test('creates a reset link for existing users, but not for users with SSO only', async () => {
  const email = `${randomUUID()}@example.com`
  expect(await commands.refused(['user', 'reset-link', email])).toMatchObject({ code: 'NOT_FOUND', exitCode: 3 })
  const organization = await commands.store.organizations.find(await commands.createOrganization())
  await commands.store.tenant(organization?.id ?? '', ({ invitations }) =>
    invitations.insertPerson({ name: 'Ada', email, passwordHash: null }),
  )
  const { link } = await commands.answered(['user', 'reset-link', email])
  expect(link).toMatch(/^https:\/\/surveyor\.example\.com\/reset-password#[\w-]{43}$/)
  expect(await commands.refused(['user', 'reset-link', 'nobody'])).toMatchObject({ code: 'INVALID_ARGUMENT' })

  const person = await commands.store.people.findByEmail(email)
  const credentials = commands.store.signInDatabase.insertInto('user_credentials')
  const known = { id: randomUUID(), user_id: person?.id ?? '', provider_id: oidcProviderId, account_id: 'ada' }
  await credentials.values({ ...known, password: null }).execute()
  const singleSignOn = { signOnIssuer: () => 'https://id.example.com' }
  expect(await commands.refused(['user', 'reset-link', email], singleSignOn)).toMatchObject({ code: 'CONFLICT' })
  // After SSO is no longer configured, the user can get a password.
  expect(await commands.answered(['user', 'reset-link', email])).toMatchObject({ link: expect.any(String) })
})
