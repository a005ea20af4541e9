/** Edges as rounded orthogonal lines. Arrowheads are drawn as shapes, which look the same in every viewer. */
import { changeWords } from '../comparison/change-texts.ts'
import type { PlacedRoute, PlacedText, Point } from '../diagram.ts'
import { offState } from '../off-state.ts'
import type { Theme } from '../themes/theme.ts'
import { dimmedText, edgeStyle } from './element-style.ts'
import { trimToJunction } from './line-junctions.ts'
import { textMarkup } from './svg-shapes.ts'
import { decimal, escapeXml, tag } from './xml.ts'

const cornerRadius = 7
const arrowLength = 8
const arrowHalfWidth = 4

/** Overlapping dashes would look like a solid line. Where dashed lines join, only the first is drawn. */
export function routesMarkup(routes: readonly PlacedRoute[], theme: Theme): readonly string[] {
  const byEnd = new Map<string, (readonly Point[])[]>()
  return inDrawingOrder(routes).map((route) => {
    const { edge, points } = route
    const end = points.at(-1)
    if (edgeStyle(edge, theme).dash === '' || end === undefined) return routeMarkup(route, theme)
    const key = `${edge.form} ${edge.change ?? ''} ${isOff(route)} ${pair(end)}`
    const before = byEnd.get(key) ?? []
    byEnd.set(key, [...before, points])
    return routeMarkup(route, theme, trimToJunction(points, before, 2 * cornerRadius))
  })
}

/** So that unchanged arrows never cover changed ones, and what isn't in use covers nothing. */
function inDrawingOrder(routes: readonly PlacedRoute[]): readonly PlacedRoute[] {
  return routes.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf(route: PlacedRoute): number {
  return (isUnchanged(route) ? 0 : 2) + (isOff(route) ? 0 : 1)
}

function isOff({ edge }: PlacedRoute): boolean {
  return offState(edge.label) !== ''
}

function isUnchanged({ edge }: PlacedRoute): boolean {
  return edge.change === undefined || edge.change === 'unchanged'
}

/** `points`: the drawn points of the line. It has an arrowhead only if it is drawn to its end. */
export function routeMarkup(route: PlacedRoute, theme: Theme, points = route.points): string {
  const { edge, label } = route
  const { stroke, dash, strokeWidth } = edgeStyle(edge, theme)
  const state = edge.change === undefined ? '' : changeWords[edge.change]
  const name = [edge.description, state].filter((part) => part !== '').join(', ')
  const hasArrow = edge.form !== 'member' && edge.form !== 'link' && points === route.points
  const path = tag('path', {
    d: roundedPath(hasArrow ? shortened(points) : points),
    fill: 'none',
    stroke,
    'stroke-width': strokeWidth,
    'stroke-dasharray': dash === '' ? null : dash,
    'stroke-linecap': edge.form === 'member' ? 'round' : null,
  })
  const look = isOff(route) ? { fill: theme.background, stroke } : { fill: stroke }
  const arrow = hasArrow ? tag('path', { d: arrowhead(points), ...look }) : ''
  const text =
    label === null
      ? ''
      : labelMarkup(label, edge.change === 'unchanged' ? dimmedText(theme.text, theme) : theme.text, theme)
  return tag(
    'g',
    { role: 'graphics-symbol img', 'aria-label': name, 'data-edge': edge.form, 'data-change': edge.change ?? null },
    `<title>${escapeXml(name)}</title>${path}${arrow}${text}`,
  )
}

/** Has a background of its own, because it may be on the line. */
function labelMarkup(label: PlacedText, color: string, theme: Theme): string {
  const place = { x: label.x, y: label.y - label.sizePx, width: label.widthPx, height: label.sizePx + 3 }
  const ground = tag('rect', { ...place, fill: theme.background })
  return `${ground}${textMarkup(label, color)}`
}

/** Makes the line end where the arrowhead starts. */
function shortened(points: readonly Point[]): readonly Point[] {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (end === undefined || before === undefined) return points
  return [...points.slice(0, -1), along(end, before, arrowLength - 1)]
}

function arrowhead(points: readonly Point[]): string {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (end === undefined || before === undefined) return ''
  const base = along(end, before, arrowLength)
  const sideways = end.x === before.x ? { x: arrowHalfWidth, y: 0 } : { x: 0, y: arrowHalfWidth }
  const left = { x: base.x + sideways.x, y: base.y + sideways.y }
  const right = { x: base.x - sideways.x, y: base.y - sideways.y }
  return `M${pair(end)}L${pair(left)}L${pair(right)}Z`
}

function roundedPath(points: readonly Point[]): string {
  return points
    .map((point, position) => {
      const before = points[position - 1]
      const after = points[position + 1]
      if (before === undefined) return `M${pair(point)}`
      if (after === undefined) return `L${pair(point)}`
      const radius = Math.min(cornerRadius, distance(before, point) / 2, distance(point, after) / 2)
      return `L${pair(along(point, before, radius))}Q${pair(point)} ${pair(along(point, after, radius))}`
    })
    .join('')
}

/** The point at `length` from `from` towards `to`. */
function along(from: Point, to: Point, length: number): Point {
  const total = distance(from, to)
  if (total === 0) return from
  return { x: from.x + ((to.x - from.x) * length) / total, y: from.y + ((to.y - from.y) * length) / total }
}

function distance(left: Point, right: Point): number {
  return Math.abs(left.x - right.x) + Math.abs(left.y - right.y)
}

function pair({ x, y }: Point): string {
  return `${decimal(x)} ${decimal(y)}`
}
