/** Draws all arrows in one SVG, which is fast even with many of them. */
import { memo } from 'react'
import type { MapTheme } from './box-style.ts'
import { ChangeBadge } from './change-badge.tsx'
import type { PlacedBox, PlacedDiagram, PlacedRoute } from './placed-diagram.ts'
import { arrowPath, hasArrow, linePath } from './route-path.ts'
import { stepLine } from './step-line.ts'

function routeLook({ form, change }: PlacedRoute['edge'], theme: MapTheme) {
  const { stroke, dash } = theme.edges[form] ?? { stroke: theme.mutedText, dash: '' }
  return change === undefined || change === 'unchanged' ? { stroke, dash, strokeWidth: 1.5 } : theme.changes[change]
}

/** In front of the label, otherwise in the middle of the longest part. */
function badgePlace({ points, label }: PlacedRoute): { readonly x: number; readonly y: number } {
  if (label !== undefined && label !== null) return { x: label.x - 8, y: label.y - label.sizePx / 3 }
  const parts = points.slice(1).map((to, position) => ({ from: points[position] ?? to, to }))
  const length = ({ from, to }: (typeof parts)[number]) => Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  const [longest] = parts.toSorted((one, other) => length(other) - length(one))
  if (longest === undefined) return { x: 0, y: 0 }
  return { x: (longest.from.x + longest.to.x) / 2, y: (longest.from.y + longest.to.y) / 2 }
}

export type StepBoxes = { readonly source: PlacedBox; readonly target: PlacedBox }

export const MapRoutes = memo(function MapRoutes({
  diagram,
  routes,
  theme,
  selected,
  highlight,
  onHover,
}: {
  readonly diagram: PlacedDiagram
  readonly routes: readonly PlacedRoute[]
  readonly theme: MapTheme
  /** The selected box, whose arrows are highlighted. */
  readonly selected: string | null
  /** The answer to a question, instead of the arrows of the selected box. */
  readonly highlight: { readonly edges: ReadonlySet<string>; readonly others: readonly StepBoxes[] } | null
  readonly onHover: (route: PlacedRoute | null, at: { readonly x: number; readonly y: number }) => void
}) {
  return (
    <svg className="map-routes" width={diagram.width} height={diagram.height} aria-hidden>
      <defs>
        <pattern id="map-hatch" width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" stroke={theme.hatch} strokeWidth={5} />
        </pattern>
        <pattern id="map-change-hatch" width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" stroke={theme.changeHatch} strokeWidth={5} />
        </pattern>
      </defs>
      {routes.map((route) => {
        const { edge, points, label } = route
        const { stroke, dash, strokeWidth } = routeLook(edge, theme)
        const line = linePath(points)
        const isNear =
          highlight === null ? edge.source === selected || edge.target === selected : highlight.edges.has(edge.id)
        const isPlain = highlight === null && selected === null
        return (
          <g
            key={edge.id}
            className={
              isPlain || isNear
                ? highlight !== null
                  ? 'map-lit'
                  : edge.change === 'unchanged'
                    ? 'map-unchanged'
                    : undefined
                : 'map-faint'
            }
            onPointerEnter={({ clientX, clientY }) => onHover(route, { x: clientX, y: clientY })}
            onPointerLeave={({ clientX, clientY }) => onHover(null, { x: clientX, y: clientY })}
          >
            <path className="map-route-reach" d={line} />
            <path
              d={line}
              fill="none"
              stroke={stroke}
              strokeWidth={isNear ? Math.max(3, strokeWidth) : strokeWidth}
              strokeDasharray={dash === '' ? undefined : dash}
            />
            {hasArrow(route) && <path d={arrowPath(points)} fill={stroke} />}
            {label !== undefined && label !== null && (
              <>
                {/* As wide as the text: arrowheads start right beside it. */}
                <rect
                  x={label.x}
                  y={label.y - label.sizePx}
                  width={label.widthPx}
                  height={label.sizePx + 3}
                  fill={theme.background}
                />
                <text x={label.x} y={label.y} fontSize={label.sizePx} fontWeight={label.weight} fill={theme.text}>
                  {label.text}
                </text>
              </>
            )}
            <ChangeBadge change={edge.change} {...badgePlace(route)} scale={0.8} theme={theme} />
          </g>
        )
      })}
      {highlight?.others.map(({ source, target }) => {
        const drawn = stepLine(source, target)
        return (
          drawn !== null && (
            <g key={`${source.element.id} ${target.element.id}`} className="map-step">
              <path d={drawn.line} />
              <path className="map-step-head" d={drawn.head} />
            </g>
          )
        )
      })}
    </svg>
  )
})
