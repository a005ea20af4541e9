/** One attempt at a scan: assume the role, collect and store what is found, settle the graph, draw, and complete in one transaction. */
import type { AwsCredentialIdentity } from '@smithy/types'
import type { Logger } from 'pino'
import { type AccountSession, openAccountSession } from '../cloud/account-session.ts'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { RateBudget } from '../cloud/rate-budget.ts'
import { isRegionDisabled } from '../cloud/region-status.ts'
import type { Collector } from '../collect/collector.ts'
import { collectAll } from '../collect/runner.ts'
import { compareReferences, type ReadResource, resolveGraph } from '../graph/resolve-graph.ts'
import type { ResourceGraph, TypeCoverage } from '../graph/resource-graph.ts'
import { versionOf } from '../graph/resource-version.ts'
import type { ScanJob, ScanJobContext } from '../jobs/scan-jobs.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { NewDiagram } from '../store/diagrams.ts'
import type { GraphOfVersions } from '../store/graphs.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store } from '../store/store.ts'
import { nothingReadMessage, regionNotEnabledMessage } from './failure-message.ts'
import { finalProgress } from './progress.ts'
import { openProgressRecorder } from './progress-recorder.ts'
import { openResourceStream } from './resource-stream.ts'
import { statusesBefore } from './scan-lifecycle.ts'

export type ScanJobDependencies = {
  readonly store: Store
  readonly settings: CloudSettings
  readonly rateBudget: RateBudget
  readonly roles: RoleAssumer
  readonly collectors: readonly Collector[]
  /** What of a type's list belongs into the graph. */
  readonly keepOf: (type: string) => Collector['keep']
  readonly drawDiagrams: (graph: ResourceGraph) => Promise<readonly NewDiagram[]>
  readonly scanTimeoutMs: number
  readonly logger: Logger
}

/** A scan that cannot go on, with what its `errorMessage` says. */
class ScanFailure extends Error {
  override readonly name = 'ScanFailure'
}

export function scanJobHandler(dependencies: ScanJobDependencies) {
  return async (job: ScanJob, context: ScanJobContext): Promise<void> => {
    const { store } = dependencies
    const logger = dependencies.logger.child({ scanId: job.scanId, organizationId: job.organizationId })
    const begun = await store.tenant(job.organizationId, async (tenant) => {
      const scan = await tenant.scans.begin(job.scanId)
      const connection = scan === null ? null : await tenant.accounts.find(scan.connectionId)
      // Ended while it waited, or gone with its account: nothing is left to do but to take the job away.
      if (scan === null || connection === null) await context.finish(tenant.transaction)
      return scan === null || connection === null ? null : { scan, connection }
    })
    if (begun === null) return

    const { scan, connection } = begun
    logger.info({ region: scan.region, attempt: scan.attempt }, 'scan started')
    try {
      await runAttempt(dependencies, context, scan, connection, logger)
    } catch (error) {
      // Shutting down or no longer ours: the job engine hands it to the next worker.
      if (context.signal.aborted) throw error
      if (!(error instanceof ScanFailure)) {
        logger.error({ err: error }, 'scan attempt failed')
        if (!context.lastAttempt) throw error
      }
      const message = error instanceof ScanFailure ? error.message : 'The scan failed inside the service. Scan again.'
      await store.tenant(job.organizationId, async (tenant) => {
        const failed = await tenant.scans.fail(scan.id, statusesBefore('gave up'), message, { attempt: scan.attempt })
        if (failed) await context.finish(tenant.transaction)
      })
      logger.warn({ errorMessage: message }, 'scan failed')
    }
  }
}

