/** Writes resources as CSV for spreadsheets (RFC 4180). */
import type { Resource } from '../graph/resource-graph.ts'
import { visibleText } from '../graph/visible-text.ts'

const columns = ['type', 'id', 'name', 'arn', 'presence', 'tags', 'properties'] as const

/** Without it, Excel would use the machine's code page instead of UTF-8. */
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
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe, because names and tags are untrusted. The
 * same applies within a field, after characters that separate fields in some locales.
 */
function field(text: string): string {
  const harmless = visibleText(text).replaceAll(/(^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g, "$1'")
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
