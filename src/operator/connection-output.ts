/** An account connection in the output of commands: the fields of get-one, and those for operators only. */
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
  // Of a connection from before paths were checked as they are now.
  if (role === null) {
    const problem = `The path of the IAM role ${connection.roleArn} has characters that aren't allowed`
    throw new OperatorError('CONFLICT', `${problem}. Verify the connection with another role (--role-arn).`)
  }
  return cloudFormationTemplate({ role, principalArn, externalId: connection.externalId, permissions })
}

/** The status, with the exemption that must not be overlooked. */
export function statusText(connection: { readonly status: string; readonly openRoleAllowed: boolean }): string {
  return connection.openRoleAllowed ? `${connection.status} (open role allowed)` : connection.status
}
