/** Scans, writes the files, comments, and sets the outputs. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCodeOf } from '../../cli/src/commands/finish-report.ts'
import { checkPlan, planReport } from '../../cli/src/commands/plan.ts'
import type { PlanOptions } from '../../cli/src/commands/plan.ts'
import { checkScan, scanRegions } from '../../cli/src/commands/scan.ts'
import type { ScanOptions } from '../../cli/src/commands/scan.ts'
import { commentReport } from '../../cli/src/comment/comment-report.ts'
import { commentTarget } from '../../cli/src/comment/comment-target.ts'
import { describeError } from '../../cli/src/error-message.ts'
import { exitCodes } from '../../cli/src/exit-codes.ts'
import type { ExitCode } from '../../cli/src/exit-codes.ts'
import { formatReport } from '../../cli/src/report/formats.ts'
import { failedConditions, isGateFailed } from '../../cli/src/report/report.ts'
import type { Report } from '../../cli/src/report/report.ts'
import { withSession } from '../../cli/src/session.ts'
import type { Session } from '../../cli/src/session.ts'
import { plainText } from '../../cli/src/terminal/terminal.ts'
import type { Terminal } from '../../cli/src/terminal/terminal.ts'
import { writeWholeFile } from '../../cli/src/terminal/write-file.ts'
import { drawChanges } from './draw-changes.ts'
import { readInputs } from './inputs.ts'
import type { Inputs } from './inputs.ts'
import { openPictureBranch } from './picture-branch.ts'
import { addSummary, annotate, mask, print, setOutputs } from './runner.ts'

/** Resolves with the exit code and never rejects. */
export async function runAction(terminal: Terminal): Promise<ExitCode> {
  try {
    return await scanAndComment(terminal, await readInputs(terminal.environment))
  } catch (error) {
    return fail(terminal, error)
  }
}

async function fail(terminal: Terminal, error: unknown): Promise<ExitCode> {
  const { exitCode, message } = describeError(error)
  annotate(terminal, 'error', plainText(message))
  await setOutputs(terminal.environment, { 'exit-code': String(exitCode) })
  return exitCode
}

async function scanAndComment(runner: Terminal, inputs: Inputs): Promise<ExitCode> {
  const { environment } = runner
  mask(runner, inputs.apiKey)
  const { url, account, region, plan, compare, failOn, baselineFile, view, retryFor } = inputs
  const options = {
    account,
    region,
    retryFor,
    url,
    ...(failOn !== undefined && { failOn }),
    ...(baselineFile !== undefined && { baselineFile }),
  }
  const terminal = {
    ...runner,
    environment: { ...environment, SURVEYOR_API_KEY: inputs.apiKey, SURVEYOR_COMMENT_TOKEN: inputs.token },
  }
  const makeReport =
    plan === undefined ? await scanning({ ...options, compare }) : await planning(plan, options, terminal)
  const target = targetOf(inputs, terminal)
  return withSession(options, terminal, async (session) => {
    const pictureBranch = target === null ? null : await openPictureBranch(inputs, environment)
    const report = await makeReport(session)
    print(terminal, formatReport(report, 'text', null))
    const files = await writeFiles(session, report, inputs.folder, view)
    await addSummary(environment, formatReport(report, 'markdown', null))
    annotateFailures(terminal, report)

    const problems: unknown[] = []
    const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> =>
      work().catch((error: unknown) => {
        problems.push(error)
        return null
      })
    const pictures = await attempt(() => pictureBranch?.store(session.client, report, view) ?? Promise.resolve(null))
    const commentUrl =
      target === null
        ? null
        : await attempt(() => commentReport(session, target, report, options, pictures ?? undefined))

    const failures = problems.map(describeError)
    for (const { message } of failures) annotate(terminal, 'error', plainText(message))
    const ownCode = exitCodeOf(report)
    const exitCode = ownCode === exitCodes.fine ? (failures[0]?.exitCode ?? ownCode) : ownCode
    await setOutputs(environment, {
      ...outputsOf(report),
      ...files,
      'comment-url': commentUrl ?? '',
      'exit-code': String(exitCode),
    })
    return exitCode
  })
}

type MakeReport = (session: Session) => Promise<Report>

async function scanning(options: ScanOptions): Promise<MakeReport> {
  const checked = await checkScan(options)
  return (session) => scanRegions(session, checked)
}

async function planning(file: string, options: PlanOptions, terminal: Terminal): Promise<MakeReport> {
  const checked = await checkPlan(file, options, terminal)
  return (session) => planReport(session, checked)
}

/** Null without a comment. */
function targetOf({ pullRequest, runner }: Inputs, terminal: Terminal) {
  if (pullRequest !== null) {
    return commentTarget(`${runner.serverUrl}/${runner.repository}/pull/${pullRequest}`, terminal.environment)
  }
  annotate(terminal, 'notice', 'There is no comment, because it is off, or the workflow runs for no pull request.')
  return null
}

async function writeFiles(
  { client }: Session,
  report: Report,
  folder: string,
  view: string | undefined,
): Promise<Readonly<Record<'folder' | 'sarif' | 'junit' | 'json' | 'markdown' | 'html', string>>> {
  await mkdir(folder, { recursive: true })
  const write = async (name: string, content: string | Uint8Array) => {
    await writeWholeFile(join(folder, name), content)
    return join(folder, name)
  }
  const diagrams = []
  for (const one of report.scans.filter(({ scan }) => scan.status === 'completed')) {
    const content = await drawChanges(client, one, { format: 'html', view })
    diagrams.push(await write(`map-${one.scan.region}.html`, content))
  }
  return {
    folder,
    sarif: await write('surveyor.sarif', formatReport(report, 'sarif', null)),
    junit: await write('surveyor.xml', formatReport(report, 'junit', null)),
    json: await write('surveyor.json', formatReport(report, 'json', null)),
    markdown: await write('surveyor.md', formatReport(report, 'markdown', null)),
    html: diagrams.join(','),
  }
}

function annotateFailures(terminal: Terminal, report: Report): void {
  for (const { scan } of report.scans.filter(({ scan }) => scan.status === 'failed')) {
    annotate(terminal, 'error', plainText(`The scan of ${scan.region} failed. ${scan.errorMessage ?? ''}`))
  }
  for (const { condition, findings } of failedConditions(report)) {
    annotate(terminal, 'error', plainText(`Gate failed: ${condition.text}: ${findings.slice(0, 5).join('; ')}`))
  }
}

function outputsOf(report: Report) {
  const hasGate = report.scans.some(({ gate }) => gate.length > 0)
  return {
    gate: isGateFailed(report) ? 'failed' : hasGate ? 'passed' : 'none',
    changes: String(report.scans.reduce((sum, { comparison }) => sum + (comparison?.changes.length ?? 0), 0)),
    'scan-ids': report.scans.map(({ scan }) => scan.id).join(','),
  }
}
