/** Queries the members of an organization and their roles. An organization always has an owner. */
import type { DatabaseTransaction } from './database.ts'
import type { MemberRole } from './member-role.ts'
import type { Person } from './people.ts'
import { isUuid } from './uuid.ts'

export type MemberRecord = Person & {
  readonly role: MemberRole
  readonly createdAt: Date
  /** The last renewal of one of the user's sessions; `null` without a stored session. */
  readonly lastActiveAt: Date | null
}

export type Membership = {
  readonly role: MemberRole
  /** Whether SSO is required for members other than owners. */
  readonly signOnRequired: boolean
}

export type Memberships = {
  /**
   * Returns the user's membership until the end of the transaction, or `null`. Every write of a member calls it first.
   * With `change`, for transactions that change the organization or its members, such transactions run one after the
   * other.
   */
  hold(userId: string, purpose: 'write' | 'change'): Promise<Membership | null>
  /** Sorted by name. */
  list(): Promise<readonly MemberRecord[]>
  find(userId: string): Promise<MemberRecord | null>
  /** Doesn't lower the role of an existing member. */
  add(userId: string, role: MemberRole): Promise<void>
  /** Returns false if no owner would be left. */
  changeRole(userId: string, role: MemberRole): Promise<boolean>
  /** Returns false if no owner would be left. */
  remove(userId: string): Promise<boolean>
}

/** From the lowest to the highest. */
const ranks: readonly MemberRole[] = ['viewer', 'member', 'admin', 'owner']

export function membershipQueries(transaction: DatabaseTransaction, organizationId: string): Memberships {
  const select = () =>
    transaction
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select((columns) => [
        'users.id',
        'users.name',
        'users.email',
        'memberships.role',
        'memberships.created_at as createdAt',
        columns
          .selectFrom('user_sessions')
          .select(({ fn }) => fn.max('user_sessions.updated_at').as('latest'))
          .whereRef('user_sessions.user_id', '=', 'users.id')
          .as('lastActiveAt'),
      ])
      .where('memberships.organization_id', '=', organizationId)

  const ofOrganization = (userId: string) =>
    transaction
      .selectFrom('memberships')
      .select('role')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)

  /** Locks the owners, so that the last two can't leave at the same time. */
  const isLastOwner = async (userId: string): Promise<boolean> => {
    const owners = await transaction
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', organizationId)
      .where('role', '=', 'owner')
      .orderBy('user_id')
      .forUpdate()
      .execute()
    return owners.length === 1 && owners[0]?.user_id === userId
  }

  const update = (userId: string, role: MemberRole) =>
    transaction
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()

  return {
    async hold(userId, purpose) {
      // One lock, taken before any other, prevents deadlocks.
      const organization = transaction
        .selectFrom('organizations')
        .select('sign_on_required as signOnRequired')
        .where('id', '=', organizationId)
      const held = purpose === 'change' ? organization.forNoKeyUpdate() : organization.forShare()
      const { signOnRequired = false } = (await held.executeTakeFirst()) ?? {}
      const member = await ofOrganization(userId).executeTakeFirst()
      return member === undefined ? null : { role: member.role, signOnRequired }
    },

    list: () => select().orderBy('users.name').orderBy('users.id').execute(),

    async find(userId) {
      if (!isUuid(userId)) return null
      return (await select().where('users.id', '=', userId).executeTakeFirst()) ?? null
    },

    async add(userId, role) {
      const known = await ofOrganization(userId).forUpdate().executeTakeFirst()
      if (known === undefined) {
        await transaction
          .insertInto('memberships')
          .values({ organization_id: organizationId, user_id: userId, role })
          .execute()
      } else if (ranks.indexOf(role) > ranks.indexOf(known.role)) {
        await update(userId, role)
      }
    },

    async changeRole(userId, role) {
      if (role !== 'owner' && (await isLastOwner(userId))) return false
      await update(userId, role)
      return true
    },

    async remove(userId) {
      if (await isLastOwner(userId)) return false
      await transaction
        .deleteFrom('memberships')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
      return true
    },
  }
}
