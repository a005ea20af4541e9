/** Where the map has to be moved so that a box is not covered by the panel that opened beside it. */
import type { Rectangle } from './placed-diagram.ts'

type Viewport = { readonly x: number; readonly y: number; readonly zoom: number }

const marginPx = 16

/** `null`: the box is seen already, or has no room. What the canvas lost, it lost at its right or its bottom. */
export function uncoveredViewport(
  box: Rectangle,
  { x, y, zoom }: Viewport,
  canvas: { readonly width: number; readonly height: number },
): Viewport | null {
  const hasRoom = box.width * zoom + 2 * marginPx <= canvas.width && box.height * zoom + 2 * marginPx <= canvas.height
  const right = (box.x + box.width) * zoom + x
  const bottom = (box.y + box.height) * zoom + y
  const [dx, dy] = [Math.min(0, canvas.width - marginPx - right), Math.min(0, canvas.height - marginPx - bottom)]
  return hasRoom && (dx !== 0 || dy !== 0) ? { x: x + dx, y: y + dy, zoom } : null
}
