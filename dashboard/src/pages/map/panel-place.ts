/** The side of the canvas that the details lie over. The diagram doesn’t move for them. */
import type { Rectangle } from './placed-diagram.ts'
import { onCanvas, overlaps } from './viewport.ts'
import type { Size, Viewport } from './viewport.ts'

/** `end`: right, or the bottom of a narrow canvas. `start`: left, or the top. */
export type PanelSide = 'start' | 'end'

const narrowPx = 700
const widthPx = 420
const widthShare = 0.4
const narrowHeightShare = 0.55

/** The place of the panel on the canvas, in pixels. */
export function panelPlace(side: PanelSide, canvas: Size): Rectangle {
  const isEnd = side === 'end'
  if (canvas.width <= narrowPx) {
    const height = Math.round(canvas.height * narrowHeightShare)
    return { x: 0, y: isEnd ? canvas.height - height : 0, width: canvas.width, height }
  }
  const width = Math.round(Math.min(widthPx, canvas.width * widthShare))
  return { x: isEnd ? canvas.width - width : 0, y: 0, width, height: canvas.height }
}

/** The part of the canvas beside the panel. */
export function partBesidePanel(side: PanelSide, canvas: Size): Rectangle {
  const panel = panelPlace(side, canvas)
  if (panel.width === canvas.width) {
    return { x: 0, y: side === 'end' ? 0 : panel.height, width: canvas.width, height: canvas.height - panel.height }
  }
  return { x: side === 'end' ? 0 : panel.width, y: 0, width: canvas.width - panel.width, height: canvas.height }
}

/** The other side if the panel would cover the box here and not there. */
export function panelSide(box: Rectangle, now: PanelSide, viewport: Viewport, canvas: Size): PanelSide {
  const shown = onCanvas(box, viewport)
  const other = now === 'end' ? 'start' : 'end'
  const isCoveredNow = overlaps(shown, panelPlace(now, canvas))
  return isCoveredNow && !overlaps(shown, panelPlace(other, canvas)) ? other : now
}
