/** `surveyor account connect`: creates a pending connection and the IAM role to install. */
import { accountService } from '../accounts/account-service.ts'
import { defaultRoleArn } from '../accounts/role-arn.ts'
import { trustPolicy } from '../accounts/role-template.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import { printResult, type OutputOptions, textLines } from './command-output.ts'
import { connectionOutput, connectionTemplate } from './connection-output.ts'
import type { GivenRole } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOrganization } from './organization-lookup.ts'
import { servicePrincipal } from './service-principal.ts'

export type ConnectOptions = OutputOptions & {
  readonly org: string
  readonly alias: string
  readonly accountId: string
  readonly roleArn?: GivenRole
  readonly partition?: string
}

export const defaultPartition = 'aws'

export async function connectAccount(context: OperatorContext, options: ConnectOptions): Promise<void> {
  const { alias, accountId: accountNumber } = options
  const partition = options.partition ?? options.roleArn?.partition ?? defaultPartition
  if (options.roleArn !== undefined) checkRole(options.roleArn, accountNumber, partition)
  const roleArn = options.roleArn?.arn ?? defaultRoleArn(partition, accountNumber)

  const { organization, connection, principalArn } = await context.withStore(async (store) => {
    const organization = await findOrganization(store, options.org)
    const principalArn = await servicePrincipal(context, partition)
    const service = accountService(store, roleAssumer(context.cloud()))
    const account = { alias, accountNumber, partition, roleArn, actor: 'operator' }
    const connection = await service.connect(organization.id, account)
    if (connection === null) {
      throw new OperatorError(
        'CONFLICT',
        `${organization.name} already has a connection with the alias "${alias}", or an alias that looks the same.`,
      )
    }
    return { organization, connection, principalArn }
  })

  const shown = connectionOutput(connection, organization.name)
  const policy = trustPolicy(principalArn, connection.externalId)
  const cloudFormation = connectionTemplate(connection, principalArn, await context.permissions())
  printResult(context, options, { ...shown, trustPolicy: policy, cloudFormation }, () =>
    [
      textLines([
        ['Connection', `${connection.alias} (${connection.id}), ${connection.status}`],
        ['Account ID', connection.accountNumber],
        ['IAM role', connection.roleArn],
        ['External ID', connection.externalId],
        ['Trusted principal', principalArn],
      ]),
      '',
      'Next, create the IAM role with credentials of that account:',
      `  surveyor account template ${connection.id} > surveyor-role.json`,
      '  aws cloudformation deploy --stack-name surveyor-scan-role --template-file surveyor-role.json --capabilities CAPABILITY_NAMED_IAM',
      'Or give your own role read permissions and this trust policy:',
      JSON.stringify(policy, null, 2),
      'Then:',
      `  surveyor account verify ${connection.id}`,
    ].join('\n'),
  )
}

/** The role has to be in the connection's account. */
export function checkRole(role: GivenRole, accountNumber: string, partition: string): void {
  if (role.accountNumber !== accountNumber) {
    throw new OperatorError(
      'INVALID_ARGUMENT',
      `The IAM role ${role.arn} is in account ${role.accountNumber}, but the connection is for ${accountNumber}.`,
    )
  }
  if (role.partition !== partition) {
    throw new OperatorError(
      'INVALID_ARGUMENT',
      `The IAM role ${role.arn} is in partition ${role.partition}, but the connection is for ${partition}.`,
    )
  }
}
