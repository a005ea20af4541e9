/** Members of the organization and invitations to it. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from '../fields.ts'
import { emailAddress, nullableTimestamp, role } from './fields.ts'

/** Items of `GET /session/members`: `data.members`, by name. */
export const member = Type.Object(
  {
    id: uuid('The user ID.'),
    name: Type.String(),
    email: Type.String(),
    role,
    isYou: Type.Boolean(),
    createdAt: timestamp('When the user joined.'),
    lastActiveAt: nullableTimestamp('When the user was last active, to the day; null: not in any stored session.'),
  },
  { title: 'Member', additionalProperties: false },
)
export type Member = Static<typeof member>

/**
 * PATCH /session/members/{id}: admins can set roles up to admin, owners all; 409 for the last owner. The same applies
 * to DELETE.
 */
export const changeMemberRequest = Type.Object({ role }, { additionalProperties: false })

/** Items of `GET /session/invitations`: `data.invitations`, pending ones, newest first. */
export const invitation = Type.Object(
  {
    id: uuid('The invitation.'),
    email: nullableString('The invited address; null for an operator’s setup link.'),
    role,
    invitedBy: nullableString('The name of the member who created it; null: an operator.'),
    createdAt: timestamp('When it was created.'),
    expiresAt: timestamp('When it expires.'),
  },
  { title: 'Invitation', additionalProperties: false },
)
export type Invitation = Static<typeof invitation>

/** POST /session/invitations: 201. Replaces a pending invitation of the same address; 409 for members. */
export const inviteRequest = Type.Object(
  { email: emailAddress('the address to invite'), role },
  { additionalProperties: false },
)

export const createdInvitation = Type.Object(
  {
    ...invitation.properties,
    link: Type.String({
      description: 'The one-time link, returned only once. A path if the service has no `PUBLIC_URL`.',
    }),
    mailed: Type.Boolean({ description: 'Whether the link was also emailed.' }),
  },
  { title: 'CreatedInvitation', additionalProperties: false },
)
export type CreatedInvitation = Static<typeof createdInvitation>
