/** GET /session/sign-on, readable without a session: the ways in. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString } from '../fields.ts'

export const signOn = Type.Object(
  {
    password: Type.Boolean({ description: 'Whether people can sign in with e-mail address and password.' }),
    passwordReset: Type.Boolean({
      description: 'Whether a link for a new password can be sent by mail; otherwise operators make one.',
    }),
    oidc: Type.Boolean({ description: 'Whether single sign-on is set up.' }),
    oidcName: nullableString('What people call it, for the button.'),
    hasPeople: Type.Boolean({ description: 'False until the first administrator has set up an account.' }),
  },
  { title: 'SignOn', additionalProperties: false },
)
export type SignOn = Static<typeof signOn>
