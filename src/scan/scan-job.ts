/**
 * Runs one attempt at a scan: assumes the role, collects and stores resources, settles the graph, draws the diagrams,
 * and completes the scan in one transaction.
 */
import type { AwsCredentialIdentity } from '@smithy/types'
import type { Logger } from 'pino'
import { type AccountSession, openAccountSession } from '../cloud/account-session.ts'
import type { RoleAssumer } from '../cloud/assume-role.ts'
import type { CloudSettings } from '../cloud/cloud-settings.ts'
import type { RateBudget } from '../cloud/rate-budget.ts'
import { isRegionDisabled } from '../cloud/region-status.ts'
import type { Collector } from '../collect/collector.ts'
import { failedOperation } from '../collect/reading/failed-operation.ts'
import { cutText } from '../collect/reading/cut-text.ts'
import { otherType } from '../collect/other-resources.ts'
import { collectAll } from '../collect/run/runner.ts'
import type { KeepRule } from '../graph/region-filter.ts'
import type { ResourceReference, TypeCoverage } from '../graph/resource-graph.ts'
import type { ScanJob, ScanJobContext } from '../jobs/scan-jobs.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { KeptDiagram } from '../store/diagrams.ts'
import { isDiskFull } from '../store/disk-full.ts'
import { resourcesIn } from '../store/graph-chunks.ts'
import type { GraphOfVersions } from '../store/graphs.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store, Tenant } from '../store/store.ts'
import {
  internalFailureMessage,
  nothingReadMessage,
  noSessionMessage,
  regionNotEnabledMessage,
  roleRefusedMessage,
} from './failure-message.ts'
import { finalProgress, progressSoFar } from './progress.ts'
import { openProgressRecorder } from './progress-recorder.ts'
import { openResourceStream } from './resource-stream.ts'
import { statusesBefore } from './scan-lifecycle.ts'
import { settleGraph } from './settle-graph.ts'

export type ScanJobDependencies = {
  readonly store: Store
  readonly settings: CloudSettings
  readonly rateBudget: RateBudget
  readonly roles: RoleAssumer
  /** Counts a refusal of a connection's role by STS. Returns the connection if that made it `failed`. */
  readonly recordRefusal: (
    tenant: Tenant,
    connection: ConnectionRecord,
    message: string,
  ) => Promise<ConnectionRecord | null>
  readonly collectors: readonly Collector[]
  /** Returns which resources of a type belong in the graph. */
  readonly keepOf: (type: string) => KeepRule
  /** Draws all views of a graph, and finds its exposures, after its resources are stored. */
  readonly drawViews: (request: {
    readonly organizationId: string
    readonly graph: GraphOfVersions
  }) => Promise<{ readonly diagrams: readonly KeptDiagram[]; readonly exposuresKey?: Uint8Array }>
  readonly scanTimeoutMs: number
  /** The memory limit for the responses of one scan (default: 256). */
  readonly scanMemoryMib?: number
  readonly logger: Logger
}

/** An error that ends a scan. Its message becomes the `errorMessage`. */
class ScanFailure extends Error {
  override readonly name = 'ScanFailure'
  /** The STS message if STS refused the role; otherwise `null`. */
  readonly refusal: string | null
  /** The coverage of a scan in which no type is `collected`; `null` if the role wasn't assumed. */
  readonly coverage: readonly TypeCoverage[] | null

  constructor(
    message: string,
    { refusal = null, coverage = null }: Partial<Pick<ScanFailure, 'refusal' | 'coverage'>> = {},
  ) {
    super(message)
    this.refusal = refusal
    this.coverage = coverage
  }
}

