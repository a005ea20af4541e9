/** The principal that customers' roles trust: configured, or whoever the service's own credentials belong to. */
import { principalOfCaller } from '../accounts/role-arn.ts'
import { partitionOfArn, roleAssumer } from '../cloud/assume-role.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

const maxWaitMs = 20_000

/** A configured principal counts in its own partition only: roles of other partitions cannot trust it. */
export async function servicePrincipal(
  context: Pick<OperatorContext, 'principalArn' | 'cloud' | 'stopSignal'>,
  partition: string,
): Promise<string> {
  const configured = context.principalArn()
  if (configured !== null && partitionOfArn(configured) === partition) return configured
  const roles = roleAssumer(context.cloud())
  const timeout = AbortSignal.timeout(maxWaitMs)
  try {
    return principalOfCaller(await roles.callerArn(partition, AbortSignal.any([context.stopSignal, timeout])))
  } catch (error) {
    context.stopSignal.throwIfAborted()
    const reason = timeout.aborted ? `STS did not answer within ${maxWaitMs / 1000} s.` : errorMessage(error)
    throw new OperatorError(
      'PRINCIPAL_UNKNOWN',
      `Whom the role has to trust is not known: set SURVEYOR_PRINCIPAL_ARN to the service's own role in the partition ${partition}, or let STS tell it. ${reason}`,
    )
  } finally {
    roles.close()
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
