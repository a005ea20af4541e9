/** GET /session/me: who is signed in, as what, and where. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { uuid } from '../fields.ts'
import { personName, role } from './fields.ts'

/** Up to 16 KiB of JSON. */
export const preferences = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
  description: "What the pages keep for this person, e.g. a table's columns: the server does not look into it.",
})

export const organizationChoice = Type.Object(
  {
    id: uuid('The organization.'),
    name: Type.String(),
    role,
    needsSignOn: Type.Boolean({
      description: 'Whether it asks for single sign-on and this session began otherwise: nothing of it is shown then.',
    }),
  },
  { title: 'OrganizationChoice', additionalProperties: false },
)

export const me = Type.Object(
  {
    user: Type.Object(
      {
        id: uuid('The person.'),
        name: Type.String(),
        email: Type.String(),
        hasPassword: Type.Boolean({ description: 'False for people who only sign in elsewhere.' }),
        hasSignOn: Type.Boolean({ description: 'Whether the person can sign in by single sign-on.' }),
      },
      { additionalProperties: false },
    ),
    sessionId: uuid('This session.'),
    organization: Type.Union([organizationChoice, Type.Null()], {
      description: 'The active one; null where the person is a member of none.',
    }),
    organizations: Type.Array(organizationChoice, { description: 'All that the person is a member of, by name.' }),
    preferences,
  },
  { title: 'Me', additionalProperties: false },
)
export type Me = Static<typeof me>

/** PATCH /session/me. */
export const changeMeRequest = Type.Object(
  { name: personName('what others see the person as') },
  { additionalProperties: false },
)

/** PUT /session/me/preferences: replaces all. */
export const preferencesRequest = Type.Object({ preferences }, { additionalProperties: false })

/** POST /session/organization/active. */
export const activeOrganizationRequest = Type.Object(
  { organizationId: uuid('One that the person is a member of.') },
  { additionalProperties: false },
)