export function scanJobHandler(dependencies: ScanJobDependencies) {
  return async (job: ScanJob, context: ScanJobContext): Promise<void> => {
    const { store } = dependencies
    const logger = dependencies.logger.child({ scanId: job.scanId, organizationId: job.organizationId })
    const begun = await store.tenant(job.organizationId, async (tenant) => {
      const scan = await tenant.scans.begin(job.scanId, progressSoFar(new Map()))
      // A worker that was suspended may have lost the job. It must not take the scan from the new worker.
      if (!(await context.hold(tenant.transaction))) throw new Error('Another worker has taken over the job')
      const connection = scan === null ? null : await tenant.accounts.find(scan.connectionId)
      // The scan ended while it waited, or was deleted with its account. Only the job has to be removed.
      if (scan === null || connection === null) {
        await context.finish(tenant.transaction)
        return null
      }
      // The resources of an earlier attempt are deleted, so its coverage goes too.
      await tenant.graphs.replaceCoverage(scan.id, [])
      return { scan, connection }
    })
    if (begun === null) return

    const { scan, connection } = begun
    logger.info({ region: scan.region, attempt: scan.attempt }, 'scan started')
    try {
      await runAttempt(dependencies, context, scan, connection, logger)
    } catch (error) {
      // On shutdown, or when another worker has the job, the job engine starts it again.
      if (context.signal.aborted) throw error
      if (!(error instanceof ScanFailure)) {
        logger.error({ err: error }, 'scan attempt failed')
        // Retries wouldn't find more disk space.
        if (context.retriesAfter(error) && !isDiskFull(error)) throw error
      }
      const failure = error instanceof ScanFailure ? error : new ScanFailure(internalFailureMessage(error))
      const { message, refusal } = failure
      const coverage = failure.coverage ?? []
      const isLost = await store.tenant(job.organizationId, async (tenant) => {
        const end = { attempt: scan.attempt, progress: finalProgress(coverage) }
        if (!(await tenant.scans.fail(scan.id, statusesBefore('gave up'), message, end))) return false
        await tenant.graphs.replaceCoverage(scan.id, coverage)
        await context.finish(tenant.transaction)
        if (failure.coverage !== null) await tenant.accounts.forgetRefusals(connection.id, connection.roleArn)
        return refusal !== null && (await dependencies.recordRefusal(tenant, connection, refusal)) !== null
      })
      logger.warn({ errorMessage: message }, 'scan failed')
      if (isLost) logger.warn({ connectionId: connection.id }, 'connection failed: AWS denied the role again')
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
  // A separate function, so that its memory is free while the diagrams are drawn.
  const graph = await collectGraph(dependencies, context, scan, connection, logger)
  const { diagrams, exposuresKey } = await dependencies.drawViews({ organizationId: scan.organizationId, graph })
  const completed = await dependencies.store.tenant(scan.organizationId, async (tenant) => {
    // Comes first, because it rejects an attempt that is no longer current.
    if (!(await tenant.scans.complete(scan.id, scan.attempt, finalProgress(graph.coverage)))) return false
    await tenant.graphs.save(scan.id, graph, exposuresKey)
    await tenant.diagrams.insert(scan.id, diagrams)
    await context.finish(tenant.transaction)
    await tenant.accounts.forgetRefusals(connection.id, connection.roleArn)
    return true
  })
  logger.info({ completed, resources: resourcesIn(graph.chunks) }, 'scan ended')
}

/** Reads the account and stores what it finds. */
async function collectGraph(
  dependencies: ScanJobDependencies,
  context: ScanJobContext,
  scan: ScanRecord,
  connection: ConnectionRecord,
  logger: Logger,
): Promise<GraphOfVersions> {
  const { store, collectors, scanTimeoutMs } = dependencies
  const lost = new AbortController()
  const unstored = new AbortController()
  const timeout = AbortSignal.timeout(scanTimeoutMs)
  const refused = new AbortController()
  const signal = AbortSignal.any([context.signal, lost.signal, unstored.signal, refused.signal, timeout])
  const assume = roleAssumption(dependencies, scan, connection, signal)
  // Clients are prepared in parallel. Only signing the first calls waits for the credentials.
  const assumed = assume().catch((error: unknown) => {
    refused.abort(error)
    if (!timeout.aborted) throw error
    throw new ScanFailure(noSessionMessage(`The request timed out after ${scanTimeoutMs / 1000} s.`))
  })
  const session = openAccountSession({
    settings: dependencies.settings,
    rateBudget: dependencies.rateBudget,
    accountNumber: scan.accountNumber,
    partition: connection.partition,
    region: scan.region,
    credentials: assumed,
    renew: assume,
    ...(dependencies.scanMemoryMib !== undefined && { memoryMib: dependencies.scanMemoryMib }),
  })
  const recorder = openProgressRecorder(store, scan, {
    onLost: () => lost.abort(new Error('Another worker has taken over the scan')),
    onError: (error) => logger.warn({ err: error }, 'progress was not recorded'),
  })
  const found = openResourceStream(store, scan.organizationId, () => unstored.abort())

  const leftOut: ResourceReference[] = []
  let coverage: readonly TypeCoverage[]
  try {
    const collecting = collectAll({
      collectors,
      session,
      signal,
      reasonOfAbort: () => `The scan timed out after ${scanTimeoutMs / 1000} s, before this type was read.`,
      onFound: found.add,
      onLeftOut: (references) => leftOut.push(...references),
      onPage: recorder.count,
      onCoverage: recorder.coverage,
      onError: (type, error) =>
        logger.info({ type, operation: failedOperation.of(error), err: summary(error) }, 'not read'),
    })
    const [collected] = await Promise.all([collecting, assumed])
    coverage = collected
  } finally {
    await recorder.close()
  }
  const read = await found.close()
  if (context.signal.aborted || lost.signal.aborted) throw new Error('Another worker has taken over the attempt')

  // The count of other resources isn't enough for a diagram. Account-wide lists can succeed in a region that can't be
  // read.
  const regional = new Set(collectors.filter(({ scope }) => scope === 'regional').map(({ type }) => type))
  const types = coverage.filter(({ type }) => type !== otherType && regional.has(type))
  if (!types.some(({ status }) => status === 'collected')) {
    throw new ScanFailure(await whyNothingWasRead(dependencies, scan, session, types), { coverage })
  }
  return settleGraph({
    store,
    scan,
    accountAlias: connection.alias,
    read,
    coverage,
    leftOut,
    keepOf: dependencies.keepOf,
  })
}

function roleAssumption(
  { roles }: ScanJobDependencies,
  scan: ScanRecord,
  connection: ConnectionRecord,
  signal: AbortSignal,
): () => Promise<AwsCredentialIdentity> {
  return async () => {
    const outcome = await roles.assume({
      roleArn: connection.roleArn,
      externalId: connection.externalId,
      sessionName: `surveyor-scan-${scan.id}`,
      sourceIdentity: scan.organizationId,
      signal,
    })
    if (outcome.kind === 'assumed') return outcome.credentials
    if (outcome.kind !== 'denied') throw new ScanFailure(noSessionMessage(outcome.message))
    throw new ScanFailure(roleRefusedMessage(connection.roleArn, outcome.message), { refusal: outcome.message })
  }
}

async function whyNothingWasRead(
  { settings, logger }: ScanJobDependencies,
  { region, accountNumber }: ScanRecord,
  session: AccountSession,
  coverage: readonly TypeCoverage[],
): Promise<string> {
  if (coverage.some(({ status }) => status === 'unavailable')) {
    const disabled = await isRegionDisabled(settings, session, region).catch((error: unknown) => {
      logger.info({ err: summary(error) }, "region status couldn't be read")
      return false
    })
    if (disabled) return regionNotEnabledMessage(region, accountNumber)
  }
  return nothingReadMessage(region, coverage)
}

const longestLogged = 1_000

/** The SDK's errors include requests and responses. The log gets only the name and the message. */
function summary(error: unknown): { name: string; message: string } {
  return error instanceof Error
    ? { name: cutText(error.name, longestLogged), message: cutText(error.message, longestLogged) }
    : { name: 'unknown', message: cutText(String(error), longestLogged) }
}