async function runAttempt(
  dependencies: ScanJobDependencies,
  context: ScanJobContext,
  scan: ScanRecord,
  connection: ConnectionRecord,
  logger: Logger,
): Promise<void> {
  const { store, collectors, scanTimeoutMs } = dependencies
  const lost = new AbortController()
  const unstored = new AbortController()
  const timeout = AbortSignal.timeout(scanTimeoutMs)
  const signal = AbortSignal.any([context.signal, lost.signal, unstored.signal, timeout])
  const session = await openSession(dependencies, scan, connection, signal)
  const recorder = openProgressRecorder(store, scan, {
    onLost: () => lost.abort(new Error('Another worker took the scan up')),
    onError: (error) => logger.warn({ err: error }, 'progress was not recorded'),
  })
  const found = openResourceStream(store, scan.organizationId, () => unstored.abort())

  let coverage: readonly TypeCoverage[]
  try {
    coverage = await collectAll({
      collectors,
      session,
      signal,
      reasonOfAbort: () => `The scan's time of ${scanTimeoutMs / 1000} s was over before it was read.`,
      onFound: found.add,
      onPage: recorder.count,
      onCoverage: recorder.coverage,
      onError: (type, error) => logger.info({ type, err: summary(error) }, 'type not collected'),
    })
  } finally {
    await recorder.close()
  }
  const read = await found.close()
  if (context.signal.aborted || lost.signal.aborted) throw new Error('The attempt was taken away')

  if (!coverage.some(({ status }) => status === 'collected')) {
    await store.tenant(scan.organizationId, ({ graphs }) => graphs.saveCoverage(scan.id, coverage))
    throw new ScanFailure(await whyNothingWasRead(dependencies, scan, session, coverage))
  }
  const graph = await settleGraph(dependencies, scan, connection, read, coverage)
  const diagrams = await dependencies.drawDiagrams(
    await store.tenant(scan.organizationId, ({ graphs }) => graphs.assemble(graph)),
  )
  const completed = await store.tenant(scan.organizationId, async (tenant) => {
    // First, since it is what fences off an attempt that is no longer the current one.
    if (!(await tenant.scans.complete(scan.id, scan.attempt, finalProgress(graph.coverage)))) return false
    await tenant.graphs.save(scan.id, graph)
    await tenant.diagrams.insert(scan.id, diagrams)
    await context.finish(tenant.transaction)
    return true
  })
  logger.info({ completed, resources: graph.members.length }, 'scan ended')
}

/** Resolves the relations of what was read and keeps what only they name: everything but the graph itself is then stored. */
async function settleGraph(
  { store, keepOf }: ScanJobDependencies,
  scan: ScanRecord,
  connection: ConnectionRecord,
  found: readonly ReadResource[],
  coverageFound: readonly TypeCoverage[],
): Promise<GraphOfVersions> {
  const { read, unread, coverage } = resolveGraph({ read: found, coverage: coverageFound, keepOf })
  const versions = unread.map((resource) => versionOf({ resource, relations: [] }))
  await store.tenant(scan.organizationId, ({ graphs }) => graphs.keepVersions(versions))
  return {
    accountId: scan.accountNumber,
    accountAlias: connection.alias,
    region: scan.region,
    members: [
      ...read,
      ...versions.map(({ resource, version }) => ({ type: resource.type, id: resource.id, version })),
    ].sort(compareReferences),
    coverage,
  }
}

async function openSession(
  { settings, rateBudget, roles }: ScanJobDependencies,
  scan: ScanRecord,
  connection: ConnectionRecord,
  signal: AbortSignal,
): Promise<AccountSession> {
  const assume = async (): Promise<AwsCredentialIdentity> => {
    const outcome = await roles.assume({
      roleArn: connection.roleArn,
      externalId: connection.externalId,
      sessionName: `surveyor-scan-${scan.id}`,
      sourceIdentity: scan.organizationId,
      signal,
    })
    if (outcome.kind === 'assumed') return outcome.credentials
    throw new ScanFailure(outcome.message)
  }
  return openAccountSession({
    settings,
    rateBudget,
    accountNumber: scan.accountNumber,
    partition: connection.partition,
    region: scan.region,
    credentials: await assume(),
    renew: assume,
  })
}

async function whyNothingWasRead(
  { settings, logger }: ScanJobDependencies,
  { region, accountNumber }: ScanRecord,
  session: AccountSession,
  coverage: readonly TypeCoverage[],
): Promise<string> {
  if (coverage.some(({ status }) => status === 'unavailable')) {
    const disabled = await isRegionDisabled(settings, session, region).catch((error: unknown) => {
      logger.info({ err: summary(error) }, 'region status could not be read')
      return false
    })
    if (disabled) return regionNotEnabledMessage(region, accountNumber)
  }
  return nothingReadMessage(region, coverage)
}

/** The SDK's errors carry requests and answers; the log gets what names the problem. */
function summary(error: unknown): { name: string; message: string } {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'unknown', message: String(error) }
}
