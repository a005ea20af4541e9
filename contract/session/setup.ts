/** Links that make somebody a member: the operator's for the first administrator, and invitations. Work without a session. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp } from '../fields.ts'
import { emailAddress, newPassword, personName, role } from './fields.ts'

const token = Type.String({ minLength: 20, maxLength: 128, pattern: '^[\\w-]+$', description: 'From behind the `#`.' })

/** POST /session/setup/look-up: 404 when the link is unknown, used, withdrawn or expired. */
export const setupLookUpRequest = Type.Object({ token }, { additionalProperties: false })

export const setup = Type.Object(
  {
    organization: Type.String({ description: 'The name of the organization.' }),
    role,
    email: nullableString('The address that was invited; null where the person names it.'),
    hasAccount: Type.Boolean({
      description: 'Whether that address has a password here already: then sign in and take the invitation up.',
    }),
    signedInAs: nullableString('Who is signed in now, and may take it up as that; null otherwise.'),
    expiresAt: timestamp('Until when the link works.'),
  },
  { title: 'Setup', additionalProperties: false },
)
export type Setup = Static<typeof setup>

/** POST /session/setup: makes the account, joins the organization and signs in. 409 when the address has an account. */
export const setupRequest = Type.Object(
  {
    token,
    name: personName('what the person is called'),
    email: emailAddress('the one that was invited, where one was'),
    password: newPassword,
  },
  { additionalProperties: false },
)

/** POST /session/setup/join: takes the link up as whoever is signed in. */
export const setupJoinRequest = Type.Object({ token }, { additionalProperties: false })

export const setupDone = Type.Object({ organizationId: Type.String() }, { additionalProperties: false })
