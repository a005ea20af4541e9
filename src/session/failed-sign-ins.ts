/**
 * Failed sign-ins go into the audit log of every organization that the person is a member of, a few an hour: nobody fills it from
 * outside. Of addresses that nobody has, only the service's own log says anything.
 */
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import type { VouchedPerson } from './oidc/vouched-person.ts'

export type FailedSignIn = {
  /** In lower case. */
  readonly email: string
  /** The network address that it came from. */
  readonly address: string
  /** By single sign-on, as somebody who is not linked to the account with that address; `null`: by a wrong password. */
  readonly vouched: (VouchedPerson & { readonly issuer: string }) | null
}

const windowSeconds = 3_600
/** Each of these within the window is written down, and then each that is ten times as many as the last. */
const mostEach = 10

/** Returns at once: how long it takes would tell whether there is such a person. */
export function recordFailedSignIn(store: Store, logger: Logger, failed: FailedSignIn): void {
  record(store, logger, failed).catch((error: unknown) =>
    logger.warn({ err: error }, 'a failed sign-in was not recorded'),
  )
}

async function record(store: Store, logger: Logger, { email, address, vouched }: FailedSignIn): Promise<void> {
  const person = await store.people.findByEmail(email)
  if (person === null) {
    logger.info({ email, address }, 'somebody tried to sign in with an address that nobody has')
    return
  }
  const { id, email: known } = person
  const by =
    vouched === null ? { by: 'password' } : { by: 'single sign-on', issuer: vouched.issuer, subject: vouched.subject }
  // Each way of its own: nobody hides the one among many of the other.
  const { count } = await store.attempts.count(`failed-sign-in:${by.by}:${id}`, windowSeconds)
  if (!isWritten(count)) return
  if (vouched !== null) {
    logger.warn(
      { userId: id, address, ...by },
      'somebody signed on who is not linked to the account with their address: whoever has it links it in their profile, or an operator with "surveyor user link-sign-on"',
    )
  }
  const details = { email: known, ...by, attemptsWithinAnHour: count }
  for (const organization of await store.people.organizationsOf(id)) {
    await store.tenant(organization.id, ({ auditEvents }) =>
      auditEvents.append({ actor: 'anonymous', action: 'user.sign-in-failed', subject: id, details, address }),
    )
  }
}

function isWritten(count: number): boolean {
  return count <= mostEach || Number.isInteger(Math.log10(count))
}
