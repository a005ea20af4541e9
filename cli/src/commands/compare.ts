/** `surveyor compare`, and the comparison of `surveyor scan`. */
import { SurveyorApiError, collect } from '../client/index.ts'
import type { Exposure, Scan, SurveyorClient } from '../client/index.ts'
import { usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { accountById, findScan, uuid } from '../look-up.ts'
import type { ScanChoice } from '../look-up.ts'
import { needsExposures } from '../report/gate.ts'
import type { Condition } from '../report/gate.ts'
import { summarizeCoverage } from '../report/report.ts'
import type { ReportedAccount, ScanReport } from '../report/report.ts'
import { withSession } from '../session.ts'
import type { CommonOptions } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkReports, finishReport } from './finish-report.ts'
import type { ReportOptions } from './finish-report.ts'
import { openGate } from './scan-gate.ts'
import type { GateOptions, ScanGate } from './scan-gate.ts'

export type CompareOptions = CommonOptions & ScanChoice & ReportOptions & GateOptions & { readonly base: string }

export async function compare(id: string | undefined, options: CompareOptions, terminal: Terminal): Promise<ExitCode> {
  const gate = await openGate(options)
  const reports = await checkReports(options.report)
  const report = await withSession(options, terminal, async ({ client }) => {
    const scan = await findScan(client, id, options)
    if (scan.status !== 'completed')
      throw usageError(`The scan ${scan.id} is ${scan.status}. Only completed scans can be compared.`)
    const account = await accountById(client, scan.cloudAccountId)
    return completedScan(client, { account, scan, base: options.base, isFirstAllowed: false, gate })
  })
  await gate.save()
  return finishReport({ scans: [report], notAvailable: [] }, options.format, reports, terminal)
}

type ToReport = {
  readonly account: ReportedAccount
  readonly scan: Scan
  /** Null: without a comparison. */
  readonly base: string | null
  /** Whether a missing earlier scan is a note instead of an error. */
  readonly isFirstAllowed: boolean
  readonly gate: ScanGate
}

/** Reads what a completed scan found and what changed, and evaluates the conditions. */
export async function completedScan(client: SurveyorClient, options: ToReport): Promise<ScanReport> {
  const { account, scan, base, isFirstAllowed, gate } = options
  const { id } = scan
  const { coverage } = await client.get('/api/scans/{id}/coverage', { path: { id } })
  const summary = summarizeCoverage(coverage)
  const comparison =
    base === null
      ? null
      : await client.get('/api/scans/{id}/compare', { path: { id }, query: { base } }).catch((error: unknown) => {
          if (!(error instanceof SurveyorApiError) || error.code !== 'NOT_FOUND') throw baseError(error, base)
          if (isFirstAllowed) return null
          throw missingBase(base, scan)
        })
  const exposures = await openExposures(client, id, gate.conditions)
  const place = { account: account.cloudAccountId, region: scan.region }
  return {
    account: { id: account.id, alias: account.alias, cloudAccountId: account.cloudAccountId },
    scan,
    coverage: summary,
    comparison,
    note: base === null || comparison !== null ? null : firstNote(base, scan),
    ...gate.evaluate(place, { coverage: summary, comparison, exposures, plan: null }),
    files: [],
  }
}

function firstNote(base: string, scan: Scan): string {
  if (base === 'previous') return 'There is no earlier scan of this account and region to compare with.'
  return missingBase(base, scan).message
}

/** Empty unless a condition needs them. */
export async function openExposures(
  client: SurveyorClient,
  id: string,
  conditions: readonly Condition[],
): Promise<readonly Exposure[]> {
  if (!needsExposures(conditions)) return []
  return collect(client.list('/api/scans/{id}/exposure', { path: { id }, query: { verdict: 'open' } }))
}

const day = /^\d{4}-\d{2}-\d{2}$/

/** Other bases that aren't scan IDs are names of baselines. */
const time = new RegExp(`^previous$|^[1-9]\\d{0,3}[dh]$|${day.source}`)

const bases = 'A base is previous, a scan ID, a date (2026-11-15), an age (7d, 12h), or the name of a baseline.'

/** Throws a usage error for a base that is wrong for every new scan of the region, before one is created. */
export async function checkBase(
  client: SurveyorClient,
  base: string,
  place: { readonly account: ReportedAccount; readonly regions: readonly string[] },
): Promise<void> {
  if (uuid.test(base)) {
    const { cloudAccountId, region } = await findScan(client, base, {})
    if (cloudAccountId === place.account.id && place.regions.every((one) => one === region)) return
    throw usageError(`The base "${base}" must be a scan of the same account and region.`)
  }
  if (!time.test(base)) {
    const baselines = await collect(client.list('/api/accounts/{id}/baselines', { path: { id: place.account.id } }))
    if (baselines.some(({ name, region }) => name === base && place.regions.includes(region))) return
    throw usageError(`There is no baseline "${base}" of this account in ${place.regions.join(', ')}. ${bases}`)
  }
  if (day.test(base) && !new Date(`${base}T00:00:00Z`).toJSON()?.startsWith(base)) {
    throw usageError(`The base "${base}" must be a day of the calendar.`)
  }
}

function missingBase(base: string, { region }: Scan): Error {
  if (uuid.test(base)) return usageError(`There is no scan ${base} to compare with.`)
  if (!time.test(base)) return usageError(`There is no baseline "${base}" of this account in ${region}. ${bases}`)
  return usageError(`There is no completed scan of this account in ${region} to compare with (base "${base}").`)
}

/** The errors of the API name its parameters, which aren't those of the command line. */
export function baseError(error: unknown, base: string): unknown {
  if (!(error instanceof SurveyorApiError)) return error
  const ofBase = error.details.filter(({ path: [parameter] }) => parameter === 'base' || parameter === 'compare')
  if (ofBase.length === 0) return error
  const reason = ofBase.map(({ message }) => message).join('; ')
  return usageError(
    reason.includes('wrong form') ? `"${base}" isn't a base. ${bases}` : `The base "${base}" ${reason}.`,
  )
}
