/**
 * Records failed sign-ins in the audit log of every organization of the user, a few per hour, so that an attacker can't fill it.
 * Attempts with unknown addresses only go to the service's log.
 */
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import type { VouchedPerson } from './oidc/vouched-person.ts'

export type FailedSignIn = {
  /** In lower case. */
  readonly email: string
  /** The network address of the request. */
  readonly address: string
  /** The SSO identity, if it isn't linked to the user account with that address; `null` for a wrong password. */
  readonly vouched: (VouchedPerson & { readonly issuer: string }) | null
}

const windowSeconds = 3_600
/** Up to this count, every failure in the window is recorded. After that, only powers of ten are. */
const mostEach = 10

/** Returns immediately, because the response time must not reveal whether the user exists. */
export function recordFailedSignIn(store: Store, logger: Logger, failed: FailedSignIn): void {
  record(store, logger, failed).catch((error: unknown) =>
    logger.warn({ err: error }, 'a failed sign-in was not recorded'),
  )
}

async function record(store: Store, logger: Logger, { email, address, vouched }: FailedSignIn): Promise<void> {
  const person = await store.people.findByEmail(email)
  if (person === null) {
    logger.info({ email, address }, 'failed sign-in with an unknown address')
    return
  }
  const { id, email: known } = person
  const by =
    vouched === null ? { by: 'password' } : { by: 'single sign-on', issuer: vouched.issuer, subject: vouched.subject }
  // Counted per method, so that many failures of one method don't hide those of the other.
  const { count } = await store.attempts.count(`failed-sign-in:${by.by}:${id}`, windowSeconds)
  if (!isWritten(count)) return
  if (vouched !== null) {
    logger.warn(
      { userId: id, address, ...by },
      'SSO sign-in failed: the SSO identity is not linked to the user account with its address. The user links it in their profile, or an operator with "surveyor user link-sign-on"',
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
