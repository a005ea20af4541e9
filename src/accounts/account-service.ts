/**
 * Creates, verifies, changes, and removes account connections. A connection works only if its IAM role requires this
 * service and this organization's external ID.
 */
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { PagePosition } from '../store/page.ts'
import type { Store, Tenant } from '../store/store.ts'
import { transition } from './connection-lifecycle.ts'
import { generateExternalId } from './external-id.ts'
import { checkedAgain, recordRefusal } from './role-refusal.ts'
import { type Verification, verifyConnection } from './verify-connection.ts'

export type NewAccount = {
  readonly alias: string
  /** 12 digits. */
  readonly accountNumber: string
  readonly partition: string
  /** Must be in the same account and partition. */
  readonly roleArn: string
} & Requester

/** The requester, for the audit log. */
export type Requester = {
  /** `operator` or `user:<id>`. */
  readonly actor: string
  /** The network address of the request, if it has one. */
  readonly address?: string
  /** Called in the writing transaction. Throws if the requester isn't allowed, or isn't allowed any longer. */
  readonly authorize?: (tenant: Tenant) => Promise<void>
}

export type VerifyRequest = {
  /** Replaces the connection's role if the verification reaches a decision. */
  readonly roleArn?: string
  readonly allowOpenRole: boolean
  readonly waitSeconds: number
  readonly signal: AbortSignal
} & Requester

export type VerifyOutcome =
  | { readonly kind: 'done'; readonly connection: ConnectionRecord; readonly verification: Verification }
  | { readonly kind: 'account not found' }
  /** Its scans were imported. It never gets an IAM role. */
  | { readonly kind: 'imported' }
  /** Another request changed the connection's status in the meantime. */
  | { readonly kind: 'changed meanwhile' }

export type AccountChange = { readonly alias?: string; readonly roleArn?: string } & Requester

export type ChangeOutcome =
  | { readonly kind: 'done'; readonly connection: ConnectionRecord }
  | { readonly kind: 'account not found' }
  | { readonly kind: 'alias taken' }
  /** Its scans were imported. It never gets an IAM role. */
  | { readonly kind: 'imported' }
  | { readonly kind: 'changed meanwhile' }

export type RemoveOutcome =
  | { readonly kind: 'removed'; readonly scans: number }
  | { readonly kind: 'account not found' }
  | { readonly kind: 'scan running' }

export type AccountService = {
  /**
   * Creates a pending connection with its own external ID. Returns `null` if the organization already uses the alias.
   */
  connect(organizationId: string, account: NewAccount): Promise<ConnectionRecord | null>
  /** Rejects when `signal` aborts. The connection stays unchanged then. */
  verify(organizationId: string, connectionId: string, request: VerifyRequest): Promise<VerifyOutcome>
  /** Changes the alias or the role. A new role has to be verified. */
  change(organizationId: string, connectionId: string, change: AccountChange): Promise<ChangeOutcome>
  /** Removes the connection with all its scans and diagrams. */
  remove(organizationId: string, connectionId: string, requester: Requester): Promise<RemoveOutcome>
  /** Lists all connections of the organization, newest first. */
  list(organizationId: string): Promise<readonly ConnectionRecord[]>
}

const pageSize = 100

