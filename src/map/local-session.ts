/** Opens a session with the AWS credentials of the person at this machine, with or without an IAM role. */
import type { AwsCredentialIdentity } from '@smithy/types'
import { partitionOf } from '../../contract/regions.ts'
import { type AccountSession, openAccountSession } from '../cloud/account-session.ts'
import { type RoleAssumer, roleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import { createRateBudget } from '../cloud/rate-budget.ts'
import { OperatorError } from '../operator/operator-error.ts'

export type LocalAccess = {
  readonly region: string
  /** The AWS profile of the settings, for messages. `null`: the default credentials. */
  readonly profile: string | null
  /** The IAM role to assume. `null`: the local credentials read the account themselves. */
  readonly roleArn: string | null
  readonly externalId: string | null
}

export type LocalSession = { readonly session: AccountSession; close(): void }

/** The share of AWS's documented rates. Other programs of the account need the rest. */
const rateSharePercent = 50

/** Throws `NO_ACCESS` if there are no credentials, or AWS rejects them. */
export async function openLocalSession(
  settings: CloudSettings,
  { region, profile, roleArn, externalId }: LocalAccess,
  signal: AbortSignal,
): Promise<LocalSession> {
  const partition = partitionOf(region) ?? 'aws'
  const roles = roleAssumer(settings)
  const credentials: () => Promise<AwsCredentialIdentity> =
    roleArn === null
      ? settings.credentials(partition)
      : () => assume(roles, { roleArn, externalId, sessionName: 'surveyor-map', sourceIdentity: null, signal })
  try {
    // First, so that missing credentials are one error.
    const first = await credentials().catch(roleArn === null ? noCredentials(profile) : noAccess)
    const arn = roleArn ?? (await roles.callerArn(partition, signal).catch(noAccess))
    const session = openAccountSession({
      settings,
      rateBudget: createRateBudget({ sharePercent: rateSharePercent }),
      accountNumber: arn.split(':')[4] ?? '',
      partition,
      region,
      credentials: first,
      renew: credentials,
    })
    return { session, close: () => roles.close() }
  } catch (error) {
    roles.close()
    throw error
  }
}

async function assume(
  roles: RoleAssumer,
  request: Parameters<RoleAssumer['assume']>[0],
): Promise<AwsCredentialIdentity> {
  const outcome = await roles.assume(request)
  if (outcome.kind === 'assumed') return outcome.credentials
  throw new Error(`The IAM role ${request.roleArn} could not be assumed. ${outcome.message}`)
}

/** The message of the SDK says what to do, for example to renew a session with "aws sso login". */
function noCredentials(profile: string | null): (error: unknown) => never {
  return (error) => {
    const where = profile === null ? '' : ` in the profile ${profile}`
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new OperatorError('NO_ACCESS', `There are no AWS credentials${where}: ${reason}.`)
  }
}

function noAccess(error: unknown): never {
  if (error instanceof Error && error.name === 'AbortError') throw error
  throw new OperatorError('NO_ACCESS', error instanceof Error ? error.message : String(error))
}
