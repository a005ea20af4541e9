/** `surveyor account verify`: verifies the IAM role of a connection. Text, JSON, and exit code show the result. */
import { accountService, type VerifyOutcome } from '../accounts/account-service.ts'
import type { Verification } from '../accounts/verify-connection.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import type { Store } from '../store/store.ts'
import { printResult, type OutputOptions, textLines } from './command-output.ts'
import { checkRole } from './connect-account.ts'
import { connectionOutput, statusText } from './connection-output.ts'
import type { GivenRole } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'
import { findOwner } from './organization-lookup.ts'

export type VerifyOptions = OutputOptions & {
  readonly org?: string
  readonly roleArn?: GivenRole
  /** Seconds. */
  readonly wait: number
  readonly allowOpenRole?: boolean
}

export async function verifyAccount(context: OperatorContext, id: string, options: VerifyOptions): Promise<void> {
  const { organizationName, outcome } = await context.withStore((store) => verify(context, store, id, options))
  if (outcome.kind === 'account not found') throw notFound(id)
  if (outcome.kind === 'imported') {
    throw new OperatorError(
      'CONFLICT',
      `The scans of connection ${id} were imported from snapshots. It has no IAM role.`,
    )
  }
  if (outcome.kind === 'changed meanwhile') {
    throw new OperatorError('CONFLICT', `Connection ${id} was changed during the verification. Verify it again.`)
  }
  const { connection, verification } = outcome
  const message = verification.event === 'verified' ? null : verification.message
  const shown = connectionOutput(connection, organizationName)
  printResult(context, options, { ...shown, verification: { outcome: verification.event, message } }, () =>
    textLines([
      ['Connection', `${connection.alias} (${connection.id}) of ${organizationName}`],
      ['Account ID', connection.accountNumber],
      ['IAM role', connection.roleArn],
      ['Status', statusText(shown)],
    ]),
  )
  failUnlessVerified(verification)
}

async function verify(
  context: OperatorContext,
  store: Store,
  id: string,
  options: VerifyOptions,
): Promise<{ readonly organizationName: string; readonly outcome: VerifyOutcome }> {
  const owned = await findOwner(store, options.org, (tenant) => tenant.accounts.find(id))
  if (owned === null) throw notFound(id)
  const { organization, found } = owned
  if (options.roleArn !== undefined) checkRole(options.roleArn, found.accountNumber, found.partition)
  const roles = roleAssumer(context.cloud())
  try {
    const outcome = await accountService(store, roles).verify(organization.id, id, {
      ...(options.roleArn === undefined ? {} : { roleArn: options.roleArn.arn }),
      allowOpenRole: options.allowOpenRole === true,
      waitSeconds: options.wait,
      actor: 'operator',
      signal: context.stopSignal,
    })
    return { organizationName: organization.name, outcome }
  } finally {
    roles.close()
  }
}

function failUnlessVerified(verification: Verification): void {
  if (verification.event === 'refused') throw new OperatorError('VERIFICATION_FAILED', verification.message)
  if (verification.event === 'undecided') {
    throw new OperatorError(
      'VERIFICATION_UNDECIDED',
      `Inconclusive; nothing changed. ${verification.message} Verify again.`,
    )
  }
}

function notFound(id: string): OperatorError {
  return new OperatorError('NOT_FOUND', `Account connection ${id} not found. "surveyor account list" lists them.`)
}
