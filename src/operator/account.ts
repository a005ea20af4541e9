/** `surveyor account`: connects AWS accounts, verifies their IAM roles, and lists them. */
import type { Command } from 'commander'
import { accountService } from '../accounts/account-service.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import { printResult, type OutputOptions, jsonOption, textTable } from './command-output.ts'
import { connectAccount, type ConnectOptions, defaultPartition } from './connect-account.ts'
import { connectionOutput, connectionTemplate, statusText } from './connection-output.ts'
import {
  accountNumber as accountNumberArgument,
  id as idArgument,
  name as nameArgument,
  partition as partitionArgument,
  roleArn as roleArnArgument,
  waitSeconds,
} from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOwner, selectOrganizations } from './organization-lookup.ts'
import { servicePrincipal } from './service-principal.ts'
import { verifyAccount, type VerifyOptions } from './verify-account.ts'

type SelectOptions = OutputOptions & { readonly org?: string }

const defaultWaitSeconds = 30
const principalHelp = `
The IAM role trusts the principal in SURVEYOR_PRINCIPAL_ARN, or the principal of the service's own AWS
credentials. Set the variable if that principal is a role with an IAM path, such as the roles of IAM Identity
Center: AWS STS doesn't return the path, and IAM rejects a principal without it.`

export function addAccountCommand(program: Command, context: OperatorContext): void {
  const account = program.command('account').description('connect AWS accounts and verify their IAM roles')

  account
    .command('connect')
    .description('create an account connection: generates the external ID and IAM role template')
    .requiredOption('--org <id or name>', 'the organization', nameArgument)
    .requiredOption(
      '--alias <name>',
      'the name of the connection: 1 to 100 characters, unique in the organization',
      nameArgument,
    )
    .requiredOption('--account-id <digits>', 'the 12-digit AWS account ID', accountNumberArgument)
    .option('--role-arn <arn>', 'the IAM role (default: SurveyorScan in that account)', roleArnArgument)
    .option('--partition <name>', `the AWS partition (default: ${defaultPartition})`, partitionArgument)
    .option(...jsonOption)
    .addHelpText('after', principalHelp)
    .action((options: ConnectOptions) => connectAccount(context, options))

  account
    .command('verify')
    .description('verify that the IAM role requires the external ID')
    .argument('<id>', 'the connection ID', idArgument)
    .option('--org <id or name>', 'the organization', nameArgument)
    .option(
      '--role-arn <arn>',
      'replaces the IAM role of the connection if the verification reaches a decision',
      roleArnArgument,
    )
    .option('--wait <seconds>', 'seconds to retry while inconclusive', waitSeconds, defaultWaitSeconds)
    .option('--allow-open-role', "skip the external ID check, for test endpoints that don't enforce trust policies")
    .option(...jsonOption)
    .action((id: string, options: VerifyOptions) => verifyAccount(context, id, options))

  account
    .command('template')
    .description("print the CloudFormation template (JSON) of a connection's IAM role")
    .argument('<id>', 'the connection ID', idArgument)
    .option('--org <id or name>', 'the organization', nameArgument)
    .option('--json', 'on one line')
    .action((id: string, options: SelectOptions) => printTemplate(context, id, options))

  account
    .command('list')
    .description('list account connections')
    .option('--org <id or name>', 'only connections of this organization', nameArgument)
    .option(...jsonOption)
    .action((options: SelectOptions) => listAccounts(context, options))
}

async function listAccounts(context: OperatorContext, options: SelectOptions): Promise<void> {
  const connections = await context.withStore(async (store) => {
    const service = accountService(store, roleAssumer(context.cloud()))
    const perOrganization: ReturnType<typeof connectionOutput>[][] = []
    for (const { id, name } of await selectOrganizations(store, options.org)) {
      perOrganization.push((await service.list(id)).map((connection) => connectionOutput(connection, name)))
    }
    return perOrganization.flat()
  })
  printResult(context, options, connections, () =>
    connections.length === 0
      ? 'There are no account connections.'
      : textTable(
          ['ID', 'ORGANIZATION', 'ALIAS', 'ACCOUNT', 'STATUS'],
          connections.map((connection) => [
            connection.id,
            connection.organization,
            connection.alias,
            connection.cloudAccountId,
            statusText(connection),
          ]),
        ),
  )
}

async function printTemplate(context: OperatorContext, id: string, options: SelectOptions): Promise<void> {
  const template = await context.withStore(async (store) => {
    const owned = await findOwner(store, options.org, (tenant) => tenant.accounts.find(id))
    if (owned === null) throw new OperatorError('NOT_FOUND', `Account connection ${id} not found.`)
    const principalArn = await servicePrincipal(context, owned.found.partition)
    return connectionTemplate(owned.found, principalArn, await context.permissions())
  })
  context.output.write(`${JSON.stringify(template, null, options.json === true ? 0 : 2)}\n`)
}
