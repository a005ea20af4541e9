/** `surveyor plan`: what a plan of Terraform, OpenTofu, or CloudFormation would do to an account. */
import { SurveyorApiError } from '../client/index.ts'
import { commentTarget } from '../comment/comment-target.ts'
import { usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { accountById, findScan } from '../look-up.ts'
import type { ScanChoice } from '../look-up.ts'
import { readPlanFile } from '../plan-file.ts'
import { summarizeCoverage } from '../report/report.ts'
import type { Report, ScanReport } from '../report/report.ts'
import { withSession } from '../session.ts'
import type { CommonOptions, Session } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { openExposures } from './compare.ts'
import { checkReports, finishComment, finishReport } from './finish-report.ts'
import type { ReportOptions } from './finish-report.ts'
import { openGate } from './scan-gate.ts'
import type { GateOptions, ScanGate } from './scan-gate.ts'

export type PlanOptions = CommonOptions & ScanChoice & GateOptions & { readonly scan?: string }

export async function plan(
  file: string,
  options: PlanOptions & ReportOptions & { readonly comment?: string },
  terminal: Terminal,
): Promise<ExitCode> {
  const reports = await checkReports(options.report)
  const target = options.comment === undefined ? null : commentTarget(options.comment, terminal.environment)
  const checked = await checkPlan(file, options, terminal)
  return withSession(options, terminal, async (session) => {
    const report = await planReport(session, checked)
    const exitCode = await finishReport(report, options.format, reports, terminal)
    if (target === null) return exitCode
    const region = report.scans.map(({ scan }) => scan.region).join(',')
    return finishComment(session, target, report, { ...options, region })
  })
}

export type CheckedPlan = {
  readonly options: PlanOptions
  readonly document: Readonly<Record<string, unknown>>
  readonly gate: ScanGate
}

/** Throws a usage error for what is wrong without asking the service. */
export async function checkPlan(file: string, options: PlanOptions, terminal: Terminal): Promise<CheckedPlan> {
  const gate = await openGate(options, { isPlan: true })
  if (file === '-' && options.keyFile === '-') {
    throw usageError('Standard input can be the plan or the API key, not both. Use --key-file with a path.')
  }
  return { options, document: await readPlanFile(file, terminal), gate }
}

/** Compares a plan with a completed scan. */
export async function planReport({ client }: Session, { options, document, gate }: CheckedPlan): Promise<Report> {
  const scan = await findScan(client, options.scan, options)
  if (scan.status !== 'completed')
    throw usageError(`The scan ${scan.id} is ${scan.status}. A plan can only be compared with a completed scan.`)
  const { comparison, ...rest } = await client.planAgainstScan(scan.id, document).catch((error: unknown) => {
    throw isNoPlan(error) ? usageError(error.details.map(({ message }) => message).join(' ')) : error
  })
  const { id, alias, cloudAccountId } = await accountById(client, scan.cloudAccountId)
  const { coverage } = await client.get('/api/scans/{id}/coverage', { path: { id: scan.id } })
  const summary = summarizeCoverage(coverage)
  const exposures = await openExposures(client, scan.id, gate.conditions)
  const place = { account: cloudAccountId, region: scan.region }
  const evaluated = gate.evaluate(place, { coverage: summary, comparison, exposures, plan: rest })
  await gate.save()
  const report: ScanReport = {
    account: { id, alias, cloudAccountId },
    scan,
    coverage: summary,
    comparison,
    note: null,
    ...evaluated,
    files: [],
    plan: rest,
  }
  return { scans: [report], notAvailable: [] }
}

function isNoPlan(error: unknown): error is SurveyorApiError {
  return error instanceof SurveyorApiError && error.code === 'VALIDATION_ERROR' && error.details.length > 0
}
