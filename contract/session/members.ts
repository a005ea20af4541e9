/** Members of the organization and invitations to it. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from '../fields.ts'
import { emailAddress, nullableTimestamp, role } from './fields.ts'

/** Items of `GET /session/members`: `data.members`, by name. */
export const member = Type.Object(
  {
    id: uuid('The person.'),
    name: Type.String(),
    email: Type.String(),
    role,
    isYou: Type.Boolean(),
    createdAt: timestamp('When the person became a member.'),
    lastActiveAt: nullableTimestamp(
      'When the person was last here, to the day; null: not in any session that is kept.',
    ),
  },
  { title: 'Member', additionalProperties: false },
)
export type Member = Static<typeof member>

/** PATCH /session/members/{id}: admins change roles up to admin, owners all; 409 for the last owner. DELETE likewise. */
export const changeMemberRequest = Type.Object({ role }, { additionalProperties: false })

/** Items of `GET /session/invitations`: `data.invitations`, open ones, newest first. */
export const invitation = Type.Object(
  {
    id: uuid('The invitation.'),
    email: nullableString('Who was invited; null for an administrator’s link.'),
    role,
    invitedBy: nullableString('The name of the member who did; null: an operator.'),
    createdAt: timestamp('When.'),
    expiresAt: timestamp('Until when it can be taken up.'),
  },
  { title: 'Invitation', additionalProperties: false },
)
export type Invitation = Static<typeof invitation>

/** POST /session/invitations: 201; an open invitation of the same address is replaced; 409 for members. */
export const inviteRequest = Type.Object(
  { email: emailAddress('that of who is invited'), role },
  { additionalProperties: false },
)

export const createdInvitation = Type.Object(
  {
    ...invitation.properties,
    link: Type.String({ description: 'To hand over; shown this once. A path where the service has no `PUBLIC_URL`.' }),
    mailed: Type.Boolean({ description: 'Whether it was also sent by mail.' }),
  },
  { title: 'CreatedInvitation', additionalProperties: false },
)
export type CreatedInvitation = Static<typeof createdInvitation>
