/** Converts an account connection for the output of commands: the fields of the API, and those for operators only. */
import { parseRoleArn } from '../accounts/role-arn.ts'
import { type CloudFormationTemplate, cloudFormationTemplate } from '../accounts/role-template.ts'
import { accountDetailsObject } from '../api/account-object.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import { OperatorError } from './operator-error.ts'

export function connectionOutput(connection: ConnectionRecord, organizationName: string) {
  return {
    ...accountDetailsObject(connection),
    organization: organizationName,
    openRoleAllowed: connection.openRoleAllowed,
  }
}

export function connectionTemplate(
  connection: Pick<ConnectionRecord, 'roleArn' | 'externalId'>,
  principalArn: string,
  permissions: readonly string[],
): CloudFormationTemplate {
  const role = parseRoleArn(connection.roleArn)
  // The connection was created before role paths were validated.
  if (role === null) {
    const problem = `The path of the IAM role ${connection.roleArn} has characters that aren't allowed`
    throw new OperatorError('CONFLICT', `${problem}. Verify the connection with another role (--role-arn).`)
  }
  return cloudFormationTemplate({ role, principalArn, externalId: connection.externalId, permissions })
}

/** Returns the status, with a note about the exemption if it has one. */
export function statusText(connection: { readonly status: string; readonly openRoleAllowed: boolean }): string {
  return connection.openRoleAllowed ? `${connection.status} (open role allowed)` : connection.status
}
