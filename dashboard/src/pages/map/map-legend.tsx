/** The legend: arrows, borders, and the resources that are not drawn. */
import Button from '@cloudscape-design/components/button'
import { useShownColorMode } from '../../shared/color-mode.ts'
import { formatCount } from '../../shared/resource-kind.ts'
import { mapTheme } from './box-style.ts'
import { ChangeBadge } from './change-badge.tsx'
import type { Layer } from './map-layers.ts'
import type { PlacedDiagram } from './placed-diagram.ts'

const exposures = ['public', 'private', 'isolated', 'unknown'] as const
const exposureNames: Readonly<Record<(typeof exposures)[number], string>> = {
  public: 'Public subnet',
  private: 'Private subnet',
  isolated: 'Isolated subnet',
  unknown: 'Subnet with unknown routes',
}

const reached = [
  ['open', 'Open to the internet'],
  ['conditional', 'Conditionally open to the internet'],
] as const

const changes = [
  ['added', 'Added'],
  ['removed', 'Removed'],
  ['changed', 'Changed'],
  ['unknown', 'Couldn’t be compared: not read in one of the two scans'],
] as const

export function MapLegend({
  diagram,
  layers,
  onClose,
}: {
  readonly diagram: PlacedDiagram
  readonly layers: readonly Layer[]
  readonly onClose: () => void
}) {
  const theme = mapTheme(useShownColorMode())
  const present = new Set(diagram.boxes.map(({ element }) => element.exposure))
  const forms = new Set(diagram.boxes.map(({ element }) => element.form))
  const states = new Set([
    ...diagram.boxes.map(({ element }) => element.change),
    ...diagram.routes.map(({ edge }) => edge.change),
  ])
  const notDrawn = diagram.notDrawn ?? []
  return (
    <section className="map-legend" aria-label="Legend">
      <div className="map-panel-head">
        <h2>Legend</h2>
        <Button iconName="close" variant="icon" ariaLabel="Close legend" onClick={onClose} />
      </div>
      <ul>
        {changes
          .filter(([id]) => states.has(id))
          .map(([id, name]) => (
            <li key={id}>
              <svg width={36} height={18} aria-hidden>
                <ChangeBadge change={id} x={18} y={9} scale={0.8} theme={theme} />
                <path d="M2 9H9M27 9H34" stroke={theme.changes[id].stroke} strokeWidth={2.5} />
              </svg>
              {name}
            </li>
          ))}
        {layers.map(({ id, name }) => {
          const edge = theme.edges[id]
          if (edge === undefined) return null
          return (
            <li key={id}>
              <svg width={36} height={14} aria-hidden>
                <line x1={0} y1={7} x2={36} y2={7} stroke={edge.stroke} strokeWidth={2} strokeDasharray={edge.dash} />
              </svg>
              {name}
            </li>
          )
        })}
        {exposures
          .filter((exposure) => present.has(exposure))
          .map((exposure) => (
            <li key={exposure}>
              <Swatch style={theme.subnets[exposure]} />
              {exposureNames[exposure]}
            </li>
          ))}
        {reached
          .filter(([id]) => diagram.boxes.some(({ element }) => element.reached === id))
          .map(([id, name]) => (
            <li key={id}>
              <Swatch style={theme.reached[id]} />
              {name}
            </li>
          ))}
        {forms.has('stack') && (
          <li>
            <Swatch style={theme.node} isStack />
            Several similar resources
          </li>
        )}
        {forms.has('gap') && (
          <li>
            <Swatch style={theme.gap} />
            Couldn’t be read
          </li>
        )}
        {diagram.boxes.some(({ element }) => element.presence === 'external') && (
          <li>
            <Swatch style={theme.external} />
            Outside this scan: another account or region, or deleted
          </li>
        )}
      </ul>
      {diagram.comparison !== undefined && <p>{diagram.comparison}</p>}
      {(diagram.simplified ?? '') !== '' && <p>{diagram.simplified}</p>}
      {notDrawn.length > 0 && (
        <>
          <h3>Not drawn</h3>
          <ul>
            {notDrawn.map(({ what, count }) => (
              <li key={what}>
                {formatCount(count)} {what}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Swatch({
  style,
  isStack = false,
}: {
  readonly style: { readonly fill: string; readonly stroke: string; readonly dash: string } | undefined
  readonly isStack?: boolean
}) {
  if (style === undefined) return null
  const box = {
    width: 28,
    height: 11,
    rx: 3,
    fill: style.fill,
    stroke: style.stroke,
    strokeWidth: 1.5,
    strokeDasharray: style.dash,
  }
  return (
    <svg width={36} height={18} aria-hidden>
      {isStack && <rect x={5} y={5} {...box} />}
      <rect x={2} y={2} {...box} />
    </svg>
  )
}
