/** GET /session/sign-on: the sign-in options. Works without a session. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString } from '../fields.ts'

export const sso = Type.Object(
  {
    password: Type.Boolean({ description: 'Whether users can sign in with email and password.' }),
    passwordReset: Type.Boolean({
      description: 'Whether password reset links can be emailed. Otherwise operators create them.',
    }),
    oidc: Type.Boolean({ description: 'Whether SSO is configured.' }),
    oidcName: nullableString('The display name of the SSO provider, for the button.'),
    hasPeople: Type.Boolean({ description: 'False until the first user account was created.' }),
  },
  { title: 'Sso', additionalProperties: false },
)
export type Sso = Static<typeof sso>
