/** Checks the role of a failed connection again, and connects the account as soon as the role passes all probes. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { Store } from '../store/store.ts'
import { transition } from './connection-lifecycle.ts'
import { checkedAgain } from './role-refusal.ts'
import { verifyConnection } from './verify-connection.ts'

export type RecheckDependencies = {
  readonly store: Pick<Store, 'tenant'>
  readonly roles: Pick<RoleAssumer, 'assume'>
  readonly logger: Logger
}

/** The minimum pause between checks of one connection by requests, in all processes together. */
const requestPauseSeconds = 3
/** The interval at which a request looks for the end of another request's check. */
const lookEveryMs = 250
/** The timeout of a request's STS check. On timeout the connection stays unchanged. */
const requestTimeoutMs = 15_000

type Connection = { readonly organizationId: string; readonly connectionId: string }

/** The running checks of this process, by connection ID. Requests wait for the end of a running check. */
const checks = new Map<string, { readonly beganAt: number; readonly end: Promise<void> }>()

/**
 * Resolves once the role of a failed connection was checked after the request began, by this request or another one.
 * The result is the connection's status.
 */
export async function recheckOnRequest(dependencies: RecheckDependencies, connection: Connection): Promise<void> {
  const { organizationId, connectionId } = connection
  const beganAt = performance.now()
  const deadline = beganAt + requestPauseSeconds * 1000 + 2 * lookEveryMs
  for (;;) {
    // Tries once more after the deadline. By then the pause is over, or another process has started a check.
    const isLast = performance.now() >= deadline
    const { isClaimed, status } = await dependencies.store.tenant(organizationId, async ({ accounts }) => ({
      isClaimed: await accounts.claimCheck(connectionId, requestPauseSeconds),
      status: (await accounts.find(connectionId))?.status,
    }))
    if (status !== 'failed') return
    if (isClaimed) return checkForAll(dependencies, connection)
    const running = checks.get(connectionId)
    if (running !== undefined && running.beganAt >= beganAt) return running.end
    if (isLast) return
    await wait(lookEveryMs)
  }
}

async function checkForAll(dependencies: RecheckDependencies, connection: Connection): Promise<void> {
  const { connectionId } = connection
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const end = recheckConnection(dependencies, connection, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  const check = { beganAt: performance.now(), end }
  checks.set(connectionId, check)
  try {
    await end
  } finally {
    // A check that outlasts the pause may have been replaced by a newer one.
    if (checks.get(connectionId) === check) checks.delete(connectionId)
  }
}

/** Rejects when `signal` aborts. */
export async function recheckConnection(
  { store, roles, logger }: RecheckDependencies,
  { organizationId, connectionId }: Connection,
  signal: AbortSignal,
): Promise<void> {
  const connection = await store.tenant(organizationId, ({ accounts }) => accounts.find(connectionId))
  if (connection === null || connection.status !== 'failed') return
  const { status, roleArn, externalId, openRoleAllowed: allowOpenRole } = connection
  const verification = await verifyConnection(
    { connectionId, organizationId, roleArn, externalId, allowOpenRole, waitSeconds: 0, signal },
    roles,
  )
  const { event } = verification
  const errorMessage = event === 'verified' ? null : `${verification.message} ${checkedAgain}`
  if (event === 'undecided' || errorMessage === connection.errorMessage) return
  const changed = await store.tenant(organizationId, ({ accounts }) =>
    accounts.update(connectionId, { status, roleArn }, { status: transition(status, event), errorMessage }),
  )
  if (changed?.status === 'connected') {
    logger.info({ organizationId, connectionId }, 'account reconnected: its role works')
  }
}
