/**
 * What the demo needs in the database: an organization, a connected account and a fresh API key. Organization and account may have
 * been renamed since: they are known by who signs in, and by the role.
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
  /** Of a user who signs in only with one-time links. */
  readonly email: string
  readonly connection: ConnectionRecord
  /** Shown once, like every key. */
  readonly key: string
}

export type DemoAccount = { readonly accountId: string; readonly roleArn: string }

/** Started again on the same data, it finds what it made before; only the key is new. */
export async function prepareDemoTenant(dependencies: {
  readonly store: Store
  readonly roles: RoleAssumer
  readonly account: DemoAccount
  /** Makes the account's role trust the service under this external id. */
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
    throw new Error(`The demo's account could not be connected. ${reason}`)
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
  // Its account may have been removed.
  const organization =
    own.find(({ role }) => role === 'owner') ??
    (await store.organizations.find(organizationName)) ??
    (await store.organizations.insert(organizationName))
  if (organization === null) throw new Error(`The organization ${organizationName} could not be made.`)
  return organization
}

/** The oldest of its role: users connected the others. */
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
