/** The toolbar of a diagram: view, search, filter, layers, export, zoom, and legend. */
import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Input from '@cloudscape-design/components/input'
import type { InputProps } from '@cloudscape-design/components/input'
import Select from '@cloudscape-design/components/select'
import Spinner from '@cloudscape-design/components/spinner'
import { useQuery } from '@tanstack/react-query'
import { useReactFlow } from '@xyflow/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DiagramSummary } from '../../../../contract/diagram.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { viewsOfQuery } from '../../session/sharing.ts'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { counted, formatCount } from '../../shared/resource-kind.ts'
import { exportOptions } from './export-options.ts'
import type { MapAddress, MapChange } from './map-address.ts'
import { MapFilter } from './map-filter.tsx'
import { DiagramQuestions } from './map-questions.tsx'
import { MapSharing } from './map-sharing.tsx'
import { MapLegend } from './map-legend.tsx'
import type { Layer } from './map-layers.ts'
import type { PlacedDiagram } from './placed-diagram.ts'

/** The page that opens a saved view. */
const savedPrefix = '/views/'

export function MapBar({
  scan,
  summary,
  diagrams,
  diagram,
  layers,
  address,
  matchCount,
  elsewhere,
  onElsewhere,
  isRedrawing,
  searchField,
  onChange,
  onOpen,
  onNextMatch,
  onFit,
  onFullScreen,
  onCollapseAll,
  onExpandAll,
}: {
  readonly scan: SessionScan
  readonly summary: DiagramSummary
  readonly diagrams: readonly DiagramSummary[]
  readonly diagram: PlacedDiagram
  readonly layers: readonly Layer[]
  readonly address: MapAddress
  /** `null` without a search text. */
  readonly matchCount: number | null
  /** Number of matching resources without a box in this diagram. */
  readonly elsewhere: number
  /** Goes to the first of them in the inventory. `null`: it is open. */
  readonly onElsewhere: (() => void) | null
  readonly isRedrawing: boolean
  readonly searchField: React.Ref<InputProps.Ref>
  readonly onChange: (change: MapChange) => void
  readonly onOpen: (diagramId: string) => void
  readonly onNextMatch: () => void
  readonly onFit: () => void
  readonly onFullScreen: () => void
  readonly onCollapseAll: () => void
  readonly onExpandAll: () => void
}) {
  const flow = useReactFlow()
  const [isLegendOpen, setLegendOpen] = useState(false)
  // Detail pages are opened from boxes. Only the open one is listed.
  const views = diagrams
    .filter(({ id, parentId }) => parentId === null || id === summary.id)
    .map(({ id, title }) => ({ value: id, label: title }))
  const saved = useQuery(viewsOfQuery(scan)).data?.filter(({ diagramId }) => diagramId !== null) ?? []
  const [, navigate] = useLocation()
  return (
    <>
      <div className="map-bar" role="toolbar" aria-label="Diagram">
        <h1 className="map-hidden-text">{diagram.title}</h1>
        <div className="map-bar-view">
          <Select
            ariaLabel="View"
            options={
              saved.length === 0
                ? views
                : [
                    {
                      label: 'Saved views',
                      options: saved.map(({ id, name }) => ({ value: `${savedPrefix}${id}`, label: name })),
                    },
                    { label: 'Diagrams', options: views },
                  ]
            }
            selectedOption={views.find(({ value }) => value === summary.id) ?? null}
            onChange={({ detail }) => {
              const { value = summary.id } = detail.selectedOption
              if (value.startsWith(savedPrefix)) navigate(value)
              else onOpen(value)
            }}
          />
        </div>
        <div className="map-bar-search">
          <Input
            ref={searchField}
            type="search"
            ariaLabel="Search diagram"
            placeholder="Search"
            clearAriaLabel="Clear search"
            value={address.search}
            onChange={({ detail }) => onChange({ search: detail.value })}
            onKeyDown={(event) => {
              if (event.detail.key === 'Enter') onNextMatch()
              if (event.detail.key !== 'Escape' || address.search === '') return
              // The first Escape clears the search, the second one closes the panel.
              event.preventDefault()
              onChange({ search: '' })
            }}
          />
          <span role="status">{matchCount === null ? '' : counted(matchCount, 'match', 'matches')}</span>
          {matchCount !== null && elsewhere > 0 && onElsewhere !== null && (
            <Button variant="inline-link" wrapText={false} onClick={onElsewhere}>
              {formatCount(elsewhere)} on other pages
            </Button>
          )}
        </div>
        <DiagramQuestions asked={address.question} onAsk={(question) => onChange({ question, from: null })} />
        <div className="map-bar-actions">
          {isRedrawing && <Spinner />}
          <Button
            variant={address.base === null ? 'normal' : 'primary'}
            onClick={() => onChange({ base: address.base === null ? 'previous' : null })}
          >
            {address.base === null ? 'Compare' : 'Hide changes'}
          </Button>
          <MapFilter diagram={diagram} options={address.options} onChange={(options) => onChange({ options })} />
          <ButtonDropdown
            items={[
              ...layers.map(({ id, name }) => ({
                id: `layer ${id}`,
                text: name,
                itemType: 'checkbox' as const,
                checked: !address.hidden.has(id),
              })),
              { id: 'collapse', text: 'Collapse all groups' },
              { id: 'expand', text: 'Expand all groups' },
            ]}
            expandToViewport
            onItemClick={({ detail }) => {
              if (detail.id === 'collapse') onCollapseAll()
              else if (detail.id === 'expand') onExpandAll()
              else {
                const layer = detail.id.replace('layer ', '')
                const hidden = new Set(address.hidden)
                if (!hidden.delete(layer)) hidden.add(layer)
                onChange({ hidden })
              }
            }}
          >
            Show
          </ButtonDropdown>
          <MapSharing scan={scan} summary={summary} address={address} />
          <ExportMenu diagram={summary} scan={scan} options={exportOptions(address)} />
          <Button iconName="zoom-in" variant="icon" ariaLabel="Zoom in" onClick={() => void flow.zoomIn()} />
          <Button iconName="zoom-out" variant="icon" ariaLabel="Zoom out" onClick={() => void flow.zoomOut()} />
          <Button iconName="zoom-to-fit" variant="icon" ariaLabel="Zoom to fit" onClick={onFit} />
          <Button iconName="full-screen" variant="icon" ariaLabel="Full screen" onClick={onFullScreen} />
          <Button
            iconName="status-info"
            variant="icon"
            ariaLabel="Legend"
            ariaExpanded={isLegendOpen}
            onClick={() => setLegendOpen(!isLegendOpen)}
          />
        </div>
      </div>
      {isLegendOpen && <MapLegend diagram={diagram} layers={layers} onClose={() => setLegendOpen(false)} />}
    </>
  )
}
