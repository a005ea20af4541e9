/** Moves icons and texts of groups aside where lines of a flow cross them. */
import type { PlacedBox, Point, Rectangle } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { placedText } from './box-texts.ts'

const clearance = 6

export function clearHeader(box: PlacedBox, lines: readonly (readonly Point[])[], measure: Measure): PlacedBox {
  if (box.element.kind === 'node' || box.texts.length === 0) return box
  const header = headerOf(box)
  const strip = { ...header, x: box.x, width: box.width }
  const crossings = lines.flatMap((points) => crossingsOf(points, strip))
  if (!crossings.some(({ from, to }) => from < header.x + header.width + clearance && to > header.x - clearance))
    return box
  const free = freeIntervals(crossings, box.x + 1, box.x + box.width - clearance)
  const fitting = free.find(({ from, to }) => to - from >= header.width + clearance)
  const widest = free.reduce((one, other) => (other.to - other.from > one.to - one.from ? other : one), {
    from: 0,
    to: 0,
  })
  const chosen = fitting ?? widest
  const by = Math.round(chosen.from) + clearance - header.x
  const end = chosen.to - clearance
  return {
    ...box,
    icon: box.icon && { ...box.icon, x: box.icon.x + by },
    texts: box.texts.flatMap((text) => {
      const x = text.x + by
      const style = { sizePx: text.sizePx, weight: text.weight, role: text.role }
      return placedText(text.text, x, text.y, style, Math.max(0, end - x), measure) ?? []
    }),
  }
}

/** The area of icon and texts. */
function headerOf({ icon, texts }: PlacedBox): Rectangle {
  const parts = [
    ...texts.map((text) => ({ x: text.x, y: text.y - text.sizePx, width: text.widthPx, height: text.sizePx + 3 })),
    ...(icon === null ? [] : [{ x: icon.x, y: icon.y, width: icon.sizePx, height: icon.sizePx }]),
  ]
  const x = Math.min(...parts.map((part) => part.x))
  const y = Math.min(...parts.map((part) => part.y))
  const right = Math.max(...parts.map((part) => part.x + part.width))
  const bottom = Math.max(...parts.map((part) => part.y + part.height))
  return { x, y, width: right - x, height: bottom - y }
}

type Interval = { readonly from: number; readonly to: number }

function crossingsOf(points: readonly Point[], strip: Rectangle): readonly Interval[] {
  return points.slice(1).flatMap((to, position) => {
    const from = points[position] as Point
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
    const meets =
      top <= strip.y + strip.height && bottom >= strip.y && left <= strip.x + strip.width && right >= strip.x
    return meets ? [{ from: left, to: right }] : []
  })
}

function freeIntervals(taken: readonly Interval[], start: number, end: number): readonly Interval[] {
  const free: Interval[] = []
  let from = start
  for (const each of taken.toSorted((left, right) => left.from - right.from)) {
    if (each.from > from) free.push({ from, to: each.from })
    from = Math.max(from, each.to)
  }
  if (end > from) free.push({ from, to: end })
  return free
}
