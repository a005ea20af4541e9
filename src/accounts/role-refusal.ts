/** Sets connections to failed after STS has refused their role in several scans or checks in a row. */
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Tenant } from '../store/store.ts'
import { refusalEvent, refusalsInARowToFail, transition } from './connection-lifecycle.ts'

/** Part of the message of every failed connection: the user doesn't have to reconnect it. */
export const checkedAgain =
  'Surveyor checks the role every few minutes and whenever a scan is requested. It reconnects the account automatically once the role works.'

/**
 * `connection`: its state before the STS call. `answer`: the STS message, for users. Returns the connection if this
 * refusal made it `failed`.
 */
export async function recordRefusal(
  { accounts }: Pick<Tenant, 'accounts'>,
  { id, roleArn, roleRefusals }: Pick<ConnectionRecord, 'id' | 'roleArn' | 'roleRefusals'>,
  answer: string,
): Promise<ConnectionRecord | null> {
  const inARow = await accounts.countRefusal(id, roleArn, roleRefusals)
  const status = inARow === null ? 'connected' : transition('connected', refusalEvent(inARow))
  if (status === 'connected') return null
  const errorMessage = `The role ${roleArn} could not be assumed in ${refusalsInARowToFail} scans or checks in a row: ${answer} ${checkedAgain}`
  return accounts.update(id, { status: 'connected', roleArn }, { status, errorMessage })
}
