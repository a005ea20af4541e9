/** Prints the output of a command: one JSON value for scripts, or text for users. */
import { visibleText } from '../graph/visible-text.ts'
import type { OperatorContext } from './operator-context.ts'

export type OutputOptions = { readonly json?: boolean }

export const jsonOption = ['--json', 'print one JSON value'] as const

export function printResult(
  context: Pick<OperatorContext, 'output'>,
  options: OutputOptions,
  value: object,
  text: () => string,
): void {
  context.output.write(`${options.json === true ? JSON.stringify(value) : visibleText(text())}\n`)
}

/** Formats columns under their headings. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map(visibleText))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats labeled lines. */
export function textLines(entries: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...entries.map(([label]) => label.length))
  return entries.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n')
}
