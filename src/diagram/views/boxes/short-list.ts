/** Shortens a list in a tooltip: the first lines, and the number of further ones. */
import { formatCount } from '../../resource-kinds.ts'

/** `count`: the number of all lines, if only the first ones are given. */
export function shortList(lines: readonly string[], most: number, count = lines.length): string {
  const more = count - most
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join('\n')
}
