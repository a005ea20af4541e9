/** GET /session/me: the signed-in user, their organizations, and preferences. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { uuid } from '../fields.ts'
import { personName, role } from './fields.ts'

/** Up to 16 KiB of JSON. */
export const preferences = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  description: "Preferences of the user, such as a table's columns. The server does not interpret them.",
})

export const organizationChoice = Type.Object(
  {
    id: uuid('The organization.'),
    name: Type.String(),
    role,
    needsSignOn: Type.Boolean({
      description: 'Whether it enforces SSO and this session started without SSO. Then its data is not available.',
    }),
  },
  { title: 'OrganizationChoice', additionalProperties: false },
)

export const me = Type.Object(
  {
    user: Type.Object(
      {
        id: uuid('The user ID.'),
        name: Type.String(),
        email: Type.String(),
        hasPassword: Type.Boolean({ description: 'False for users who sign in with SSO only.' }),
        hasSignOn: Type.Boolean({ description: 'Whether SSO is linked to the user account.' }),
      },
      { additionalProperties: false },
    ),
    sessionId: uuid('This session.'),
    organization: Type.Union([organizationChoice, Type.Null()], {
      description: 'The active organization; null without a membership.',
    }),
    organizations: Type.Array(organizationChoice, { description: 'All organizations of the user, by name.' }),
    preferences,
  },
  { title: 'Me', additionalProperties: false },
)
export type Me = Static<typeof me>

/** PATCH /session/me. */
export const changeMeRequest = Type.Object(
  { name: personName('the name that other members see') },
  { additionalProperties: false },
)

/** PUT /session/me/preferences: replaces all preferences. */
export const preferencesRequest = Type.Object({ preferences }, { additionalProperties: false })

/** POST /session/organization/active. */
export const activeOrganizationRequest = Type.Object(
  { organizationId: uuid('An organization of the user.') },
  { additionalProperties: false },
)
