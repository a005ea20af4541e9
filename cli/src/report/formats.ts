/** The formats of reports, and of the lists of the other commands. */
import type { Terminal } from '../terminal/terminal.ts'
import { painter, plainText } from '../terminal/terminal.ts'
import { reportJunit } from './junit.ts'
import { cell, markdownLimit, reportMarkdown } from './markdown.ts'
import { coveragePercent, failedConditions, isGateFailed } from './report.ts'
import type { Report } from './report.ts'
import { reportSarif } from './sarif.ts'
import { reportText } from './text.ts'
import manifest from '../../package.json' with { type: 'json' }

export const listFormats = ['text', 'json', 'markdown'] as const
export const reportFormats = [...listFormats, 'junit', 'sarif'] as const
export type ListFormat = (typeof listFormats)[number]
export type ReportFormat = (typeof reportFormats)[number]

export function formatReport(report: Report, format: ReportFormat, terminal: Terminal | null): string {
  switch (format) {
    case 'text':
      return reportText(report, terminal === null ? (_, text) => text : painter(terminal.output, terminal.environment))
    case 'json':
      return reportJson(report)
    case 'markdown':
      return reportMarkdown(report)
    case 'junit':
      return reportJunit(report)
    case 'sarif':
      return reportSarif(report, manifest.version)
    default:
      throw new Error(format satisfies never)
  }
}

function reportJson(report: Report): string {
  const scans = report.scans.map(({ coverage, gate, ...scan }) => ({
    ...scan,
    coverage: coverage === null ? null : { ...coverage, percent: coveragePercent(coverage) },
    gate: gate.map(({ condition, ...result }) => ({ condition: condition.text, ...result })),
  }))
  const gate = {
    failed: isGateFailed(report),
    conditions: failedConditions(report).map(({ condition }) => condition.text),
  }
  return `${JSON.stringify({ scans, notAvailable: report.notAvailable, gate }, null, 2)}\n`
}

export type List = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What JSON has instead of the rows. */
  readonly data: unknown
  /** Printed before the rows, except in JSON. */
  readonly title?: string | undefined
  /** Printed instead of a table without rows. */
  readonly empty: string
}

export function formatList(list: List, format: ListFormat): string {
  if (format === 'json') return `${JSON.stringify(list.data, null, 2)}\n`
  const title = list.title === undefined ? [] : [format === 'markdown' ? cell(list.title) : plainText(list.title), '']
  const table = format === 'markdown' ? markdownTable(list) : textTable(list)
  return `${[...title, ...(list.rows.length === 0 ? [list.empty] : table)].join('\n')}\n`
}

function markdownTable({ columns, rows }: List): readonly string[] {
  const lines = [tableRow(columns), tableRow(columns.map(() => '---'))]
  // Leaves room for the title and the last sentence.
  let left = markdownLimit - 2_000
  for (const row of rows) {
    const written = tableRow(row.map(cell))
    left -= written.length + 1
    if (left < 0) break
    lines.push(written)
  }
  const hidden = rows.length + 2 - lines.length
  return hidden > 0 ? [...lines, '', `${hidden} more not shown here.`] : lines
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function textTable({ columns, rows }: List): readonly string[] {
  const lines = [columns.map((column) => column.toUpperCase()), ...rows.map((row) => row.map(plainText))]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
