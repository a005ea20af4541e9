/** Packs boxes of any size in rows, filled to the width with the best proportions. */
import type { Point } from '../diagram.ts'

type Size = { readonly width: number; readonly height: number }

export type Packed = Size & {
  /** The top left corners, in the order of the boxes. */
  readonly places: readonly Point[]
}

const preferredAspect = 1.6
/** A shape twice as long is accepted if it is a third smaller. */
const proportionWeight = 0.6
/** Limits the time for pages with very many boxes. */
const mostWidths = 200

/** In the order that the boxes have, whatever their sizes, so that another size moves few of them. */
export function packShelves(boxes: readonly Size[], gap: number): Packed {
  if (boxes.length === 0) return { width: 0, height: 0, places: [] }
  return widthsToTry(boxes, gap)
    .map((width) => shelvesOf(boxes, width, gap))
    .reduce((one, other) => (cost(other) < cost(one) ? other : one))
}

function widthsToTry(boxes: readonly Size[], gap: number): readonly number[] {
  const widest = Math.max(0, ...boxes.map(({ width }) => width))
  const widths = new Set<number>([widest])
  let width = -gap
  for (const box of boxes.slice(0, mostWidths)) {
    width += box.width + gap
    if (width > widest) widths.add(width)
  }
  return [...widths]
}

function shelvesOf(boxes: readonly Size[], width: number, gap: number): Packed {
  const places: Point[] = []
  let [x, y, rowHeight, right] = [0, 0, 0, 0]
  for (const box of boxes) {
    if (x > 0 && x + box.width > width) [x, y, rowHeight] = [0, y + rowHeight + gap, 0]
    places.push({ x, y })
    right = Math.max(right, x + box.width)
    x += box.width + gap
    rowHeight = Math.max(rowHeight, box.height)
  }
  return { width: right, height: y + rowHeight, places }
}

/** The smallest, as far as its proportions are pleasant. */
function cost({ width, height }: Size): number {
  const proportion = Math.abs(Math.log(width / Math.max(1, height) / preferredAspect))
  return Math.log(Math.max(1, width) * Math.max(1, height)) + proportionWeight * proportion
}
