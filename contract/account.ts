/** Schemas of account connections, for the list and for a single one. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { accountNumber, nullableString, timestamp, uuid } from './fields.ts'

const accountStatus = Type.Enum(['connected', 'pending', 'failed'], {
  type: 'string',
  title: 'AccountStatus',
  description: "connected: scans can start; pending: the IAM role isn't verified yet; failed: see `errorMessage`.",
})

const accountFields = {
  id: uuid('Unique identifier of the account connection.'),
  alias: Type.String({ description: 'The name of the account connection.' }),
  cloudAccountId: accountNumber('The 12-digit AWS account ID.'),
  status: accountStatus,
  createdAt: timestamp('When the account was connected.'),
  updatedAt: timestamp('When the connection last changed.'),
}

export const account = Type.Object(accountFields, { title: 'Account', additionalProperties: false })
export type Account = Static<typeof account>

export const accountDetails = Type.Object(
  {
    ...accountFields,
    roleIdentifier: Type.String({ description: 'The ARN of the IAM role for cross-account access.' }),
    externalId: Type.String({ description: 'The external ID for assuming the role.' }),
    errorMessage: nullableString('Why the connection failed and what to do. Null otherwise.'),
  },
  { title: 'AccountDetails', additionalProperties: false },
)
export type AccountDetails = Static<typeof accountDetails>
