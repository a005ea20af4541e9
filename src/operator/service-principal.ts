/** Finds the principal that customers' roles trust, for commands. */
import { findServicePrincipal, PrincipalUnknownError } from '../accounts/service-principal.ts'
import { roleAssumer } from '../cloud/assume-role.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

export async function servicePrincipal(
  context: Pick<OperatorContext, 'principalArn' | 'cloud' | 'stopSignal'>,
  partition: string,
): Promise<string> {
  const roles = roleAssumer(context.cloud())
  try {
    const configured = context.principalArn()
    return await findServicePrincipal(roles, { configured, partition, signal: context.stopSignal })
  } catch (error) {
    if (error instanceof PrincipalUnknownError) throw new OperatorError('PRINCIPAL_UNKNOWN', error.message)
    throw error
  } finally {
    roles.close()
  }
}
