/** Draws all arrows in one SVG, which is fast even with many of them. */
import { memo } from 'react'
import type { MapTheme } from './box-style.ts'
import type { PlacedBox, PlacedDiagram, PlacedRoute } from './placed-diagram.ts'
import { arrowPath, hasArrow, linePath } from './route-path.ts'
import { stepLine } from './step-line.ts'

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
      </defs>
      {routes.map((route) => {
        const { edge, points, label } = route
        const { stroke, dash } = theme.edges[edge.form] ?? { stroke: theme.mutedText, dash: '' }
        const line = linePath(points)
        const isNear =
          highlight === null ? edge.source === selected || edge.target === selected : highlight.edges.has(edge.id)
        const isPlain = highlight === null && selected === null
        return (
          <g
            key={edge.id}
            className={isPlain || isNear ? (highlight !== null ? 'map-lit' : undefined) : 'map-faint'}
            onPointerEnter={({ clientX, clientY }) => onHover(route, { x: clientX, y: clientY })}
            onPointerLeave={({ clientX, clientY }) => onHover(null, { x: clientX, y: clientY })}
          >
            <path className="map-route-reach" d={line} />
            <path
              d={line}
              fill="none"
              stroke={stroke}
              strokeWidth={isNear ? 3 : 1.5}
              strokeDasharray={dash === '' ? undefined : dash}
            />
            {hasArrow(route) && <path d={arrowPath(points)} fill={stroke} />}
            {label !== undefined && label !== null && (
              <>
                <rect
                  x={label.x - 3}
                  y={label.y - label.sizePx}
                  width={label.widthPx + 6}
                  height={label.sizePx + 4}
                  rx={3}
                  fill={theme.background}
                />
                <text x={label.x} y={label.y} fontSize={label.sizePx} fontWeight={label.weight} fill={theme.text}>
                  {label.text}
                </text>
              </>
            )}
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
