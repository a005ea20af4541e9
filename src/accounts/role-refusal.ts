/** Ends connections whose role STS has refused in several scans or checks in a row. */
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { Tenant } from '../store/store.ts'
import { refusalEvent, refusalsInARowToFail, transition } from './connection-lifecycle.ts'

/** Said of every connection that failed: nobody has to bring it back by hand. */
export const checkedAgain =
  'Surveyor checks the role every few minutes and whenever a scan is requested. It reconnects the account automatically once the role works.'

/** `connection`: as it was before STS was asked. `answer`: what STS said, for people. Returns the connection when that made it `failed`. */
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
