/** What the demo needs in the database: an organization, a connected account and a fresh API key. */
import { latestVersion } from '../../contract/versions.ts'
import { type AccountService, accountService } from '../accounts/account-service.ts'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import { generateApiKey } from '../keys/api-key.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Store } from '../store/store.ts'

const organizationName = 'Demo'
const accountAlias = 'storefront-production'
const keyName = 'demo'
const actor = 'operator'
const email = 'demo@example.com'

export type DemoTenant = {
  readonly organizationId: string
  /** Of somebody who signs in by link only. */
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
  const organization =
    (await store.organizations.find(organizationName)) ?? (await store.organizations.insert(organizationName))
  if (organization === null) throw new Error(`The organization ${organizationName} could not be made.`)

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

  if ((await store.people.findByEmail(email)) === null) {
    await store.tenant(organization.id, async ({ invitations, memberships }) => {
      const person = await invitations.insertPerson({ name: 'Demo', email, passwordHash: null })
      if (person !== null) await memberships.add(person, 'owner')
    })
  }
  const { key, hash } = generateApiKey()
  await store.tenant(organization.id, async ({ apiKeys }) => {
    for (const old of await apiKeys.list())
      if (old.name === keyName && old.revokedAt === null) await apiKeys.revoke(old.id)
    await apiKeys.insert({ name: keyName, scopes: ['read', 'write'], version: latestVersion, expiresAt: null, hash })
  })
  return { organizationId: organization.id, email, connection: verified.connection, key }
}

async function findOrConnect(
  accounts: AccountService,
  organizationId: string,
  { accountId, roleArn }: DemoAccount,
): Promise<ConnectionRecord> {
  const known = (await accounts.list(organizationId)).find(({ alias }) => alias === accountAlias)
  const connection =
    known ??
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
