/** The viewport that keeps a box visible after a panel opened next to the canvas. */
import type { Rectangle } from './placed-diagram.ts'

type Viewport = { readonly x: number; readonly y: number; readonly zoom: number }

const marginPx = 16

/** `null`: the box is visible or doesn’t fit. The panel opens at the right or at the bottom of the canvas. */
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
