/** The sign of a change on a box, an arrow, or in the legend. */
import type { MapTheme } from './box-style.ts'
import type { ChangeState } from './placed-diagram.ts'

const signPaths: Readonly<Record<Exclude<ChangeState, 'unchanged'>, string>> = {
  added: 'M-4.5 0H4.5M0 -4.5V4.5',
  removed: 'M-4.5 0H4.5',
  changed: 'M-4.5 1.2C-3 -2.8 -1.5 -1.6 0 0S3 2.8 4.5 -1.2',
  unknown: 'M-2.6 -2.4C-2.4 -5.8 2.8 -5.6 2.7 -2.4C2.6 -0.4 0 -0.4 0 1.6M0 4.5V4.7',
}

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
      <path d={signPaths[change]} fill="none" stroke={theme.background} strokeWidth={2.2} strokeLinecap="round" />
    </g>
  )
}
