/** One attempt at a scan: assume the role, collect and store what is found, settle the graph, draw, and complete in one transaction. */
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
  /** Counts that STS refused the role of a connection; returns it when that made it `failed`. */
  readonly recordRefusal: (
    tenant: Tenant,
    connection: ConnectionRecord,
    message: string,
  ) => Promise<ConnectionRecord | null>
  readonly collectors: readonly Collector[]
  /** What of a type's list belongs into the graph. */
  readonly keepOf: (type: string) => KeepRule
  /** Draws all views of a graph whose resources are stored. */
  readonly drawViews: (request: {
    readonly organizationId: string
    readonly graph: GraphOfVersions
  }) => Promise<readonly KeptDiagram[]>
  readonly scanTimeoutMs: number
  /** What the answers of one scan may take of memory at once (default: 256). */
  readonly scanMemoryMib?: number
  readonly logger: Logger
}

/** A scan that cannot go on, with what its `errorMessage` says. */
class ScanFailure extends Error {
  override readonly name = 'ScanFailure'
  /** What STS said when it refused the role; `null` when it did not. */
  readonly refusal: string | null
  /** What was found out with the role; nothing of it is `collected`. `null` when the role was not assumed. */
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
      // A worker that stood still has lost the job to another, which must not lose the scan to it.
      if (!(await context.hold(tenant.transaction))) throw new Error('Another worker took the job up')
      const connection = scan === null ? null : await tenant.accounts.find(scan.connectionId)
      // Ended while it waited, or gone with its account: nothing is left to do but to take the job away.
      if (scan === null || connection === null) await context.finish(tenant.transaction)
      // What an earlier attempt has read went with it.
      else await tenant.graphs.replaceCoverage(scan.id, [])
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
        // Another attempt would find no more room, and leave less.
        if (!context.lastAttempt && !isDiskFull(error)) throw error
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
      if (isLost) logger.warn({ connectionId: connection.id }, 'the connection failed: its role was refused again')
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
  // On its own, so that all that it held is free while the graph is drawn.
  const graph = await collectGraph(dependencies, context, scan, connection, logger)
  const diagrams = await dependencies.drawViews({ organizationId: scan.organizationId, graph })
  const completed = await dependencies.store.tenant(scan.organizationId, async (tenant) => {
    // First, since it is what fences off an attempt that is no longer the current one.
    if (!(await tenant.scans.complete(scan.id, scan.attempt, finalProgress(graph.coverage)))) return false
    await tenant.graphs.save(scan.id, graph)
    await tenant.diagrams.insert(scan.id, diagrams)
    await context.finish(tenant.transaction)
    await tenant.accounts.forgetRefusals(connection.id, connection.roleArn)
    return true
  })
  logger.info({ completed, resources: graph.members.length }, 'scan ended')
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
  // Everything is prepared meanwhile up to the signing of the first calls.
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
    onLost: () => lost.abort(new Error('Another worker took the scan up')),
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
  if (context.signal.aborted || lost.signal.aborted) throw new Error('The attempt was taken away')

  // A count of what else there is makes no picture, and account-wide lists can be read where the region cannot.
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
      logger.info({ err: summary(error) }, 'region status could not be read')
      return false
    })
    if (disabled) return regionNotEnabledMessage(region, accountNumber)
  }
  return nothingReadMessage(region, coverage)
}

const longestLogged = 1_000

/** The SDK's errors carry requests and answers; the log gets what names the problem. */
function summary(error: unknown): { name: string; message: string } {
  return error instanceof Error
    ? { name: cutText(error.name, longestLogged), message: cutText(error.message, longestLogged) }
    : { name: 'unknown', message: cutText(String(error), longestLogged) }
}