export function accountService(store: Store, roles: Pick<RoleAssumer, 'assume'>): AccountService {
  return {
    connect: (organizationId, { actor, address, authorize, ...account }) =>
      store.tenant(organizationId, async (tenant) => {
        await authorize?.(tenant)
        const connection = await tenant.accounts.insert({ ...account, externalId: generateExternalId() })
        if (connection === null) return null
        const { alias, accountNumber, roleArn } = account
        const details = { alias, accountNumber, roleArn }
        await tenant.auditEvents.append({
          actor,
          action: 'account.connect',
          subject: connection.id,
          details,
          address: address ?? null,
        })
        return connection
      }),

    async verify(organizationId, connectionId, request) {
      const connection = await store.tenant(organizationId, (tenant) => tenant.accounts.find(connectionId))
      if (connection === null) return { kind: 'account not found' }
      if (connection.importedFrom !== null) return { kind: 'imported' }
      const roleArn = request.roleArn ?? connection.roleArn
      const { allowOpenRole, waitSeconds, signal } = request
      const { externalId } = connection
      const verification = await verifyConnection(
        { connectionId, organizationId, roleArn, externalId, allowOpenRole, waitSeconds, signal },
        roles,
      )
      return store.tenant(organizationId, (tenant) => record(tenant, connection, { ...request, roleArn }, verification))
    },

    change: (organizationId, connectionId, request) =>
      store.tenant(organizationId, (tenant) => change(tenant, connectionId, request)),

    remove: (organizationId, connectionId, { actor, address, authorize }) =>
      store.tenant(organizationId, async (tenant): Promise<RemoveOutcome> => {
        await authorize?.(tenant)
        const { accounts, auditEvents } = tenant
        const connection = await accounts.find(connectionId)
        if (connection === null) return { kind: 'account not found' }
        const scans = await accounts.remove(connectionId)
        if (scans === null) return { kind: 'scan running' }
        const { alias, accountNumber } = connection
        await auditEvents.append({
          actor,
          action: 'account.remove',
          subject: connectionId,
          details: { alias, accountNumber, scans },
          address: address ?? null,
        })
        return { kind: 'removed', scans }
      }),

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

async function change(
  tenant: Tenant,
  connectionId: string,
  { alias, roleArn, actor, address, authorize }: AccountChange,
): Promise<ChangeOutcome> {
  await authorize?.(tenant)
  const { accounts, auditEvents } = tenant
  const before = await accounts.find(connectionId)
  if (before === null) return { kind: 'account not found' }
  if (roleArn !== undefined && before.importedFrom !== null) return { kind: 'imported' }
  if (alias !== undefined && !(await accounts.rename(connectionId, alias))) return { kind: 'alias taken' }
  if (roleArn !== undefined && roleArn !== before.roleArn) {
    const changed = await accounts.update(connectionId, before.status, {
      status: transition(before.status, 'role changed'),
      errorMessage: null,
      roleArn,
      openRoleAllowed: false,
    })
    if (changed === null) return { kind: 'changed meanwhile' }
  }
  await auditEvents.append({
    actor,
    action: 'account.change',
    subject: connectionId,
    details: { ...(alias !== undefined && { alias }), ...(roleArn !== undefined && { roleArn }) },
    address: address ?? null,
  })
  const connection = await accounts.find(connectionId)
  return connection === null ? { kind: 'account not found' } : { kind: 'done', connection }
}

async function record(
  tenant: Tenant,
  connection: ConnectionRecord,
  request: VerifyRequest & { readonly roleArn: string },
  verification: Verification,
): Promise<VerifyOutcome> {
  await request.authorize?.(tenant)
  const { roleArn, allowOpenRole, actor, address } = request
  const { event } = verification
  await tenant.auditEvents.append({
    actor,
    action: 'account.verify',
    subject: connection.id,
    details: { event, roleArn, allowOpenRole, reason: event === 'verified' ? null : verification.reason },
    address: address ?? null,
  })
  if (event === 'undecided') return { kind: 'done', connection, verification }
  const isSameRole = roleArn === connection.roleArn
  const isNotAssumable = event === 'refused' && verification.reason === 'role not assumable'
  if (isNotAssumable && isSameRole && connection.status === 'connected') {
    const failed = await recordRefusal(tenant, connection, verification.message)
    return { kind: 'done', connection: failed ?? connection, verification }
  }
  const changed = await tenant.accounts.update(connection.id, connection.status, {
    status: transition(connection.status, event),
    errorMessage: event === 'refused' ? `${verification.message} ${checkedAgain}` : null,
    roleArn,
    // A role that can't be assumed doesn't show whether it is open.
    ...(!(isNotAssumable && isSameRole) && { openRoleAllowed: event === 'verified' && allowOpenRole }),
  })
  if (changed !== null) return { kind: 'done', connection: changed, verification }
  // Another check of the same role, such as a periodic one, may have ended first with the same result.
  const current = await tenant.accounts.find(connection.id)
  const isSameResult = current?.roleArn === roleArn && current.status === transition(connection.status, event)
  return isSameResult ? { kind: 'done', connection: current, verification } : { kind: 'changed meanwhile' }
}
