/** Measures how readable the lines of a diagram are: how often they cross, and how long they are. */
import type { Point } from '../src/diagram/diagram.ts'

export type LineFigures = { readonly crossings: number; readonly lengthPx: number }

type Segment = { readonly from: Point; readonly to: Point; readonly line: number }

/** Overlapping lines, such as those of one bundle, don't count as crossing. */
export function lineFigures(lines: readonly (readonly Point[])[]): LineFigures {
  const segments = lines.flatMap((points, line) =>
    points.slice(1).map((to, position): Segment => ({ from: points[position] as Point, to, line })),
  )
  const byLeft = segments.toSorted((one, other) => left(one) - left(other))
  let crossings = 0
  byLeft.forEach((segment, position) => {
    for (let next = position + 1; next < byLeft.length; next += 1) {
      const other = byLeft[next] as Segment
      if (left(other) > right(segment)) break
      if (other.line !== segment.line && cross(segment, other)) crossings += 1
    }
  })
  const lengthPx = segments.reduce((sum, { from, to }) => sum + Math.hypot(to.x - from.x, to.y - from.y), 0)
  return { crossings, lengthPx }
}

function left({ from, to }: Segment): number {
  return Math.min(from.x, to.x)
}

function right({ from, to }: Segment): number {
  return Math.max(from.x, to.x)
}

function cross(one: Segment, other: Segment): boolean {
  const [a, b] = [side(one, other.from), side(one, other.to)]
  const [c, d] = [side(other, one.from), side(other, one.to)]
  return a * b < 0 && c * d < 0
}

function side({ from, to }: Segment, point: Point): number {
  return Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x))
}
