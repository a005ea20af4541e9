/** Finds where lines with the same end join. */
import type { Point } from '../diagram.ts'

/** Lines that join closer to their end are drawn completely. */
const shortestShared = 24

/**
 * `line` up to the point where it joins the line of `others` with which it shares the longest end, plus `overlapPx`, so
 * that a corner there is drawn. The whole `line` if it joins none. Lines are orthogonal.
 */
export function trimToJunction(
  line: readonly Point[],
  others: readonly (readonly Point[])[],
  overlapPx: number,
): readonly Point[] {
  const sharedPx = Math.max(0, ...others.map((other) => sharedEnd(line, other)))
  return sharedPx < shortestShared + overlapPx ? line : withoutEnd(line, sharedPx - overlapPx)
}

/** The length of the end that both lines share. */
function sharedEnd(line: readonly Point[], other: readonly Point[]): number {
  let shared = 0
  for (let steps = 0; ; steps++) {
    const [end, own, theirs] = [line.at(-1 - steps), line.at(-2 - steps), other.at(-2 - steps)]
    if (end === undefined || own === undefined || theirs === undefined) return shared
    const [toOwn, toTheirs] = [stepTo(end, own), stepTo(end, theirs)]
    if (toOwn.x !== toTheirs.x || toOwn.y !== toTheirs.y) return shared
    shared += Math.min(toOwn.length, toTheirs.length)
    // They part after a corner of only one of them.
    if (toOwn.length !== toTheirs.length) return shared
  }
}

function withoutEnd(line: readonly Point[], lengthPx: number): readonly Point[] {
  let left = lengthPx
  for (let position = line.length - 1; position > 0; position--) {
    const [end, before] = [line[position] as Point, line[position - 1] as Point]
    const { x, y, length } = stepTo(end, before)
    if (length > left) return [...line.slice(0, position), { x: end.x + x * left, y: end.y + y * left }]
    left -= length
  }
  return line.slice(0, 1)
}

function stepTo(from: Point, to: Point): Point & { readonly length: number } {
  const [x, y] = [to.x - from.x, to.y - from.y]
  return { x: Math.sign(x), y: Math.sign(y), length: Math.abs(x) + Math.abs(y) }
}
