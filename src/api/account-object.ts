/** Converts account connections to the objects of the API. */
import type { Account, AccountDetails } from '../../contract/account.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'

export function accountObject(connection: ConnectionRecord): Account {
  return {
    id: connection.id,
    alias: connection.alias,
    cloudAccountId: connection.accountNumber,
    status: connection.status,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
  }
}

export function accountDetailsObject(connection: ConnectionRecord): AccountDetails {
  return {
    ...accountObject(connection),
    roleIdentifier: connection.roleArn,
    externalId: connection.externalId,
    errorMessage: connection.errorMessage,
  }
}
