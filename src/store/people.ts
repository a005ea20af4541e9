/** People who sign in, across organizations: who they are, what they are members of, and what their sessions keep. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Json } from '../graph/resource-graph.ts'
import { storableJson } from '../graph/storable.ts'
import type { Database } from './database.ts'
import type { MemberRole } from './member-role.ts'

export type Person = { readonly id: string; readonly name: string; readonly email: string }

export type OrganizationOfPerson = { readonly id: string; readonly name: string; readonly role: MemberRole }

/** An invitation that can still be taken up. */
export type OpenInvitation = {
  readonly organizationId: string
  readonly organizationName: string
  readonly id: string
  /** `null`: for whoever has the link. */
  readonly email: string | null
  readonly role: MemberRole
  readonly expiresAt: Date
}

export type People = {
  findByEmail(email: string): Promise<Person | null>
  /** Whether anybody has an account yet. */
  hasAny(): Promise<boolean>
  hasPassword(userId: string): Promise<boolean>
  /** By name. */
  organizationsOf(userId: string): Promise<readonly OrganizationOfPerson[]>
  setActiveOrganization(sessionId: string, organizationId: string): Promise<void>
  preferences(userId: string): Promise<Readonly<Record<string, unknown>>>
  savePreferences(userId: string, preferences: Readonly<Record<string, Json>>): Promise<void>
  /** By the SHA-256 of its token. */
  findInvitation(tokenHash: Uint8Array): Promise<OpenInvitation | null>
  /** Those that were sent to an address, oldest first. */
  invitationsOf(email: string): Promise<readonly Pick<OpenInvitation, 'organizationId' | 'id' | 'role'>[]>
  /** Counts an attempt in a window that starts with the first: seconds until the next may be made, or `null`: this one may. */
  countAttempt(key: string, limit: { readonly most: number; readonly windowSeconds: number }): Promise<number | null>
  forgetAttempts(key: string): Promise<void>
  /** All links for a new password that the person was sent and has not used. */
  withdrawResetLinks(userId: string): Promise<void>
  /** Sessions and one-time values whose time is over. */
  removeExpired(): Promise<void>
}

export function peopleQueries(runtime: Kysely<Database>): People {
  return {
    async findByEmail(email) {
      const row = await runtime
        .selectFrom('users')
        .select(['id', 'name', 'email'])
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst()
      return row ?? null
    },

    hasAny: async () => (await runtime.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,

    async hasPassword(userId) {
      const row = await runtime
        .selectFrom('user_credentials')
        .select('id')
        .where('user_id', '=', userId)
        .where('provider_id', '=', 'credential')
        .where('password', 'is not', null)
        .executeTakeFirst()
      return row !== undefined
    },

    async organizationsOf(userId) {
      const { rows } = await sql<OrganizationOfPerson>`
        select organization_id as id, name, role from memberships_of(${userId})
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
        select organization_id as "organizationId", id, role from invitations_of(${email.toLowerCase()})
      `.execute(runtime)
      return rows
    },

    async countAttempt(key, { most, windowSeconds }) {
      const now = Date.now()
      const windowStart = now - windowSeconds * 1000
      const { rows } = await sql<{ count: number; since: string }>`
        insert into user_rate_limits as known (id, key, count, last_request) values (${randomUUID()}, ${key}, 1, ${now})
        on conflict (key) do update set
          count = case when known.last_request <= ${windowStart} then 1 else least(known.count, ${most}) + 1 end,
          last_request = case when known.last_request <= ${windowStart} then ${now} else known.last_request end
        returning count, last_request as since
      `.execute(runtime)
      const { count, since } = rows[0] ?? { count: 1, since: String(now) }
      return count <= most ? null : Math.max(1, Math.ceil((Number(since) + windowSeconds * 1000 - now) / 1000))
    },

    async forgetAttempts(key) {
      await sql`delete from user_rate_limits where key = ${key}`.execute(runtime)
    },

    async withdrawResetLinks(userId) {
      await sql`delete from user_verifications where value = ${userId}`.execute(runtime)
    },

    async removeExpired() {
      await runtime
        .deleteFrom('user_sessions')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
      await runtime
        .deleteFrom('user_verifications')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
    },
  }
}
