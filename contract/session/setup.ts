/** Schemas of links that add a member: the operator's setup link, and invitations. They work without a session. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp } from '../fields.ts'
import { emailAddress, newPassword, personName, role } from './fields.ts'

const token = Type.String({
  minLength: 20,
  maxLength: 128,
  pattern: '^[\\w-]+$',
  description: 'The fragment of the link.',
})

/** POST /session/setup/look-up: 404 if the link is unknown, used, revoked, or expired. */
export const setupLookUpRequest = Type.Object({ token }, { additionalProperties: false })

export const setup = Type.Object(
  {
    organization: Type.String({ description: 'The name of the organization.' }),
    role,
    email: nullableString('The invited address; null if the user enters it.'),
    hasAccount: Type.Boolean({
      description: 'Whether a user account has that address. Then the user signs in to accept.',
    }),
    signedInAs: nullableString('The email of the signed-in user, who can accept the link; null without a session.'),
    expiresAt: timestamp('When the link expires.'),
  },
  { title: 'Setup', additionalProperties: false },
)
export type Setup = Static<typeof setup>

/** POST /session/setup: creates the user account, joins the organization, and signs in. 409 if the user account exists. */
export const setupRequest = Type.Object(
  {
    token,
    name: personName('the name of the user'),
    email: emailAddress('the invited one, if the invitation has one'),
    password: newPassword,
  },
  { additionalProperties: false },
)

/** POST /session/setup/join: accepts the link as the signed-in user. */
export const setupJoinRequest = Type.Object({ token }, { additionalProperties: false })

export const setupDone = Type.Object({ organizationId: Type.String() }, { additionalProperties: false })
