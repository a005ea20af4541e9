/**
 * Runs a member's write in one transaction that checks their role again. Since the request was authorized, the role may have
 * changed, or SSO may have become required.
 */
import { includesRole, type Role } from '../../contract/session/roles.ts'
import { ApiError } from '../http/api-error.ts'
import type { Membership } from '../store/memberships.ts'
import type { Store, Tenant } from '../store/store.ts'
import { needsSso } from '../identity/sso-enforcement.ts'
import type { Member } from './route.ts'

/** Throws `FORBIDDEN` unless the role includes `needed`; `null`: the user is not a member. */
export function checkRole(role: Role | null, needed: Role): asserts role is Role {
  if (role === null) throw new ApiError('FORBIDDEN', 'You are not a member of this organization.')
  if (!includesRole(role, needed)) {
    throw new ApiError('FORBIDDEN', `This requires the role "${needed}" or higher. Your role is "${role}".`)
  }
}

/** Throws `FORBIDDEN`. */
function checkMembership(membership: Membership | null, { user }: Member, needed: Role): Role {
  if (membership !== null && needsSso(membership, user)) {
    throw new ApiError('FORBIDDEN', 'The organization requires SSO. Sign in with SSO, then try again.')
  }
  const role = membership?.role ?? null
  checkRole(role, needed)
  return role
}

/** For services with their own transactions. Throws `FORBIDDEN`. */
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
