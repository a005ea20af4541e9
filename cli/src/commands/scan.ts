/** `surveyor scan`: scans regions of an account, waits, saves diagrams, compares, and evaluates the gate. */
import { SurveyorApiError, SurveyorUnreachableError } from '../client/index.ts'
import type { Account, Scan } from '../client/index.ts'
import { exitCodes, usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { findAccount } from '../look-up.ts'
import { needsComparison, parseConditions } from '../report/gate.ts'
import type { Condition } from '../report/gate.ts'
import type { ScanReport } from '../report/report.ts'
import { withSession } from '../session.ts'
import type { CommonOptions, Session } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkTarget, writeWholeFile } from '../terminal/write-file.ts'
import { checkBase, completedScan } from './compare.ts'
import { diagramOf, formatOf } from './diagram-file.ts'
import { checkReports, finishReport } from './finish-report.ts'
import type { ReportOptions } from './finish-report.ts'
import { waitForScans } from './wait-for-scans.ts'

export type ScanOptions = CommonOptions &
  ReportOptions & {
    readonly account: string
    readonly region: string
    readonly wait?: boolean
    readonly out?: string
    readonly view?: string
    readonly compare?: string
    readonly failOn?: string
    readonly idempotencyKey?: string
  }

export async function scan(options: ScanOptions, terminal: Terminal): Promise<ExitCode> {
  const conditions = parseConditions(options.failOn ?? '')
  const reports = await checkReports(options.report)
  const regions = [...new Set(options.region.split(',').map((region) => region.trim()))].filter(
    (region) => region !== '',
  )
  if (regions.length === 0) throw usageError('--region is empty.')
  await checkOut(options.out, regions)
  const base = options.compare ?? (needsComparison(conditions) ? 'previous' : null)
  const waits =
    options.wait === true || [options.out, options.compare, options.failOn].some((value) => value !== undefined)

  return withSession(options, terminal, async (session) => {
    const { client, progress } = session
    const account = await findAccount(client, options.account)
    const isAll = regions.includes('all')
    // Before any scan is created. The service checks a single region itself.
    const known = isAll || regions.length > 1 ? await client.regions() : regions
    const invalid = regions.filter((region) => region !== 'all' && !known.includes(region))
    if (invalid.length > 0) throw usageError(`Not a region: ${invalid.join(', ')}.`)
    if (base !== null) await checkBase(client, base, { account, regions: isAll ? known : regions })
    const created = await createScans(session, account, isAll ? known : regions, { ...options, isAll })
    if (!waits) {
      const queued = created.map((scan) => unfinished(account, scan))
      return finishReport({ scans: queued, notAvailable: [] }, options.format, reports, terminal, exitCodes.fine)
    }
    const ended = await waitForScans(session, created).catch((error: unknown) => {
      if (!(error instanceof SurveyorUnreachableError)) throw error
      throw new SurveyorUnreachableError(`${error.message} ${continues(created)}`, { cause: error })
    })
    const notAvailable = isAll ? await unavailableScans(session, ended) : []
    const scans = []
    for (const scan of ended.filter((scan) => !notAvailable.includes(scan))) {
      scans.push(await endedScan(session, account, scan, { ...options, base, conditions }))
    }
    progress.end()
    const report = { scans, notAvailable: notAvailable.map(({ region }) => region) }
    const exitCode = scans.every(({ scan }) => scan.status === 'completed') ? exitCodes.fine : exitCodes.scanFailed
    return finishReport(report, options.format, reports, terminal, exitCode)
  })
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
  readonly conditions: readonly Condition[]
}

async function endedScan(session: Session, account: Account, scan: Scan, wanted: Wanted): Promise<ScanReport> {
  const { client } = session
  if (scan.status === 'failed') return unfinished(account, scan)
  const { base, conditions, out, view } = wanted
  const report = await completedScan(client, { account, scan, base, isFirstAllowed: true, conditions })
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
    files: [],
  }
}
