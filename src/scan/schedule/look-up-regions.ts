/** Looks up the regions of a scan run of all regions, with one AWS call. */
import { openAccountSession } from '../../cloud/account-session.ts'
import type { RoleAssumer } from '../../cloud/assume-role.ts'
import type { CloudSettings } from '../../cloud/cloud-settings.ts'
import { enabledRegions } from '../../cloud/enabled-regions.ts'
import type { RateBudget } from '../../cloud/rate-budget.ts'
import type { ConnectionRecord } from '../../store/account-connections.ts'
import type { DueScanRun, Store, Tenant } from '../../store/store.ts'
import { roleRefusedMessage } from '../failure-message.ts'
import { runRegions } from './advance-run.ts'

export type LookUpDependencies = {
  readonly store: Pick<Store, 'tenant'>
  readonly settings: CloudSettings
  readonly rateBudget: RateBudget
  readonly roles: Pick<RoleAssumer, 'assume'>
  /** Counts a refusal of a connection's role by STS. Returns the connection if that made it `failed`. */
  readonly recordRefusal: (
    tenant: Tenant,
    connection: ConnectionRecord,
    message: string,
  ) => Promise<ConnectionRecord | null>
}

/** After this many look-ups, the run fails. */
const mostLookUps = 3
/** Longer than one look-up takes, so that no other process begins the same one. */
const pauseSeconds = 60
const timeoutMs = 45_000

/** Rejects when `signal` aborts. The look-up is then repeated later. */
export async function lookUpRegions(
  dependencies: LookUpDependencies,
  { organizationId, runId, connectionId }: DueScanRun,
  signal: AbortSignal,
): Promise<void> {
  const { store } = dependencies
  const claimed = await store.tenant(organizationId, async (tenant) => {
    const connection = await tenant.accounts.hold(connectionId)
    const run = connection === null ? null : await tenant.scanRuns.tryHold(runId)
    if (connection === null || run === null || run.hasRegions || run.lookUpAt > new Date()) return null
    if (connection.status !== 'connected') {
      await tenant.scanRuns.end(runId, `The account connection has the status "${connection.status}".`)
      return null
    }
    await tenant.scanRuns.postpone(runId, pauseSeconds)
    return { connection, isLast: run.lookUps + 1 >= mostLookUps }
  })
  if (claimed === null) return
  const { connection, isLast } = claimed
  const found = await regionsOf(
    dependencies,
    connection,
    AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  ).catch((error: unknown): Failure => {
    signal.throwIfAborted()
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const message = `The enabled regions of the account couldn't be read. Allow ec2:DescribeRegions in the IAM role, or name the regions. ${reason}`
    return { kind: 'failed', message, refusal: null }
  })
  await store.tenant(organizationId, async (tenant) => {
    if ((await tenant.accounts.hold(connectionId)) === null) return
    const run = await tenant.scanRuns.tryHold(runId)
    if (run === null || run.hasRegions) return
    if (found.kind === 'found') {
      await tenant.scanRuns.setRegions(runId, runRegions(found.regions, connection.partition))
      return
    }
    if (found.refusal !== null) await dependencies.recordRefusal(tenant, connection, found.refusal)
    if (isLast || found.refusal !== null) await tenant.scanRuns.end(runId, found.message)
  })
}

type Failure = {
  readonly kind: 'failed'
  readonly message: string
  /** The STS message if STS refused the role; otherwise `null`. */
  readonly refusal: string | null
}

async function regionsOf(
  { settings, rateBudget, roles }: LookUpDependencies,
  { id, organizationId, roleArn, externalId, accountNumber, partition }: ConnectionRecord,
  signal: AbortSignal,
): Promise<{ readonly kind: 'found'; readonly regions: readonly string[] } | Failure> {
  const assume = () =>
    roles.assume({ roleArn, externalId, sessionName: `surveyor-run-${id}`, sourceIdentity: organizationId, signal })
  const outcome = await assume()
  if (outcome.kind === 'denied') {
    return { kind: 'failed', message: roleRefusedMessage(roleArn, outcome.message), refusal: outcome.message }
  }
  if (outcome.kind !== 'assumed') return { kind: 'failed', message: outcome.message, refusal: null }
  const session = openAccountSession({
    settings,
    rateBudget,
    accountNumber,
    partition,
    region: settings.homeRegion(partition),
    credentials: outcome.credentials,
    // One call ends long before the credentials do.
    renew: () => Promise.resolve(outcome.credentials),
  })
  return { kind: 'found', regions: await enabledRegions(settings, session, signal) }
}
