/** Queries invitations to an organization. Only the hash of a link's token is stored. Each link works once. */
import { sql } from 'kysely'
import { addressKey } from './address-key.ts'
import type { DatabaseTransaction } from './database.ts'
import type { MemberRole } from './member-role.ts'
import { newId } from './new-id.ts'
import { isUuid } from './uuid.ts'

export type InvitationRecord = {
  readonly id: string
  readonly email: string | null
  readonly role: MemberRole
  /** The name of the inviting member; `null` for an operator or a deleted user. */
  readonly invitedBy: string | null
  readonly expiresAt: Date
  readonly createdAt: Date
}

export type NewInvitation = {
  /** In any letter case; `null` if anyone with the link can accept. */
  readonly email: string | null
  readonly role: MemberRole
  /** SHA-256 of the link's token. */
  readonly tokenHash: Uint8Array
  readonly invitedBy: string | null
  readonly expiresAt: Date
}

export type NewPerson = {
  readonly name: string
  readonly email: string
  /** `null` if the user signs in with links only. */
  readonly passwordHash: string | null
}

export type Invitations = {
  /** Revokes an open invitation for the same address. */
  insert(invitation: NewInvitation): Promise<InvitationRecord>
  /** The open invitations, newest first. */
  list(): Promise<readonly InvitationRecord[]>
  /** Returns false if there is no such open invitation. */
  revoke(id: string): Promise<boolean>
  /** Revokes all open invitations by a user. Returns their number. */
  revokeOf(userId: string): Promise<number>
  /** Returns false if it is no longer open. */
  accept(id: string): Promise<boolean>
  /** Returns `null` if the address already has a user account. */
  insertPerson(person: NewPerson): Promise<string | null>
}

export function invitationQueries(transaction: DatabaseTransaction, organizationId: string): Invitations {
  const close = (column: 'accepted_at' | 'revoked_at') =>
    transaction
      .updateTable('invitations')
      .set({ [column]: sql`now()` })
      .where('organization_id', '=', organizationId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)

  const select = () =>
    transaction
      .selectFrom('invitations')
      .leftJoin('users', 'users.id', 'invitations.invited_by')
      .select([
        'invitations.id',
        'invitations.email',
        'invitations.role',
        'users.name as invitedBy',
        'invitations.expires_at as expiresAt',
        'invitations.created_at as createdAt',
      ])
      .where('invitations.organization_id', '=', organizationId)

  return {
    async insert({ email, role, tokenHash, invitedBy, expiresAt }) {
      const address = email === null ? null : addressKey(email)
      if (address !== null) await close('revoked_at').where('email', '=', address).execute()
      const id = newId()
      await transaction
        .insertInto('invitations')
        .values({
          organization_id: organizationId,
          id,
          email: address,
          role,
          token_hash: tokenHash,
          invited_by: invitedBy,
          expires_at: expiresAt,
        })
        .execute()
      return select().where('invitations.id', '=', id).executeTakeFirstOrThrow()
    },

    list: () =>
      select()
        .where('invitations.accepted_at', 'is', null)
        .where('invitations.revoked_at', 'is', null)
        .where('invitations.expires_at', '>', sql<Date>`now()`)
        .orderBy('invitations.created_at', 'desc')
        .orderBy('invitations.id', 'desc')
        .execute(),

    async revoke(id) {
      if (!isUuid(id)) return false
      return (await close('revoked_at').where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n
    },

    revokeOf: async (userId) =>
      Number((await close('revoked_at').where('invited_by', '=', userId).executeTakeFirst()).numUpdatedRows),

    accept: async (id) => (await close('accepted_at').where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n,

    async insertPerson({ name, email, passwordHash }) {
      const id = newId()
      // The inviting member has seen the link too, so it doesn't prove that the address belongs to the user.
      const inserted = await transaction
        .insertInto('users')
        .values({ id, name, email: addressKey(email) })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted === undefined) return null
      if (passwordHash !== null) {
        await transaction
          .insertInto('user_credentials')
          .values({ id: newId(), user_id: id, provider_id: 'credential', account_id: id, password: passwordHash })
          .execute()
      }
      return id
    },
  }
}
