/** SVG paths of an arrow: the line with rounded corners, and the arrowhead. */
import type { PlacedRoute, Point } from './placed-diagram.ts'

const cornerRadius = 7
const arrowLength = 8
const arrowHalfWidth = 4

export function hasArrow({ edge }: PlacedRoute): boolean {
  return edge.form !== 'member' && edge.form !== 'link'
}

export function linePath(points: readonly Point[]): string {
  let path = ''
  for (const [position, point] of points.entries()) {
    const [before, after] = [points[position - 1], points[position + 1]]
    if (before === undefined) path += `M${point.x} ${point.y}`
    else if (after === undefined) path += `L${point.x} ${point.y}`
    else {
      const radius = Math.min(cornerRadius, distance(before, point) / 2, distance(point, after) / 2)
      const [start, end] = [towards(point, before, radius), towards(point, after, radius)]
      path += `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`
    }
  }
  return path
}

export function arrowPath(points: readonly Point[]): string {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (end === undefined || before === undefined) return ''
  const base = towards(end, before, arrowLength)
  const [dx, dy] = end.x === before.x ? [arrowHalfWidth, 0] : [0, arrowHalfWidth]
  return `M${end.x} ${end.y}L${base.x + dx} ${base.y + dy}L${base.x - dx} ${base.y - dy}Z`
}

function towards(from: Point, to: Point, length: number): Point {
  const total = distance(from, to)
  if (total === 0) return from
  return { x: from.x + ((to.x - from.x) * length) / total, y: from.y + ((to.y - from.y) * length) / total }
}

function distance(left: Point, right: Point): number {
  return Math.abs(left.x - right.x) + Math.abs(left.y - right.y)
}
