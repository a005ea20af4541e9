/** `surveyor scan`: scans regions of an account, waits, saves diagrams, compares, and evaluates the gate. */
import { SurveyorApiError, SurveyorUnreachableError } from '../client/index.ts'
import type { Account, Scan } from '../client/index.ts'
import { commentTarget } from '../comment/comment-target.ts'
import { usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { findAccount } from '../look-up.ts'
import { needsComparison } from '../report/gate.ts'
import type { Report, ScanReport } from '../report/report.ts'
import { withSession } from '../session.ts'
import type { CommonOptions, Session } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkTarget, writeWholeFile } from '../terminal/write-file.ts'
import { checkBase, completedScan } from './compare.ts'
import { diagramOf, formatOf } from './diagram-file.ts'
import { checkReports, finishComment, finishReport } from './finish-report.ts'
import type { ReportOptions } from './finish-report.ts'
import { openGate } from './scan-gate.ts'
import type { GateOptions, ScanGate } from './scan-gate.ts'
import { waitForScans } from './wait-for-scans.ts'

export type ScanOptions = CommonOptions &
  GateOptions & {
    readonly account: string
    readonly region: string
    readonly wait?: boolean
    readonly out?: string
    readonly view?: string
    readonly compare?: string
    readonly idempotencyKey?: string
    /** The URL of a pull request or merge request. */
    readonly comment?: string
  }

export async function scan(options: ScanOptions & ReportOptions, terminal: Terminal): Promise<ExitCode> {
  const checked = await checkScan(options)
  const reports = await checkReports(options.report)
  const target = options.comment === undefined ? null : commentTarget(options.comment, terminal.environment)
  return withSession(options, terminal, async (session) => {
    const report = await scanRegions(session, checked)
    const exitCode = await finishReport(report, options.format, reports, terminal)
    return target === null ? exitCode : finishComment(session, target, report, options)
  })
}

export type CheckedScan = {
  readonly options: ScanOptions
  readonly regions: readonly string[]
  readonly base: string | null
  readonly gate: ScanGate
}

/** Throws a usage error for what is wrong without asking the service. */
export async function checkScan(options: ScanOptions): Promise<CheckedScan> {
  const gate = await openGate(options)
  const regions = [...new Set(options.region.split(',').map((region) => region.trim()))].filter(
    (region) => region !== '',
  )
  if (regions.length === 0) throw usageError('--region is empty.')
  await checkOut(options.out, regions)
  const needsBase = options.comment !== undefined || needsComparison(gate.conditions)
  return { options, regions, base: options.compare ?? (needsBase ? 'previous' : null), gate }
}

/** Scans the regions. Waits for them, and reports what changed, if an option needs that. */
export async function scanRegions(session: Session, { options, regions, base, gate }: CheckedScan): Promise<Report> {
  const { client, progress } = session
  const account = await findAccount(client, options.account)
  const isAll = regions.includes('all')
  // Before any scan is created. The service checks a single region itself.
  const known = isAll || regions.length > 1 ? await client.regions() : regions
  const invalid = regions.filter((region) => region !== 'all' && !known.includes(region))
  if (invalid.length > 0) throw usageError(`Not a region: ${invalid.join(', ')}.`)
  if (base !== null) await checkBase(client, base, { account, regions: isAll ? known : regions })
  const created = await createScans(session, account, isAll ? known : regions, { ...options, isAll })
  const waits =
    options.wait === true ||
    [options.out, options.compare, options.failOn, options.comment].some((value) => value !== undefined)
  if (!waits) return { scans: created.map((scan) => unfinished(account, scan)), notAvailable: [] }
  const ended = await waitForScans(session, created).catch((error: unknown) => {
    if (!(error instanceof SurveyorUnreachableError)) throw error
    throw new SurveyorUnreachableError(`${error.message} ${continues(created)}`, { cause: error })
  })
  const notAvailable = isAll ? await unavailableScans(session, ended) : []
  const scans = []
  for (const scan of ended.filter((scan) => !notAvailable.includes(scan))) {
    scans.push(await endedScan(session, account, scan, { ...options, base, gate }))
  }
  progress.end()
  await gate.save()
  return { scans, notAvailable: notAvailable.map(({ region }) => region) }
}

/**
 * The failed scans of regions that don't exist yet or that the account hasn't enabled: nothing was denied, nothing
 * failed, and only global types could be read.
 */
async function unavailableScans({ client }: Session, scans: readonly Scan[]): Promise<readonly Scan[]> {
  const unavailable: Scan[] = []
  for (const scan of scans.filter(({ status }) => status === 'failed')) {
    const { coverage } = await client.get('/api/scans/{id}/coverage', { path: { id: scan.id } })
    const statuses = new Set(coverage.map(({ status }) => status))
    if (statuses.has('unavailable') && !statuses.has('denied') && !statuses.has('failed')) unavailable.push(scan)
  }
  return unavailable
}

async function checkOut(out: string | undefined, regions: readonly string[]): Promise<void> {
  if (out === undefined) return
  formatOf(out)
  if ((regions.length > 1 || regions[0] === 'all') && !out.includes('{region}')) {
    throw usageError('With several regions, the name of --out needs {region}, for example map-{region}.svg.')
  }
  await checkTarget(out)
}

async function createScans(
  { client }: Session,
  account: Account,
  regions: readonly string[],
  options: Pick<ScanOptions, 'idempotencyKey'> & { readonly isAll: boolean },
): Promise<readonly Scan[]> {
  const scans: Scan[] = []
  for (const region of regions) {
    const idempotencyKey = options.idempotencyKey === undefined ? undefined : `${options.idempotencyKey}/${region}`
    const created = await client
      .createScan({ cloudAccountId: account.id, region: region as 'us-east-1' }, { idempotencyKey })
      .catch((error: unknown) => {
        const isOfRegion = error instanceof SurveyorApiError && error.details.some(({ path }) => path[0] === 'region')
        if (!isOfRegion) throw error
        // A region of another partition than the account's.
        if (options.isAll) return null
        throw usageError(`The region "${region}" ${error.details.map(({ message }) => message).join('; ')}.`)
      })
    if (created !== null) scans.push(created)
  }
  return scans
}

function continues(scans: readonly Scan[]): string {
  const ids = scans.map(({ id }) => id).join(', ')
  return scans.length === 1
    ? `The scan ${ids} may continue in the service.`
    : `These scans may continue in the service: ${ids}.`
}

type Wanted = Pick<ScanOptions, 'out' | 'view' | 'compare'> & {
  readonly base: string | null
  readonly gate: ScanGate
}

async function endedScan(session: Session, account: Account, scan: Scan, wanted: Wanted): Promise<ScanReport> {
  const { client } = session
  if (scan.status === 'failed') return unfinished(account, scan)
  const { base, gate, out, view } = wanted
  const report = await completedScan(client, { account, scan, base, isFirstAllowed: true, gate })
  if (out === undefined) return report
  const path = out.replaceAll('{region}', scan.region)
  const compare = wanted.compare === undefined ? undefined : report.comparison?.base.id
  const content = await client.diagramContent(await diagramOf(client, scan, view), {
    format: formatOf(path),
    ...(compare !== undefined && { compare }),
  })
  await writeWholeFile(path, content)
  return { ...report, files: [path] }
}

function unfinished({ id, alias, cloudAccountId }: Account, scan: Scan): ScanReport {
  return {
    account: { id, alias, cloudAccountId },
    scan,
    coverage: null,
    comparison: null,
    note: null,
    gate: [],
    baseline: null,
    files: [],
  }
}
