/** Shortens a list in a tooltip: the first lines, and the number of further ones. */
import { formatCount } from '../../resource-kinds.ts'

export function shortList(lines: readonly string[], most: number): string {
  const more = lines.length - most
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('\n')
}
