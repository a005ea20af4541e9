/** Lines for connections that the diagram has no arrow for: straight, from the edge of one box to the other. */
import type { Point, Rectangle } from './placed-diagram.ts'
import { centerOf } from './viewport.ts'

const headLength = 12
const headHalfWidth = 6

/** `null` for boxes with the same center. */
export function stepLine(
  source: Rectangle,
  target: Rectangle,
): { readonly line: string; readonly head: string } | null {
  const [start, end] = [edgeTowards(source, centerOf(target)), edgeTowards(target, centerOf(source))]
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  if (length === 0) return null
  const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length]
  const base = { x: end.x - dx * headLength, y: end.y - dy * headLength }
  return {
    line: `M${start.x} ${start.y}L${base.x} ${base.y}`,
    head: `M${end.x} ${end.y}L${base.x - dy * headHalfWidth} ${base.y + dx * headHalfWidth}L${base.x + dy * headHalfWidth} ${base.y - dx * headHalfWidth}Z`,
  }
}

/** Where the line from the center of a box to a point leaves the box. */
function edgeTowards(box: Rectangle, point: Point): Point {
  const { x, y } = centerOf(box)
  const [dx, dy] = [point.x - x, point.y - y]
  const share = Math.min(box.width / 2 / Math.abs(dx || 1e-9), box.height / 2 / Math.abs(dy || 1e-9), 1)
  return { x: x + dx * share, y: y + dy * share }
}
