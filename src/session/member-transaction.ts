/**
 * Writes of members: each in one transaction in which their role still allows it. The role that a request was let in with may have
 * been taken since.
 */
import { includesRole, type Role } from '../../contract/session/roles.ts'
import { ApiError } from '../api/api-error.ts'
import type { Store, Tenant } from '../store/store.ts'
import type { Member } from './session-route.ts'

/** Throws `FORBIDDEN` where the role does not include `needed`; `null`: the person is no member. */
export function checkRole(role: Role | null, needed: Role): asserts role is Role {
  if (role === null) throw new ApiError('FORBIDDEN', 'You are not a member of this organization.')
  if (!includesRole(role, needed)) {
    throw new ApiError('FORBIDDEN', `That takes the role "${needed}" or more; yours is "${role}".`)
  }
}

/** For services that have transactions of their own. Throws `FORBIDDEN`. */
export function stillAllowed({ user }: Member, needed: Role): (tenant: Tenant) => Promise<void> {
  return async ({ memberships }) => checkRole(await memberships.holdRole(user.userId, 'write'), needed)
}

/** `purpose`: see `Memberships.holdRole`. Throws `FORBIDDEN`. */
export function memberTransaction<Result>(
  store: Store,
  { organizationId, user }: Member,
  needed: Role,
  work: (tenant: Tenant, role: Role) => Promise<Result>,
  purpose: 'write' | 'change' = 'write',
): Promise<Result> {
  return store.tenant(organizationId, async (tenant) => {
    const role = await tenant.memberships.holdRole(user.userId, purpose)
    checkRole(role, needed)
    return work(tenant, role)
  })
}
