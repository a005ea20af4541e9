/** Lists, creates, and revokes invitations. */
import { Type } from 'typebox'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { createdInvitation, invitation, inviteRequest } from '../../../contract/session/members.ts'
import { includesRole } from '../../../contract/session/roles.ts'
import { ApiError, notFound } from '../../http/api-error.ts'
import { addressKey } from '../../store/address-key.ts'
import type { InvitationRecord } from '../../store/invitations.ts'
import { inviteWithin } from '../../identity/invitation-acceptance.ts'
import { memberTransaction } from '../member-transaction.ts'
import { type SessionRoute, sessionRoute } from '../route.ts'

const list = sessionRoute({
  method: 'GET',
  path: '/session/invitations',
  access: 'admin',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: Type.Object({ invitations: Type.Array(invitation) }, { additionalProperties: false }),

  async handle({ caller, dependencies }) {
    const open = await dependencies.store.tenant(caller.organizationId, ({ invitations }) => invitations.list())
    return { data: { invitations: open.map(invitationObject) } }
  },
})

const create = sessionRoute({
  method: 'POST',
  path: '/session/invitations',
  access: 'admin',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: inviteRequest,
  data: createdInvitation,

  async handle({ body, caller, dependencies }) {
    const { store, mailer, publicUrl, logger } = dependencies
    const { user, address } = caller
    const { email, role } = body
    const { made, organization } = await memberTransaction(store, caller, 'admin', async (tenant, own) => {
      if (!includesRole(own, role)) {
        throw new ApiError('FORBIDDEN', `Only owners can invite owners. Your role is "${own}".`)
      }
      if ((await tenant.memberships.list()).some((member) => member.email === addressKey(email))) {
        throw new ApiError('CONFLICT', `${email} is already a member.`)
      }
      const made = await inviteWithin(tenant, { email, role, invitedBy: user.userId, address })
      return { made, organization: (await tenant.settings.read()).name }
    })
    const link = `${publicUrl ?? ''}${made.path}`
    const mailed =
      mailer !== null &&
      (await mailer.sendInvitation(email, { organization, link }).then(
        () => true,
        (error: unknown) => {
          logger.warn({ err: error }, "invitation couldn't be emailed")
          return false
        },
      ))
    return { data: { ...invitationObject(made.invitation), link, mailed } }
  },
})

const revoke = sessionRoute({
  method: 'DELETE',
  path: '/session/invitations/{id}',
  access: 'admin',
  pathParameters: idPath('The invitation.'),
  query: noParameters,
  body: null,
  data: Type.Object({ id: Type.String() }, { additionalProperties: false }),

  async handle({ path, caller, dependencies }) {
    const { actor, address } = caller
    const revoked = await memberTransaction(
      dependencies.store,
      caller,
      'admin',
      async ({ invitations, auditEvents }) => {
        if (!(await invitations.revoke(path.id))) return false
        await auditEvents.append({ actor, action: 'invitation.revoke', subject: path.id, details: {}, address })
        return true
      },
    )
    if (!revoked) throw notFound('The pending invitation')
    return { data: { id: path.id } }
  },
})

function invitationObject({ id, email, role, invitedBy, createdAt, expiresAt }: InvitationRecord) {
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id, email, role, invitedBy, ...times }
}

export const invitationRoutes: readonly SessionRoute[] = [list, create, revoke]
