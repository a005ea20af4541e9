/** Prints a report, writes its files, and decides the exit code. */
import { commentReport } from '../comment/comment-report.ts'
import type { CommentTarget } from '../comment/comment-target.ts'
import { describeError } from '../error-message.ts'
import { exitCodes, usageError } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { formatReport, reportFormats } from '../report/formats.ts'
import type { ReportFormat } from '../report/formats.ts'
import { isGateFailed } from '../report/report.ts'
import type { Report } from '../report/report.ts'
import type { CommonOptions, Session } from '../session.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { checkTarget, writeWholeFile } from '../terminal/write-file.ts'

export type ReportOptions = {
  readonly format: ReportFormat
  /** `FORMAT=FILE` */
  readonly report?: readonly string[]
}

export type ReportFile = { readonly format: ReportFormat; readonly path: string }

/** Parses `--report`. Throws a usage error for an unknown format or a file that can't be written. */
export async function checkReports(reports: readonly string[] = []): Promise<readonly ReportFile[]> {
  const files = reports.map((text) => {
    const [name, path] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]
    const format = reportFormats.find((known) => known === name)
    if (format === undefined || path === '') {
      throw usageError(
        `--report takes FORMAT=FILE, for example junit=surveyor.xml. Formats: ${reportFormats.join(', ')}.`,
      )
    }
    return { format, path }
  })
  for (const { path } of files) await checkTarget(path)
  return files
}

export async function finishReport(
  report: Report,
  format: ReportFormat,
  files: readonly ReportFile[],
  terminal: Terminal,
): Promise<ExitCode> {
  for (const file of files) await writeWholeFile(file.path, formatReport(report, file.format, null))
  terminal.output.write(formatReport(report, format, terminal))
  return exitCodeOf(report)
}

/** Comments after a report was printed. The exit code of the report counts more than that of a failed comment. */
export async function finishComment(
  session: Session,
  target: CommentTarget,
  report: Report,
  options: CommonOptions & { readonly region: string },
): Promise<ExitCode> {
  const exitCode = exitCodeOf(report)
  try {
    const url = await commentReport(session, target, report, options)
    session.progress.note(url === null ? 'Nothing changed, so there is no comment.' : `Comment: ${url}`)
  } catch (error) {
    if (exitCode === exitCodes.fine) throw error
    session.terminal.errorOutput.write(`surveyor: ${describeError(error).message}\n`)
  }
  return exitCode
}

/** A failed scan counts more than a failed condition, because conditions of other scans don't apply to it. */
export function exitCodeOf(report: Report): ExitCode {
  if (report.scans.some(({ scan }) => scan.status === 'failed')) return exitCodes.scanFailed
  return isGateFailed(report) ? exitCodes.gateFailed : exitCodes.fine
}
