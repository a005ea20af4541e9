/** `surveyor plan`: what a plan of Terraform, OpenTofu, or CloudFormation would do to an account. */
import { SurveyorApiError } from '../client/index.ts'
import { usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { accountById, findScan } from '../look-up.ts'
import type { ScanChoice } from '../look-up.ts'
import { readPlanFile } from '../plan-file.ts'
import { evaluate, parseConditions } from '../report/gate.ts'
import { summarizeCoverage } from '../report/report.ts'
import type { ScanReport } from '../report/report.ts'
import { withSession } from '../session.ts'
import type { CommonOptions } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { openExposures } from './compare.ts'
import { checkReports, finishReport } from './finish-report.ts'
import type { ReportOptions } from './finish-report.ts'

export type PlanOptions = CommonOptions &
  ScanChoice &
  ReportOptions & { readonly scan?: string; readonly failOn?: string }

export async function plan(file: string, options: PlanOptions, terminal: Terminal): Promise<ExitCode> {
  const conditions = parseConditions(options.failOn ?? '', { isPlan: true })
  const reports = await checkReports(options.report)
  if (file === '-' && options.keyFile === '-') {
    throw usageError('Standard input can be the plan or the API key, not both. Use --key-file with a path.')
  }
  const document = await readPlanFile(file, terminal)
  const report = await withSession(options, terminal, async ({ client }): Promise<ScanReport> => {
    const scan = await findScan(client, options.scan, options)
    if (scan.status !== 'completed')
      throw usageError(`The scan ${scan.id} is ${scan.status}. A plan can only be compared with a completed scan.`)
    const { comparison, ...rest } = await client.planAgainstScan(scan.id, document).catch((error: unknown) => {
      throw isNoPlan(error) ? usageError(error.details.map(({ message }) => message).join(' ')) : error
    })
    const { id, alias, cloudAccountId } = await accountById(client, scan.cloudAccountId)
    const { coverage } = await client.get('/api/scans/{id}/coverage', { path: { id: scan.id } })
    const summary = summarizeCoverage(coverage)
    const exposures = await openExposures(client, scan.id, conditions)
    return {
      account: { id, alias, cloudAccountId },
      scan,
      coverage: summary,
      comparison,
      note: null,
      gate: conditions.map((condition) =>
        evaluate(condition, { coverage: summary, comparison, exposures, plan: rest }),
      ),
      baseline: null,
      files: [],
      plan: rest,
    }
  })
  return finishReport({ scans: [report], notAvailable: [] }, options.format, reports, terminal)
}

function isNoPlan(error: unknown): error is SurveyorApiError {
  return error instanceof SurveyorApiError && error.code === 'VALIDATION_ERROR' && error.details.length > 0
}
