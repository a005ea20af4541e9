/** GET and PATCH /session/organization: settings of the active organization. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { nullableString, timestamp, uuid } from '../fields.ts'
import { personName } from './fields.ts'

const retentionDays = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 3650,
  description:
    'Scans older than this are removed, but never the last completed one of an account and region; null: all are kept.',
})

const signOnRequired = Type.Boolean({
  description: 'Whether it shows itself only to owners, and to who signed in by single sign-on.',
})

export const organizationSettings = Type.Object(
  {
    id: uuid('The organization.'),
    name: Type.String(),
    createdAt: timestamp('When it was made.'),
    retentionDays,
    signOnRequired,
    signOn: Type.Object(
      {
        oidcIssuer: nullableString('Where people sign in by single sign-on; null: it is not set up.'),
        mail: Type.Boolean({ description: 'Whether invitations and links for new passwords are sent by mail.' }),
      },
      { additionalProperties: false, description: 'Set by whoever operates the service.' },
    ),
  },
  { title: 'OrganizationSettings', additionalProperties: false },
)
export type OrganizationSettings = Static<typeof organizationSettings>

/** DELETE /session/organization: owners; from then on nobody is a member, no key works, and running scans have ended. */
export const deleteOrganizationRequest = Type.Object(
  { name: Type.String({ maxLength: 200, description: 'The name of the organization, typed to confirm.' }) },
  { additionalProperties: false },
)

export const deletedOrganization = Type.Object(
  { accounts: Type.Integer(), scans: Type.Integer(), keys: Type.Integer(), members: Type.Integer() },
  { title: 'DeletedOrganization', additionalProperties: false, description: 'How many of each went with it.' },
)
export type DeletedOrganization = Static<typeof deletedOrganization>

export const changeOrganizationRequest = Type.Object(
  {
    name: Type.Optional(personName('unique among the organizations')),
    retentionDays: Type.Optional(retentionDays),
    /** For owners, where single sign-on is set up. */
    signOnRequired: Type.Optional(signOnRequired),
  },
  { additionalProperties: false },
)
