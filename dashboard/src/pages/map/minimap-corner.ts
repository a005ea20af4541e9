/** Chooses the corner of the minimap, where it covers no boxes. */
import type { PlacedBox, Rectangle } from './placed-diagram.ts'
import { boundsOf, onCanvas, overlaps } from './viewport.ts'
import type { Size, Viewport } from './viewport.ts'

export const minimapCorners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type MinimapCorner = (typeof minimapCorners)[number]

export const minimapSize: Size = { width: 200, height: 150 }
const marginPx = 15
/** Boxes closer than this count as covered. */
const gapPx = 6

/**
 * `null` if the canvas shows the whole diagram. `covered`: the place of the panel, which lies over the minimap. The
 * minimap stays at `now` unless another corner is better.
 */
export function minimapCorner(
  boxes: readonly PlacedBox[],
  now: MinimapCorner,
  viewport: Viewport,
  canvas: Size,
  covered: Rectangle | null,
): MinimapCorner | null {
  if (isWithin(onCanvas(boundsOf(boxes), viewport), canvas)) return null
  const shown = boxes.flatMap((box) => (box.element.kind === 'node' ? [onCanvas(box, viewport)] : []))
  const cost = (corner: MinimapCorner) => {
    const place = placeOf(corner, canvas)
    if (covered !== null && overlaps(place, covered)) return Infinity
    return shown.filter((box) => overlaps(box, place)).length
  }
  return [now, ...minimapCorners].reduce((best, corner) => (cost(corner) < cost(best) ? corner : best))
}

function placeOf(corner: MinimapCorner, canvas: Size): Rectangle {
  const { width, height } = minimapSize
  return {
    x: (corner.endsWith('right') ? canvas.width - marginPx - width : marginPx) - gapPx,
    y: (corner.startsWith('bottom') ? canvas.height - marginPx - height : marginPx) - gapPx,
    width: width + 2 * gapPx,
    height: height + 2 * gapPx,
  }
}

function isWithin({ x, y, width, height }: Rectangle, canvas: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= canvas.width && y + height <= canvas.height
}
