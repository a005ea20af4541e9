/** Connecting accounts and verifying that their roles can be used, and only by this service for this organization. */
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { PagePosition } from '../store/page.ts'
import type { Store, Tenant } from '../store/store.ts'
import { transition } from './connection-lifecycle.ts'
import { generateExternalId } from './external-id.ts'
import { type Verification, verifyConnection } from './verify-connection.ts'

export type NewAccount = {
  readonly alias: string
  /** 12 digits. */
  readonly accountNumber: string
  readonly partition: string
  /** In the same account and partition. */
  readonly roleArn: string
  /** Who asks, for the audit log. */
  readonly actor: string
}

export type VerifyRequest = {
  /** Replaces the connection's role, if the verification comes to a decision. */
  readonly roleArn?: string
  readonly allowOpenRole: boolean
  readonly waitSeconds: number
  readonly actor: string
  readonly signal: AbortSignal
}

export type VerifyOutcome =
  | { readonly kind: 'done'; readonly connection: ConnectionRecord; readonly verification: Verification }
  | { readonly kind: 'account not found' }
  /** Somebody else changed the connection's status in the meantime. */
  | { readonly kind: 'changed meanwhile' }

export type AccountService = {
  /** A pending connection with an external id of its own; `null` when the organization already uses the alias. */
  connect(organizationId: string, account: NewAccount): Promise<ConnectionRecord | null>
  /** Rejects when `signal` aborts; nothing is changed then. */
  verify(organizationId: string, connectionId: string, request: VerifyRequest): Promise<VerifyOutcome>
  /** All connections of the organization, newest first. */
  list(organizationId: string): Promise<readonly ConnectionRecord[]>
}

const pageSize = 100

export function accountService(store: Store, roles: Pick<RoleAssumer, 'assume'>): AccountService {
  return {
    connect: (organizationId, { actor, ...account }) =>
      store.tenant(organizationId, async (tenant) => {
        const connection = await tenant.accounts.insert({ ...account, externalId: generateExternalId() })
        if (connection === null) return null
        const { alias, accountNumber, roleArn } = account
        const details = { alias, accountNumber, roleArn }
        await tenant.auditEvents.append({ actor, action: 'account.connect', subject: connection.id, details })
        return connection
      }),

    async verify(organizationId, connectionId, request) {
      const connection = await store.tenant(organizationId, (tenant) => tenant.accounts.find(connectionId))
      if (connection === null) return { kind: 'account not found' }
      const roleArn = request.roleArn ?? connection.roleArn
      const { allowOpenRole, waitSeconds, signal } = request
      const { externalId } = connection
      const verification = await verifyConnection(
        { connectionId, organizationId, roleArn, externalId, allowOpenRole, waitSeconds, signal },
        roles,
      )
      return store.tenant(organizationId, (tenant) => record(tenant, connection, { ...request, roleArn }, verification))
    },

    async list(organizationId) {
      const connections: ConnectionRecord[] = []
      const nextPage = (after: PagePosition | null) =>
        store.tenant(organizationId, (tenant) => tenant.accounts.list({ limit: pageSize, after }))
      let last: PagePosition | null = null
      do {
        const page = await nextPage(last)
        connections.push(...page.items)
        last = page.hasMore ? (page.items.at(-1) ?? null) : null
      } while (last !== null)
      return connections
    },
  }
}

async function record(
  tenant: Tenant,
  connection: ConnectionRecord,
  request: VerifyRequest & { readonly roleArn: string },
  verification: Verification,
): Promise<VerifyOutcome> {
  const { roleArn, allowOpenRole, actor } = request
  const { event } = verification
  await tenant.auditEvents.append({
    actor,
    action: 'account.verify',
    subject: connection.id,
    details: { event, roleArn, allowOpenRole, reason: event === 'verified' ? null : verification.reason },
  })
  if (event === 'undecided') return { kind: 'done', connection, verification }
  const changed = await tenant.accounts.update(connection.id, connection.status, {
    status: transition(connection.status, event),
    errorMessage: event === 'refused' ? verification.message : null,
    roleArn,
    openRoleAllowed: event === 'verified' && allowOpenRole,
  })
  return changed === null ? { kind: 'changed meanwhile' } : { kind: 'done', connection: changed, verification }
}
