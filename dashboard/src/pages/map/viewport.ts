/** Computes which part of a diagram the canvas shows. */
import type { PlacedBox, Rectangle } from './placed-diagram.ts'

export type Viewport = { readonly x: number; readonly y: number; readonly zoom: number }
export type Size = { readonly width: number; readonly height: number }

/** Smaller labels are unreadable. */
const readableLabelPx = 9
/** A larger one makes small diagrams look coarse. */
const maxFitZoom = 1.5
const marginPx = 24
const smallestDefaultLabelPx = 11

/** The area of all boxes. */
export function boundsOf(boxes: readonly Rectangle[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    ;[left, top] = [Math.min(left, x), Math.min(top, y)]
    ;[right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)]
  }
  return boxes.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Centers an area in the canvas, as large as fits. */
export function fitViewport(area: Rectangle, canvas: Size): Viewport {
  const room = { width: canvas.width - 2 * marginPx, height: canvas.height - 2 * marginPx }
  const zoom = Math.min(maxFitZoom, room.width / Math.max(1, area.width), room.height / Math.max(1, area.height))
  return viewportAround(centerOf(area), zoom, { x: 0, y: 0, ...canvas })
}

/** Fits the diagram if its labels are readable then. Otherwise shows its entry at full size. */
export function openingViewport(boxes: readonly PlacedBox[], canvas: Size): Viewport {
  const area = boundsOf(boxes)
  const fitted = fitViewport(area, canvas)
  if (fitted.zoom * smallestLabelPx(boxes) >= readableLabelPx) return fitted
  const entry = boxes.find(({ element }) => element.form === 'internet')
  const center = entry === undefined ? { x: area.x, y: area.y } : centerOf(entry)
  return {
    x: withinEdges(canvas.width / 2 - center.x, area.x, area.width, canvas.width),
    y: withinEdges(canvas.height / 2 - center.y, area.y, area.height, canvas.height),
    zoom: 1,
  }
}

/** Moves a side at full size so that no space is wasted beyond the edges of the diagram. */
function withinEdges(offset: number, start: number, length: number, roomPx: number): number {
  const first = marginPx - start
  const last = roomPx - marginPx - start - length
  return last >= first ? (first + last) / 2 : Math.min(first, Math.max(last, offset))
}

function smallestLabelPx(boxes: readonly PlacedBox[]): number {
  const sizes = boxes.flatMap(({ texts }) => texts.flatMap(({ role, sizePx }) => (role === 'label' ? [sizePx] : [])))
  return sizes.reduce((smallest, size) => Math.min(smallest, size), sizes[0] ?? smallestDefaultLabelPx)
}

/** Shows a point of the diagram in the middle of a part of the canvas. */
export function viewportAround(
  point: { readonly x: number; readonly y: number },
  zoom: number,
  part: Rectangle,
): Viewport {
  return { x: part.x + part.width / 2 - point.x * zoom, y: part.y + part.height / 2 - point.y * zoom, zoom }
}

export function centerOf({ x, y, width, height }: Rectangle): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}

/** A rectangle of the diagram in pixels of the canvas. */
export function onCanvas(box: Rectangle, { x, y, zoom }: Viewport): Rectangle {
  return { x: box.x * zoom + x, y: box.y * zoom + y, width: box.width * zoom, height: box.height * zoom }
}

export function overlaps(left: Rectangle, right: Rectangle): boolean {
  return (
    left.x < right.x + right.width &&
    right.x < left.x + left.width &&
    left.y < right.y + right.height &&
    right.y < left.y + left.height
  )
}

export function isSameViewport(left: Viewport, right: Viewport): boolean {
  return isNear(left.x, right.x) && isNear(left.y, right.y) && isNear(left.zoom, right.zoom)
}

/** The center and the zoom in percent, as in URLs: the same place on canvases of other sizes. */
export function viewportText({ x, y, zoom }: Viewport, canvas: Size): string {
  const center = [(canvas.width / 2 - x) / zoom, (canvas.height / 2 - y) / zoom]
  return [...center, zoom * 100].map((value) => Math.round(value)).join(',')
}

/** `null` for an invalid text. */
export function parseViewport(text: string, canvas: Size): Viewport | null {
  const match = /^(?<x>-?\d{1,6}),(?<y>-?\d{1,6}),(?<percent>\d{1,3})$/u.exec(text)
  const [x = 0, y = 0, percent = 0] = (match ?? []).slice(1).map(Number)
  return percent === 0 ? null : viewportAround({ x, y }, percent / 100, { x: 0, y: 0, ...canvas })
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01
}
