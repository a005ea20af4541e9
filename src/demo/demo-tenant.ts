/**
 * Prepares the demo in the database: an organization, a connected account, and a new API key. The organization and the
 * account may have been renamed, so it finds them by the user and the role.
 */
import { latestVersion } from '../../contract/versions.ts'
import { type AccountService, accountService } from '../accounts/account-service.ts'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import { generateApiKey } from '../store/keys/api-key.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { OrganizationRecord } from '../store/organizations.ts'
import type { Store } from '../store/store.ts'

const organizationName = 'Demo'
const accountAlias = 'storefront-production'
const keyName = 'demo'
const actor = 'operator'
const email = 'demo@example.com'

export type DemoTenant = {
  readonly organizationId: string
  /** The email of a user who only signs in with one-time links. */
  readonly email: string
  readonly connection: ConnectionRecord
  /** Shown only once, like every API key. */
  readonly key: string
}

export type DemoAccount = { readonly accountId: string; readonly roleArn: string }

/** On existing data, it finds the earlier organization and account. Only the API key is new. */
export async function prepareDemoTenant(dependencies: {
  readonly store: Store
  readonly roles: RoleAssumer
  readonly account: DemoAccount
  /** Makes the account's role trust the service with this external ID. */
  readonly trust: (role: { roleArn: string; externalId: string }) => void
  readonly signal: AbortSignal
}): Promise<DemoTenant> {
  const { store, roles, account, trust, signal } = dependencies
  const accounts = accountService(store, roles)
  const organization = await findOrMake(store, accounts, account)

  const connection = await findOrConnect(accounts, organization.id, account)
  trust({ roleArn: account.roleArn, externalId: connection.externalId })
  const verified = await accounts.verify(organization.id, connection.id, {
    allowOpenRole: false,
    waitSeconds: 10,
    actor,
    signal,
  })
  if (verified.kind !== 'done' || verified.verification.event !== 'verified') {
    const reason = verified.kind === 'done' && 'message' in verified.verification ? verified.verification.message : ''
    throw new Error(`The demo's account couldn't be connected. ${reason}`)
  }

  const known = await store.people.findByEmail(email)
  await store.tenant(organization.id, async ({ invitations, memberships }) => {
    const person = known?.id ?? (await invitations.insertPerson({ name: 'Demo', email, passwordHash: null }))
    if (person !== null && (await memberships.find(person)) === null) await memberships.add(person, 'owner')
  })
  const { key, hash } = generateApiKey()
  await store.tenant(organization.id, async ({ apiKeys }) => {
    for (const old of await apiKeys.list())
      if (old.name === keyName && old.revokedAt === null) await apiKeys.revoke(old.id)
    await apiKeys.insert({ name: keyName, scopes: ['read', 'write'], version: latestVersion, expiresAt: null, hash })
  })
  return { organizationId: organization.id, email, connection: verified.connection, key }
}

type Organization = Pick<OrganizationRecord, 'id'>

async function findOrMake(store: Store, accounts: AccountService, account: DemoAccount): Promise<Organization> {
  const person = await store.people.findByEmail(email)
  const own = person === null ? [] : await store.people.organizationsOf(person.id)
  for (const organization of own)
    if ((await findConnection(accounts, organization.id, account)) !== null) return organization
  // The organization's account may have been removed.
  const organization =
    own.find(({ role }) => role === 'owner') ??
    (await store.organizations.find(organizationName)) ??
    (await store.organizations.insert(organizationName))
  if (organization === null) throw new Error(`The organization ${organizationName} couldn't be created.`)
  return organization
}

/** The oldest connection with this role. Users created the others. */
async function findConnection(
  accounts: AccountService,
  organizationId: string,
  { accountId, roleArn }: DemoAccount,
): Promise<ConnectionRecord | null> {
  const connections = await accounts.list(organizationId)
  return connections.findLast((known) => known.accountNumber === accountId && known.roleArn === roleArn) ?? null
}

async function findOrConnect(
  accounts: AccountService,
  organizationId: string,
  account: DemoAccount,
): Promise<ConnectionRecord> {
  const { accountId, roleArn } = account
  const connection =
    (await findConnection(accounts, organizationId, account)) ??
    (await accounts.connect(organizationId, {
      alias: accountAlias,
      accountNumber: accountId,
      partition: 'aws',
      roleArn,
      actor,
    }))
  if (connection === null) throw new Error(`The alias ${accountAlias} is taken by another connection.`)
  return connection
}
