/** Finds the next box in a direction, for the arrow keys. */
import type { PlacedBox, Rectangle } from './placed-diagram.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Weight of the sideways distance: a box straight ahead wins over a closer one to the side. */
const asideWeight = 2.5

/** `null` without a box in that direction. */
export function nearestBox(boxes: readonly PlacedBox[], from: PlacedBox, direction: Direction): PlacedBox | null {
  const start = center(from)
  let nearest: { box: PlacedBox; distance: number } | null = null
  for (const box of boxes) {
    if (box === from) continue
    const point = center(box)
    const [dx, dy] = [point.x - start.x, point.y - start.y]
    const [ahead, aside] = { up: [-dy, dx], down: [dy, dx], left: [-dx, dy], right: [dx, dy] }[direction] as [
      number,
      number,
    ]
    if (ahead <= 1) continue
    const distance = ahead + Math.abs(aside) * asideWeight
    if (nearest === null || distance < nearest.distance) nearest = { box, distance }
  }
  return nearest?.box ?? null
}

function center({ x, y, width, height }: Rectangle): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 }
}
