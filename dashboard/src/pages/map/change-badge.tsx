/** The sign of a change on a box, an arrow, or in the legend. */
import { changeSignPaths } from 'virtual:diagram-themes'
import type { MapTheme } from './box-style.ts'
import type { ChangeState } from './placed-diagram.ts'

const radius = 9

export function ChangeBadge({
  change,
  x,
  y,
  scale = 1,
  theme,
}: {
  readonly change: ChangeState | undefined
  readonly x: number
  readonly y: number
  readonly scale?: number
  readonly theme: MapTheme
}) {
  if (change === undefined || change === 'unchanged') return null
  return (
    <g className="map-badge" transform={`translate(${x} ${y}) scale(${scale})`}>
      <circle r={radius} fill={theme.changes[change].stroke} stroke={theme.background} strokeWidth={1.5} />
      <path d={changeSignPaths[change]} fill="none" stroke={theme.background} strokeWidth={2.2} strokeLinecap="round" />
    </g>
  )
}
