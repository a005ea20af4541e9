/**
 * Finds the principal that customers' IAM roles trust: the configured one, or that of the service's own credentials.
 */
import { partitionOfArn, type RoleAssumer } from '../cloud/assume-role.ts'
import { principalOfCaller } from './role-arn.ts'

const maxWaitMs = 20_000

/** Its message is written for users. */
export class PrincipalUnknownError extends Error {
  override readonly name = 'PrincipalUnknownError'
}

/**
 * Returns the configured principal only for its own partition, because roles of other partitions can't trust it. Throws
 * `PrincipalUnknownError`, or the reason of `signal`.
 */
export async function findServicePrincipal(
  roles: Pick<RoleAssumer, 'callerArn'>,
  { configured, partition, signal }: { configured: string | null; partition: string; signal: AbortSignal },
): Promise<string> {
  if (configured !== null && partitionOfArn(configured) === partition) return configured
  const timeout = AbortSignal.timeout(maxWaitMs)
  try {
    return principalOfCaller(await roles.callerArn(partition, AbortSignal.any([signal, timeout])))
  } catch (error) {
    signal.throwIfAborted()
    const reason = timeout.aborted ? `STS timed out after ${maxWaitMs / 1000} s.` : errorMessage(error)
    throw new PrincipalUnknownError(
      `The principal that the IAM role must trust is unknown. Set SURVEYOR_PRINCIPAL_ARN to the service's IAM role in the partition ${partition}. ${reason}`,
      { cause: error },
    )
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
