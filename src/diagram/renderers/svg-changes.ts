/** The signs of changes in an SVG diagram: round badges on boxes and arrows. */
import type { ChangeState } from '../../meaning/changes/graph-changes.ts'
import type { PlacedBox, PlacedRoute, Point } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'
import { decimal, tag } from './xml.ts'

/** Drawn as lines, so that they look the same in every font. Pixels from the center of a badge with a radius of 9. */
export const changeSignPaths: Readonly<Record<Exclude<ChangeState, 'unchanged'>, string>> = {
  added: 'M-4.5 0H4.5M0 -4.5V4.5',
  removed: 'M-4.5 0H4.5',
  changed: 'M-4.5 1.2C-3 -2.8 -1.5 -1.6 0 0S3 2.8 4.5 -1.2',
  unknown: 'M-2.6 -2.4C-2.4 -5.8 2.8 -5.6 2.7 -2.4C2.6 -0.4 0 -0.4 0 1.6M0 4.5V4.7',
}

const radius = { box: 9, count: 7, route: 7 }

/** On the upper right corner. Empty without a change. */
export function boxBadge({ element: { change, form }, x, y, width }: PlacedBox, theme: Theme): string {
  return badge(change, { x: x + width, y }, form === 'count' ? radius.count : radius.box, theme)
}

/** In front of the label, otherwise in the middle of the longest part of the line. */
export function routeBadge({ edge, points, label }: PlacedRoute, theme: Theme): string {
  const place = label === null ? middleOf(points) : { x: label.x - radius.route - 1, y: label.y - label.sizePx / 3 }
  return badge(edge.change, place, radius.route, theme)
}

export function badge(change: ChangeState | undefined, { x, y }: Point, radiusPx: number, theme: Theme): string {
  if (change === undefined || change === 'unchanged') return ''
  const sign = tag('path', {
    d: changeSignPaths[change],
    transform: `translate(${decimal(x)} ${decimal(y)}) scale(${decimal(radiusPx / radius.box)})`,
    fill: 'none',
    stroke: theme.background,
    'stroke-width': 2.2,
    'stroke-linecap': 'round',
  })
  const { stroke } = theme.changes[change]
  const circle = { cx: decimal(x), cy: decimal(y), r: radiusPx, fill: stroke, stroke: theme.background }
  return `${tag('circle', { ...circle, 'stroke-width': 1.5 })}${sign}`
}

function middleOf(points: readonly Point[]): Point {
  const parts = points.slice(1).map((to, position) => ({ from: points[position] ?? to, to }))
  const length = ({ from, to }: (typeof parts)[number]): number => Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  const [longest] = parts.toSorted((one, other) => length(other) - length(one))
  if (longest === undefined) return { x: 0, y: 0 }
  return { x: (longest.from.x + longest.to.x) / 2, y: (longest.from.y + longest.to.y) / 2 }
}
