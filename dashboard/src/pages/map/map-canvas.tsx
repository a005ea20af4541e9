/** The canvas with boxes and arrows, for pointer, touch, and keyboard. */
import '@xyflow/react/dist/base.css'
import './map.css'
import { MiniMap, ReactFlow, useReactFlow, useStore, ViewportPortal } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BoxTree } from './box-tree.ts'
import { boxLook } from './box-style.ts'
import type { MapTheme } from './box-style.ts'
import { HoverCard } from './hover-card.tsx'
import type { Hovered } from './hover-card.tsx'
import { MapGroupNames } from './map-group-names.tsx'
import { MapNode } from './map-node.tsx'
import type { MapNodeType } from './map-node.tsx'
import { MapRoutes } from './map-routes.tsx'
import { nearestBox } from './nearest-box.ts'
import type { Direction } from './nearest-box.ts'
import { minimapCorner, minimapSize } from './minimap-corner.ts'
import type { MinimapCorner } from './minimap-corner.ts'
import { panelPlace } from './panel-place.ts'
import type { PanelSide } from './panel-place.ts'
import type { PlacedBox, PlacedDiagram, PlacedRoute } from './placed-diagram.ts'
import type { useMapViewport } from './use-map-viewport.ts'

const nodeTypes = { box: MapNode }
const zoomRange = { min: 0.02, max: 3 }
/**
 * Below these zooms, text is unreadable: first details are hidden and names of groups grow, then boxes are shown as
 * icons.
 */
const farZooms = { details: 0.5, labels: 0.4 }
const hoverDelayMs = 250

