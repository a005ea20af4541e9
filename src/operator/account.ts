/** `surveyor account`: connecting cloud accounts, verifying their roles, listing them. */
import type { Command } from 'commander'
import { accountService } from '../accounts/account-service.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import { answer, type AnswerOptions, jsonOption, textTable } from './answer.ts'
import { connectAccount, type ConnectOptions, defaultPartition } from './connect-account.ts'
import { connectionAnswer, connectionTemplate, statusText } from './connection-answer.ts'
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

type SelectOptions = AnswerOptions & { readonly org?: string }

const defaultWaitSeconds = 30
const principalHelp = `
The role trusts the principal in SURVEYOR_PRINCIPAL_ARN, else the one that the service's own AWS credentials
belong to. Set the variable when that is a role with an IAM path (as those of IAM Identity Center are): the
session does not tell the path, and IAM refuses a principal without it.`

export function addAccountCommand(program: Command, context: OperatorContext): void {
  const account = program.command('account').description('connect cloud accounts and verify their roles')

  account
    .command('connect')
    .description('prepare a connection: makes its external id, and the role to install in the account')
    .requiredOption('--org <id or name>', 'the organization that it belongs to', nameArgument)
    .requiredOption('--alias <name>', 'its name: 1 to 100 characters, unique in the organization', nameArgument)
    .requiredOption('--account-id <digits>', 'the 12-digit number of the cloud account', accountNumberArgument)
    .option('--role-arn <arn>', 'the role to use (default: SurveyorScan in that account)', roleArnArgument)
    .option('--partition <name>', `the cloud's partition (default: ${defaultPartition})`, partitionArgument)
    .option(...jsonOption)
    .addHelpText('after', principalHelp)
    .action((options: ConnectOptions) => connectAccount(context, options))

  account
    .command('verify')
    .description('prove that the role can be assumed with the external id, and cannot without it')
    .argument('<id>', 'the id of the connection', idArgument)
    .option('--org <id or name>', 'the organization that it belongs to', nameArgument)
    .option('--role-arn <arn>', "replaces the connection's role once this comes to a decision", roleArnArgument)
    .option('--wait <seconds>', 'how long to ask again while nothing is decided', waitSeconds, defaultWaitSeconds)
    .option('--allow-open-role', 'for test endpoints that enforce no trust policies: skip the check of the external id')
    .option(...jsonOption)
    .action((id: string, options: VerifyOptions) => verifyAccount(context, id, options))

  account
    .command('template')
    .description('print the CloudFormation template (JSON) of the role of a connection')
    .argument('<id>', 'the id of the connection', idArgument)
    .option('--org <id or name>', 'the organization that it belongs to', nameArgument)
    .option('--json', 'on one line')
    .action((id: string, options: SelectOptions) => printTemplate(context, id, options))

  account
    .command('list')
    .description('list connections')
    .option('--org <id or name>', 'only those of one organization', nameArgument)
    .option(...jsonOption)
    .action((options: SelectOptions) => listAccounts(context, options))
}

async function listAccounts(context: OperatorContext, options: SelectOptions): Promise<void> {
  const connections = await context.withStore(async (store) => {
    const service = accountService(store, roleAssumer(context.cloud()))
    const perOrganization: ReturnType<typeof connectionAnswer>[][] = []
    for (const { id, name } of await selectOrganizations(store, options.org)) {
      perOrganization.push((await service.list(id)).map((connection) => connectionAnswer(connection, name)))
    }
    return perOrganization.flat()
  })
  answer(context, options, connections, () =>
    connections.length === 0
      ? 'There are no connections.'
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
    if (owned === null) throw new OperatorError('NOT_FOUND', `There is no connection with the id ${id}.`)
    const principalArn = await servicePrincipal(context, owned.found.partition)
    return connectionTemplate(owned.found, principalArn, context.permissions)
  })
  context.output.write(`${JSON.stringify(template, null, options.json === true ? 0 : 2)}\n`)
}
