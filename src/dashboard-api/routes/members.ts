/** Lists, changes, and removes members. Only owners manage owners. */
import { Type } from 'typebox'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { changeMemberRequest, member } from '../../../contract/session/members.ts'
import { includesRole } from '../../../contract/session/roles.ts'
import { ApiError, notFound } from '../../http/api-error.ts'
import type { MemberRecord } from '../../store/memberships.ts'
import type { MemberRole } from '../../store/member-role.ts'
import type { Tenant } from '../../store/store.ts'
import { memberTransaction } from '../member-transaction.ts'
import { type Member as Caller, type SessionRoute, sessionRoute } from '../route.ts'

const byId = idPath('The person.')

const lastOwner = () =>
  new ApiError('CONFLICT', 'An organization needs at least one owner. Make another member an owner first.')

const list = sessionRoute({
  method: 'GET',
  path: '/session/members',
  access: 'viewer',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: Type.Object({ members: Type.Array(member) }, { additionalProperties: false }),

  async handle({ caller, dependencies }) {
    const members = await dependencies.store.tenant(caller.organizationId, ({ memberships }) => memberships.list())
    return { data: { members: members.map((record) => memberObject(record, caller)) } }
  },
})

const change = sessionRoute({
  method: 'PATCH',
  path: '/session/members/{id}',
  access: 'admin',
  pathParameters: byId,
  query: noParameters,
  body: changeMemberRequest,
  data: member,

  handle: ({ path, body, caller, dependencies }) => {
    const work = async (tenant: Tenant, role: MemberRole) => {
      const before = await findMember(tenant, path.id)
      checkOwners(role, before, body.role)
      if (!(await tenant.memberships.changeRole(path.id, body.role))) throw lastOwner()
      // Revokes the member's own invitations, which could restore the previous role.
      const revokedInvitations = includesRole(body.role, before.role) ? 0 : await tenant.invitations.revokeOf(path.id)
      // Viewers can't share.
      const revokedLinks = body.role === 'viewer' ? await tenant.shareLinks.revokeOf(path.id) : 0
      await tenant.auditEvents.append({
        actor: caller.actor,
        action: 'member.change',
        subject: path.id,
        details: { from: before.role, to: body.role, revokedInvitations, revokedLinks },
        address: caller.address,
      })
      return { data: memberObject(await findMember(tenant, path.id), caller) }
    }
    return memberTransaction(dependencies.store, caller, 'admin', work, 'change')
  },
})

const remove = sessionRoute({
  method: 'DELETE',
  path: '/session/members/{id}',
  access: 'viewer',
  pathParameters: byId,
  query: noParameters,
  body: null,
  data: member,

  handle: ({ path, caller, dependencies }) => {
    const work = async (tenant: Tenant, role: MemberRole) => {
      const before = await findMember(tenant, path.id)
      // Every member may leave the organization.
      const isSelf = path.id === caller.user.userId
      if (!isSelf && !includesRole(role, 'admin'))
        throw new ApiError('FORBIDDEN', 'Only admins can remove other members.')
      if (!isSelf) checkOwners(role, before, before.role)
      if (!(await tenant.memberships.remove(path.id))) throw lastOwner()
      const revokedInvitations = await tenant.invitations.revokeOf(path.id)
      const revokedLinks = await tenant.shareLinks.revokeOf(path.id)
      const removedViews = await tenant.savedViews.removeOf(path.id)
      await tenant.auditEvents.append({
        actor: caller.actor,
        action: 'member.remove',
        subject: path.id,
        details: { email: before.email, role: before.role, revokedInvitations, revokedLinks, removedViews },
        address: caller.address,
      })
      return { data: memberObject(before, caller) }
    }
    return memberTransaction(dependencies.store, caller, 'viewer', work, 'change')
  },
})

async function findMember({ memberships }: Tenant, id: string): Promise<MemberRecord> {
  const found = await memberships.find(id)
  if (found === null) throw notFound('The member')
  return found
}

/** Throws `FORBIDDEN` if the member is or becomes an owner, and the caller isn't an owner. */
function checkOwners(role: MemberRole, before: MemberRecord, after: MemberRole): void {
  if (role !== 'owner' && (before.role === 'owner' || after === 'owner')) {
    throw new ApiError('FORBIDDEN', 'Only owners can add, change, or remove owners.')
  }
}

function memberObject({ id, name, email, role, createdAt, lastActiveAt }: MemberRecord, caller: Caller) {
  return {
    id,
    name,
    email,
    role,
    isYou: id === caller.user.userId,
    createdAt: createdAt.toISOString(),
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
  }
}

export const memberRoutes: readonly SessionRoute[] = [list, change, remove]
