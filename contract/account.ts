/** Account connections, as the list shows them and as get-one does. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { accountNumber, nullableString, timestamp, uuid } from './fields.ts'

const accountStatus = Type.Enum(['connected', 'pending', 'failed'], {
  type: 'string',
  title: 'AccountStatus',
  description:
    'connected: ready for scanning; pending: role set-up is in progress or awaits verification; failed: the connection does not work, see `errorMessage`.',
})

const accountFields = {
  id: uuid('Unique identifier of the account connection.'),
  alias: Type.String({ description: 'User-defined name of the account.' }),
  cloudAccountId: accountNumber('The 12-digit cloud account number.'),
  status: accountStatus,
  createdAt: timestamp('When the account was connected.'),
  updatedAt: timestamp('When the connection last changed.'),
}

export const account = Type.Object(accountFields, { title: 'Account', additionalProperties: false })
export type Account = Static<typeof account>

export const accountDetails = Type.Object(
  {
    ...accountFields,
    roleIdentifier: Type.String({ description: 'The role that is used for cross-account access.' }),
    externalId: Type.String({ description: 'The external ID that is used when assuming that role.' }),
    errorMessage: nullableString('Why the connection failed and what to do; otherwise null.'),
  },
  { title: 'AccountDetails', additionalProperties: false },
)
export type AccountDetails = Static<typeof accountDetails>
