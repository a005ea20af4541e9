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
import { MapNode } from './map-node.tsx'
import type { MapNodeType } from './map-node.tsx'
import { MapRoutes } from './map-routes.tsx'
import { nearestBox } from './nearest-box.ts'
import type { Direction } from './nearest-box.ts'
import type { PlacedBox, PlacedDiagram, PlacedRoute } from './placed-diagram.ts'
import { uncoveredViewport } from './uncovered-viewport.ts'

const nodeTypes = { box: MapNode }
const zoomRange = { min: 0.02, max: 3 }
/** Below this zoom, small text is unreadable and hidden. */
const farZoom = 0.45
const hoverDelayMs = 250
const fitOptions = { padding: 0.04, maxZoom: 1.1 }

/** Groups are drawn below arrows, and arrows below nodes. A collapsed group covers the arrows into it. */
const order = { routes: 500, collapsed: 800, node: 1000 }

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
  onSelect,
  onShow,
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
  /** `null` without a search text. */
  readonly matches: ReadonlySet<string> | null
  readonly onSelect: (box: PlacedBox | null) => void
  readonly onShow: (box: PlacedBox) => void
  readonly onToggle: (id: string) => void
  readonly onSearch: () => void
  readonly onOpenPage: (focus: string) => void
}) {
  const flow = useReactFlow()
  const isFar = useStore(({ transform }) => transform[2] < farZoom)
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

  const isFitted = useRef(false)
  const fit = useCallback(() => void flow.fitView(fitOptions).then((done) => (isFitted.current = done)), [flow])
  const shown = useRef<PlacedDiagram>(undefined)
  useEffect(() => {
    if (shown.current === diagram) return
    shown.current = diagram
    if (selected === null) fit()
    else onShow(selected)
  }, [diagram, fit, onShow, selected])
  // A diagram that was fitted stays fitted when the window or the frame changes size.
  // An opening panel moves the viewport only if it would cover the clicked box.
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const canvas = useRef<HTMLDivElement>(null)
  const spaceBefore = useRef('')
  const clicked = useRef<PlacedBox>(null)
  useEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = canvas.current?.parentElement ?? {}
    const space = `${clientWidth} × ${clientHeight}`
    const isOfPanel = space === spaceBefore.current
    spaceBefore.current = space
    if (!isOfPanel && isFitted.current) fit()
    const uncovered =
      isOfPanel && clicked.current !== null
        ? uncoveredViewport(clicked.current, flow.getViewport(), { width, height })
        : null
    if (uncovered !== null) void flow.setViewport(uncovered)
    clicked.current = null
  }, [width, height, fit, flow])

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
        onShow(next)
      }
    } else if (event.key === '+' || event.key === '=') void flow.zoomIn()
    else if (event.key === '-') void flow.zoomOut()
    else if (event.key === '0') fit()
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
      ref={canvas}
      className={`map-canvas${isFar ? ' map-far' : ''}${isMoving ? ' map-moving' : ''}`}
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
        onNodeClick={(_event, { data }) => {
          clicked.current = data.box
          onSelect(data.box)
        }}
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
        onMove={() => {
          isFitted.current = false
          setMoving(true)
        }}
        onMoveEnd={() => setMoving(false)}
        onPaneClick={() => onSelect(null)}
      >
        <ViewportPortal>
          <div className="map-routes-layer" style={{ zIndex: order.routes }}>
            <MapRoutes diagram={diagram} routes={routes} theme={theme} selected={selectedId} onHover={hoverRoute} />
          </div>
        </ViewportPortal>
        <MiniMap<MapNodeType>
          className="map-minimap"
          pannable
          zoomable
          ariaLabel="Minimap"
          bgColor={theme.background}
          nodeBorderRadius={3}
          nodeStrokeWidth={4}
          nodeColor={({ data: { box } }) => {
            const { fill } = boxLook(box, theme)
            return box.element.kind === 'node' ? theme.mutedText : fill === 'none' ? 'transparent' : fill
          }}
          nodeStrokeColor={({ data: { box } }) =>
            box.element.kind === 'group' ? boxLook(box, theme).stroke : 'transparent'
          }
        />
      </ReactFlow>
      {hovered !== null && <HoverCard hovered={hovered} />}
    </div>
  )
}
