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
    'Scans older than this are deleted, except the latest completed one of each account and region; null: all are kept.',
})

const signOnRequired = Type.Boolean({
  description: 'SSO enforcement: whether members other than owners must sign in with SSO.',
})

export const organizationSettings = Type.Object(
  {
    id: uuid('The organization.'),
    name: Type.String(),
    createdAt: timestamp('When it was created.'),
    retentionDays,
    signOnRequired,
    signOn: Type.Object(
      {
        oidcIssuer: nullableString('The issuer of the SSO provider; null: SSO is not configured.'),
        mail: Type.Boolean({ description: 'Whether invitations and password reset links are emailed.' }),
      },
      { additionalProperties: false, description: 'Configured by the operator.' },
    ),
  },
  { title: 'OrganizationSettings', additionalProperties: false },
)
export type OrganizationSettings = Static<typeof organizationSettings>

/** DELETE /session/organization: for owners. All memberships and API keys end, and running scans stop. */
export const deleteOrganizationRequest = Type.Object(
  { name: Type.String({ maxLength: 200, description: 'The name of the organization, typed to confirm.' }) },
  { additionalProperties: false },
)

export const deletedOrganization = Type.Object(
  { accounts: Type.Integer(), scans: Type.Integer(), keys: Type.Integer(), members: Type.Integer() },
  { title: 'DeletedOrganization', additionalProperties: false, description: 'The number of deleted objects.' },
)
export type DeletedOrganization = Static<typeof deletedOrganization>

export const changeOrganizationRequest = Type.Object(
  {
    name: Type.Optional(personName('unique among the organizations')),
    retentionDays: Type.Optional(retentionDays),
    /** Only for owners, and if SSO is configured. */
    signOnRequired: Type.Optional(signOnRequired),
  },
  { additionalProperties: false },
)
