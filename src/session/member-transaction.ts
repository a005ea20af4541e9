/**
 * Writes of members: each in one transaction in which they are still allowed it. The role that a request was let in with may have
 * been taken since, or single sign-on required.
 */
import { includesRole, type Role } from '../../contract/session/roles.ts'
import { ApiError } from '../api/api-error.ts'
import type { Membership } from '../store/memberships.ts'
import type { Store, Tenant } from '../store/store.ts'
import { needsSignOn } from './required-sign-on.ts'
import type { Member } from './session-route.ts'

/** Throws `FORBIDDEN` where the role does not include `needed`; `null`: the person is no member. */
export function checkRole(role: Role | null, needed: Role): asserts role is Role {
  if (role === null) throw new ApiError('FORBIDDEN', 'You are not a member of this organization.')
  if (!includesRole(role, needed)) {
    throw new ApiError('FORBIDDEN', `That takes the role "${needed}" or more; yours is "${role}".`)
  }
}

/** Throws `FORBIDDEN`. */
function checkMembership(membership: Membership | null, { user }: Member, needed: Role): Role {
  if (membership !== null && needsSignOn(membership, user)) {
    throw new ApiError('FORBIDDEN', 'The organization asks for single sign-on, and you signed in otherwise.')
  }
  const role = membership?.role ?? null
  checkRole(role, needed)
  return role
}

/** For services that have transactions of their own. Throws `FORBIDDEN`. */
export function stillAllowed(member: Member, needed: Role): (tenant: Tenant) => Promise<void> {
  return async ({ memberships }) => {
    checkMembership(await memberships.hold(member.user.userId, 'write'), member, needed)
  }
}

/** `purpose`: see `Memberships.hold`. Throws `FORBIDDEN`. */
export function memberTransaction<Result>(
  store: Store,
  member: Member,
  needed: Role,
  work: (tenant: Tenant, role: Role) => Promise<Result>,
  purpose: 'write' | 'change' = 'write',
): Promise<Result> {
  return store.tenant(member.organizationId, async (tenant) =>
    work(tenant, checkMembership(await tenant.memberships.hold(member.user.userId, purpose), member, needed)),
  )
}
