/** Pan and zoom: where the diagram opens, what keeps its place when the window changes, and the place in the URL. */
import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { partBesidePanel } from './panel-place.ts'
import type { PanelSide } from './panel-place.ts'
import type { PlacedBox, PlacedDiagram } from './placed-diagram.ts'
import {
  boundsOf,
  centerOf,
  fitViewport,
  isSameViewport,
  openingViewport,
  parseViewport,
  viewportAround,
  viewportText,
} from './viewport.ts'
import type { Size, Viewport } from './viewport.ts'

const closeZoom = 0.9
const animationMs = 300
/** Browsers limit how often a page may change its URL. */
const addressDelayMs = 250

/** A place that is computed again when the canvas changes its size, until the user moves the diagram. */
type Kept = {
  readonly place: (canvas: Size) => Viewport
  readonly applied: Viewport
  /** The place in the URL. `null` for the place where a diagram opens. */
  readonly at: string | null
}

export function useMapViewport({
  diagram,
  boxes,
  selected,
  side,
  at,
  onMoved,
}: {
  readonly diagram: PlacedDiagram
  readonly boxes: readonly PlacedBox[]
  readonly selected: PlacedBox | null
  /** Of the open panel; `null` without one. */
  readonly side: PanelSide | null
  readonly at: string | null
  readonly onMoved: (at: string | null) => void
}) {
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const canvas = useMemo(() => ({ width, height }), [width, height])
  const kept = useRef<Kept>(null)
  const keep = useCallback(
    (place: Kept['place'], address: string | null) => {
      const applied = place(canvas)
      kept.current = { place, applied, at: address }
      void flow.setViewport(applied)
    },
    [canvas, flow],
  )

  const shown = useRef<PlacedDiagram>(undefined)
  useEffect(() => {
    if (canvas.width === 0 || canvas.height === 0) return
    if (shown.current === diagram) {
      if (kept.current !== null) keep(kept.current.place, kept.current.at)
      return
    }
    shown.current = diagram
    const isPlaced = at !== null && parseViewport(at, canvas) !== null
    if (isPlaced) keep((size) => parseViewport(at, size) ?? openingViewport(boxes, size), at)
    else if (selected !== null) keep((size) => viewportShowing(selected, 0, size, side), null)
    else keep((size) => openingViewport(boxes, size), null)
    // Only another diagram or size moves the viewport.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [diagram, canvas, keep])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [diagram])
  const onMove = useCallback((viewport: Viewport) => {
    if (kept.current !== null && !isSameViewport(kept.current.applied, viewport)) kept.current = null
  }, [])
  const onMoveEnd = useCallback(
    (viewport: Viewport) => {
      clearTimeout(timer.current)
      const address = kept.current === null ? viewportText(viewport, canvas) : kept.current.at
      if (address !== at) timer.current = setTimeout(() => onMoved(address), addressDelayMs)
    },
    [at, canvas, onMoved],
  )
  const fit = useCallback(() => {
    const place = (size: Size) => fitViewport(boundsOf(boxes), size)
    keep(place, viewportText(place(canvas), canvas))
  }, [boxes, canvas, keep])
  const show = useCallback(
    (box: PlacedBox) => {
      const isStill = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches
      const viewport = viewportShowing(box, flow.getZoom(), canvas, 'end')
      void flow.setViewport(viewport, { duration: isStill ? 0 : animationMs })
    },
    [canvas, flow],
  )
  return { canvas, fit, show, onMove, onMoveEnd }
}

/** Shows a box beside the panel, large enough to read. */
function viewportShowing(box: PlacedBox, zoom: number, canvas: Size, side: PanelSide | null): Viewport {
  const part = side === null ? { x: 0, y: 0, ...canvas } : partBesidePanel(side, canvas)
  const wanted = Math.max(zoom, Math.min(closeZoom, (part.width * 0.9) / box.width, (part.height * 0.9) / box.height))
  return viewportAround(centerOf(box), wanted, part)
}
