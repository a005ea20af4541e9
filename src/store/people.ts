/** Queries users across organizations: their user accounts, memberships, and session settings. */
import { type Kysely, sql } from 'kysely'
import type { Json } from '../graph/resource-graph.ts'
import { storableJson } from '../graph/storable.ts'
import { addressKey } from './address-key.ts'
import type { Database } from './database.ts'
import type { MemberRole } from './member-role.ts'

export type Person = { readonly id: string; readonly name: string; readonly email: string }

export type OrganizationOfPerson = {
  readonly id: string
  readonly name: string
  readonly role: MemberRole
  /** Whether SSO is required for members other than owners. */
  readonly signOnRequired: boolean
}

/** An invitation that can still be accepted. */
export type OpenInvitation = {
  readonly organizationId: string
  readonly organizationName: string
  readonly id: string
  /** `null` if anyone with the link can accept. */
  readonly email: string | null
  readonly role: MemberRole
  readonly expiresAt: Date
}

export type People = {
  findByEmail(email: string): Promise<Person | null>
  /** Whether any user account exists. */
  hasAny(): Promise<boolean>
  hasPassword(userId: string): Promise<boolean>
  /** Whether the user can sign in with this SSO issuer. */
  isVouchedForBy(issuer: string, userId: string): Promise<boolean>
  /** Whether the user can only sign in with this SSO provider, with any issuer, and has no password. */
  signsInOnlyBy(provider: string, userId: string): Promise<boolean>
  rename(userId: string, name: string): Promise<void>
  /** Sorted by name. */
  organizationsOf(userId: string): Promise<readonly OrganizationOfPerson[]>
  setActiveOrganization(sessionId: string, organizationId: string): Promise<void>
  preferences(userId: string): Promise<Readonly<Record<string, unknown>>>
  savePreferences(userId: string, preferences: Readonly<Record<string, Json>>): Promise<void>
  /** Finds an invitation by the SHA-256 of its token. */
  findInvitation(tokenHash: Uint8Array): Promise<OpenInvitation | null>
  /** The invitations to an address, oldest first. */
  invitationsOf(email: string): Promise<readonly Pick<OpenInvitation, 'organizationId' | 'id' | 'role'>[]>
  /** Revokes all unused password reset links of the user. */
  withdrawResetLinks(userId: string): Promise<void>
  /** Revokes all but one, unless that one is gone. Of several links used at once, one revokes the others. */
  withdrawOtherResetLinks(userId: string, keptId: string): Promise<void>
  /** Removes expired sessions, one-time values, and counts of attempts. */
  removeExpired(): Promise<void>
}

/** Longer than any window for counting attempts. */
const attemptsKeptMs = 86_400_000

export function peopleQueries(runtime: Kysely<Database>): People {
  const hasPassword = async (userId: string) => {
    const row = await runtime
      .selectFrom('user_credentials')
      .select('id')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .where('password', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  }

  const signsInBy = async (provider: string, userId: string) => {
    const row = await runtime
      .selectFrom('user_credentials')
      .select('id')
      .where('user_id', '=', userId)
      .where('provider_id', '=', provider)
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    async findByEmail(email) {
      const row = await runtime
        .selectFrom('users')
        .select(['id', 'name', 'email'])
        .where('email', '=', addressKey(email))
        .executeTakeFirst()
      return row ?? null
    },

    hasAny: async () => (await runtime.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,

    hasPassword,

    async isVouchedForBy(issuer, userId) {
      const credentials = runtime.selectFrom('user_credentials').select('id').where('user_id', '=', userId)
      return (await credentials.where('issuer', '=', issuer).executeTakeFirst()) !== undefined
    },

    signsInOnlyBy: async (provider, userId) => (await signsInBy(provider, userId)) && !(await hasPassword(userId)),

    async rename(userId, name) {
      await runtime
        .updateTable('users')
        .set({ name, updated_at: sql`now()` })
        .where('id', '=', userId)
        .execute()
    },

    async organizationsOf(userId) {
      const { rows } = await sql<OrganizationOfPerson>`
        select organization_id as id, name, role, sign_on_required as "signOnRequired" from memberships_of(${userId})
      `.execute(runtime)
      return rows
    },

    async setActiveOrganization(sessionId, organizationId) {
      await runtime
        .updateTable('user_sessions')
        .set({ active_organization: organizationId })
        .where('id', '=', sessionId)
        .execute()
    },

    async preferences(userId) {
      const row = await runtime.selectFrom('users').select('preferences').where('id', '=', userId).executeTakeFirst()
      return row?.preferences ?? {}
    },

    async savePreferences(userId, preferences) {
      await runtime
        .updateTable('users')
        .set({ preferences: storableJson(preferences) })
        .where('id', '=', userId)
        .execute()
    },

    async findInvitation(tokenHash) {
      const { rows } = await sql<OpenInvitation>`
        select organization_id as "organizationId", organization_name as "organizationName", id, email, role,
          expires_at as "expiresAt"
        from find_invitation(${tokenHash})
      `.execute(runtime)
      return rows[0] ?? null
    },

    async invitationsOf(email) {
      const { rows } = await sql<Pick<OpenInvitation, 'organizationId' | 'id' | 'role'>>`
        select organization_id as "organizationId", id, role from invitations_of(${addressKey(email)})
      `.execute(runtime)
      return rows
    },

    async withdrawResetLinks(userId) {
      await sql`delete from user_verifications where value = ${userId}`.execute(runtime)
    },

    withdrawOtherResetLinks: (userId, keptId) =>
      runtime.transaction().execute(async (transaction) => {
        // All rows are locked in one order. The second of two concurrent calls waits, and finds its own row gone.
        const { rows } = await sql<{ id: string }>`
          select id from user_verifications where value = ${userId} order by id for update
        `.execute(transaction)
        if (!rows.some(({ id }) => id === keptId)) return
        await sql`delete from user_verifications where value = ${userId} and id <> ${keptId}`.execute(transaction)
      }),

    async removeExpired() {
      await runtime
        .deleteFrom('user_sessions')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
      await runtime
        .deleteFrom('user_verifications')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
      await sql`delete from user_rate_limits where last_request < ${Date.now() - attemptsKeptMs}`.execute(runtime)
    },
  }
}
