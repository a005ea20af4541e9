/** Resources as a table for spreadsheets (RFC 4180). */
import type { Resource } from '../graph/resource-graph.ts'
import { visibleText } from '../graph/visible-text.ts'

const columns = ['type', 'id', 'name', 'arn', 'presence', 'tags', 'properties'] as const

/** Without it, Excel takes UTF-8 for the code page of the machine. */
const byteOrderMark = '\uFEFF'

export function resourcesCsv(resources: readonly Resource[]): string {
  const rows = resources.map((resource) =>
    columns.map((column) => {
      const value = resource[column]
      return field(typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
    }),
  )
  return byteOrderMark + [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/**
 * What a spreadsheet would run as a formula gets an apostrophe before it: names and tags are anybody's. Also within a field, after
 * what may end one where people live: with a semicolon as separator, a quote in the middle of a line quotes nothing.
 */
function field(text: string): string {
  const harmless = visibleText(text).replaceAll(/(^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g, "$1'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