/** Groups are drawn below arrows, and arrows below nodes. A collapsed group covers the arrows into it. */
const order = { routes: 500, collapsed: 800, node: 1000, names: 1100 }

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export function MapCanvas({
  diagram,
  boxes,
  routes,
  tree,
  theme,
  mode,
  selected,
  collapsed,
  matches,
  highlight,
  isPicking,
  viewport,
  side,
  onSelect,
  onToggle,
  onSearch,
  onOpenPage,
}: {
  readonly diagram: PlacedDiagram
  readonly boxes: readonly PlacedBox[]
  readonly routes: readonly PlacedRoute[]
  readonly tree: BoxTree
  readonly theme: MapTheme
  readonly mode: 'light' | 'dark'
  readonly selected: PlacedBox | null
  readonly collapsed: ReadonlySet<string>
  /** The boxes that aren’t dimmed; `null`: none is dimmed. */
  readonly matches: ReadonlySet<string> | null
  readonly highlight: React.ComponentProps<typeof MapRoutes>['highlight']
  /** Whether the next click picks a box instead of selecting it. */
  readonly isPicking: boolean
  readonly viewport: ReturnType<typeof useMapViewport>
  /** Of the open panel; `null` without one. */
  readonly side: PanelSide | null
  readonly onSelect: (box: PlacedBox | null) => void
  readonly onToggle: (id: string) => void
  readonly onSearch: () => void
  readonly onOpenPage: (focus: string) => void
}) {
  const flow = useReactFlow()
  const isFar = useStore(({ transform }) => transform[2] < farZooms.details)
  const isVeryFar = useStore(({ transform }) => transform[2] < farZooms.labels)
  const [isMoving, setMoving] = useState(false)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const selectedId = selected?.element.id ?? null

  const nodes = useMemo(
    () =>
      boxes.map((box): MapNodeType => {
        const { id, kind } = box.element
        const isCollapsed = collapsed.has(id)
        const isFound = matches === null || matches.has(id)
        return {
          id,
          type: 'box',
          position: { x: box.x, y: box.y },
          width: box.width,
          height: box.height,
          // Groups fade less than nodes: otherwise matches inside them would fade too.
          className: isFound ? '' : kind === 'group' ? 'map-quiet' : 'map-dim',
          zIndex: kind === 'node' ? order.node : isCollapsed ? order.collapsed : (tree.depth.get(id) ?? 0),
          data: {
            box,
            theme,
            isCollapsed,
            count: tree.resourceCount.get(id) ?? 0,
            isSelected: id === selectedId,
          },
        }
      }),
    [boxes, collapsed, matches, theme, tree, selectedId],
  )

  const { canvas } = viewport
  const [corner, setCorner] = useState<MinimapCorner | null>(null)
  const placeMinimap = useCallback(() => {
    const covered = side === null ? null : panelPlace(side, canvas)
    setCorner((now) => minimapCorner(boxes, now ?? 'bottom-right', flow.getViewport(), canvas, covered))
  }, [boxes, canvas, flow, side])
  const placeLatest = useRef(placeMinimap)
  useEffect(() => {
    placeLatest.current = placeMinimap
  }, [placeMinimap])
  // Not when a panel opens: nothing moves then.
  useEffect(() => placeLatest.current(), [boxes, canvas])

  const hover = useCallback((next: Hovered | null) => {
    clearTimeout(hoverTimer.current)
    if (next === null) setHovered(null)
    else hoverTimer.current = setTimeout(() => setHovered(next), hoverDelayMs)
  }, [])
  useEffect(() => () => clearTimeout(hoverTimer.current), [])
  const hoverRoute = useCallback(
    (route: PlacedRoute | null, at: { readonly x: number; readonly y: number }) =>
      hover(route === null ? null : { title: route.edge.description, lines: [], at }),
    [hover],
  )

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const direction = directions[event.key]
    if (direction !== undefined) {
      const next =
        selected === null
          ? boxes.find(({ element }) => element.kind === 'node')
          : nearestBox(boxes, selected, direction)
      if (next !== undefined && next !== null) {
        onSelect(next)
        viewport.show(next)
      }
    } else if (event.key === '+' || event.key === '=') void flow.zoomIn()
    else if (event.key === '-') void flow.zoomOut()
    else if (event.key === '0') viewport.fit()
    else if (event.key === '/') onSearch()
    else if (event.key === 'Escape') onSelect(null)
    else if (event.key === ' ' && selected?.element.kind === 'group') onToggle(selected.element.id)
    else if (event.key === 'Enter' && selected !== null) {
      if (typeof selected.element.opens === 'string') onOpenPage(selected.element.opens)
      else document.querySelector<HTMLElement>('#map-panel')?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <div
      className={`map-canvas${isFar ? ' map-far' : ''}${isVeryFar ? ' map-very-far' : ''}${isMoving ? ' map-moving' : ''}${isPicking ? ' map-picking' : ''}`}
      role="application"
      aria-label={`Diagram: ${diagram.title}`}
      aria-describedby="map-keys"
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <p id="map-keys" className="map-hidden-text">
        {diagram.description} Arrow keys move between boxes. Enter shows the details of a box or opens its detail page.
        Space collapses a group. Slash searches. Plus and minus zoom. Zero zooms to fit.
      </p>
      <div className="map-hidden-text" role="status">
        {selected === null ? '' : selected.element.description.replaceAll('\n', ', ')}
      </div>
      <ReactFlow
        nodes={nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        colorMode={mode}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        onlyRenderVisibleElements={nodes.length > 3000}
        minZoom={zoomRange.min}
        maxZoom={zoomRange.max}
        deleteKeyCode={null}
        onNodeClick={(_event, { data }) => onSelect(data.box)}
        onNodeDoubleClick={(_event, { data: { box } }) => {
          if (typeof box.element.opens === 'string') onOpenPage(box.element.opens)
          else if (box.element.kind === 'group') onToggle(box.element.id)
        }}
        onNodeMouseEnter={({ clientX, clientY }, { data: { box } }) => {
          const [title = '', ...lines] = box.element.description.split('\n')
          if (box.element.kind === 'node') hover({ title, lines, at: { x: clientX, y: clientY } })
        }}
        onNodeMouseLeave={() => hover(null)}
        onMoveStart={() => hover(null)}
        onMove={(_event, now) => {
          viewport.onMove(now)
          setMoving(true)
        }}
        onMoveEnd={(_event, now) => {
          viewport.onMoveEnd(now)
          placeMinimap()
          setMoving(false)
        }}
        onPaneClick={() => onSelect(null)}
      >
        <ViewportPortal>
          <div className="map-routes-layer" style={{ zIndex: order.routes }}>
            <MapRoutes
              diagram={diagram}
              routes={routes}
              theme={theme}
              selected={selectedId}
              highlight={highlight}
              onHover={hoverRoute}
            />
          </div>
          {isFar && (
            <div className="map-routes-layer" style={{ zIndex: order.names }}>
              <MapGroupNames boxes={boxes} tree={tree} theme={theme} />
            </div>
          )}
        </ViewportPortal>
        {corner !== null && (
          <MiniMap<MapNodeType>
            className="map-minimap"
            position={corner}
            style={minimapSize}
            pannable
            zoomable
            ariaLabel="Minimap"
            bgColor={theme.background}
            nodeBorderRadius={3}
            nodeStrokeWidth={4}
            nodeColor={({ data: { box } }) => {
              const { change } = box.element
              if (change !== undefined && change !== 'unchanged') return theme.changes[change].stroke
              const { fill } = boxLook(box, theme)
              return box.element.kind === 'node' ? theme.mutedText : fill === 'none' ? 'transparent' : fill
            }}
            nodeStrokeColor={({ data: { box } }) =>
              box.element.kind === 'group' ? boxLook(box, theme).stroke : 'transparent'
            }
          />
        )}
      </ReactFlow>
      {hovered !== null && <HoverCard hovered={hovered} />}
    </div>
  )
}
