/** The lines of a diagram about what isn't drawn: the most numerous types by name, and a count of the others. */
import type { NotDrawn } from './diagram.ts'
import { formatCount } from './resource-kinds.ts'

const mostNamed = 12

export function notDrawnLines(notDrawn: readonly NotDrawn[]): readonly string[] {
  if (notDrawn.length <= mostNamed + 1) return notDrawn.map((each) => lineOf(each))
  const byCount = notDrawn.toSorted((left, right) => right.count - left.count)
  const rest = byCount.slice(mostNamed)
  const resources = rest.reduce((sum, { count }) => sum + count, 0)
  return [
    ...byCount.slice(0, mostNamed).map((each) => lineOf(each)),
    `and ${formatCount(rest.length)} more types, ${formatCount(resources)} resources`,
  ]
}

function lineOf({ what, count }: NotDrawn): string {
  return `${formatCount(count)} ${what}`
}
