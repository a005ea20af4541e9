/** Names of groups that stay readable when the diagram is zoomed out. */
import type { PlacedBox, Rectangle } from './placed-diagram.ts'
import { overlaps } from './viewport.ts'

export type GroupName = Rectangle & { readonly id: string; readonly text: string; readonly sizePx: number }

/** On the screen. */
const [sizeOnScreenPx, marginOnScreenPx, minWidthOnScreenPx] = [12, 4, 48]
const lineHeight = 1.3
/** Ratio of neighboring zoom levels at which names are placed again. */
const levelRatio = 1.15

/** The nearest lower level, so that names aren’t placed again at each step of a zoom. */
export function zoomLevel(zoom: number): number {
  // Numbers slightly below a level count as that level.
  return levelRatio ** Math.floor(Math.log(zoom) / Math.log(levelRatio) + 1e-9)
}

/**
 * Places names at the top left of their groups, outer groups first. A name in the way moves the next one down, within
 * its group. Names without room are left out.
 */
export function groupNames(boxes: readonly PlacedBox[], zoom: number): readonly GroupName[] {
  const [sizePx, margin] = [sizeOnScreenPx / zoom, marginOnScreenPx / zoom]
  const height = sizePx * lineHeight
  const placed: GroupName[] = []
  for (const { element, texts, ...group } of boxes) {
    const [title] = texts
    const room = group.width - 2 * margin
    if (element.kind !== 'group' || title === undefined || room * zoom < minWidthOnScreenPx) continue
    const wholeWidth = (title.widthPx * sizePx) / title.sizePx + 2 * margin
    const width = Math.min(room, wholeWidth)
    let place = { x: group.x + margin, y: group.y + margin / 2, width, height }
    for (const other of placed) if (overlaps(place, other)) place = { ...place, y: other.y + other.height }
    const isFree = place.y + height <= group.y + group.height && !placed.some((other) => overlaps(place, other))
    const text = cutInMiddle(title.text, (width - 2 * margin) / (wholeWidth - 2 * margin))
    if (isFree) placed.push({ ...place, id: element.id, text, sizePx })
  }
  return placed
}

/** The share of a name for which there is room. Names often differ only at their ends. */
function cutInMiddle(text: string, share: number): string {
  const characters = Array.from(text)
  if (share >= 1) return text
  const kept = Math.max(2, Math.floor(characters.length * share) - 1)
  const end = Math.floor(kept / 2)
  return `${characters.slice(0, kept - end).join('')}…${characters.slice(-end).join('')}`
}
