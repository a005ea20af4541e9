/** Finds places where a label can't be mistaken for the label of another line, or for a text of another box. */
import type { DiagramEdge, PlacedBox, Point, Rectangle } from '../diagram.ts'

type Line = { readonly edge: DiagramEdge; readonly points: readonly Point[] }

/** What is around a label. Segments of lines are rectangles without a width or a height. */
export type Surroundings = {
  /** Of the line of the label. */
  readonly own: readonly Rectangle[]
  /** Of all lines that say something else. */
  readonly others: readonly Rectangle[]
  /** The same without what the label can be beside although they share it with its line. */
  readonly othersApart: readonly Rectangle[]
  /** That the line only passes. */
  readonly boxes: readonly Rectangle[]
}

export type Segment = { readonly line: Line; readonly rectangle: Rectangle }

/** Other lines are at least so much farther away than the own line, if possible: the more of these, the better. */
const clearlyFartherPx = [4, 10]
/** What is farther away from a label doesn't matter. */
const nearPx = 20
/** A line above or below a label looks like its line up to this distance, more than one beside it. */
const alongPx = 12
/** The same of boxes. */
const clearOfBoxesPx = 4

/** What lines have in common that may share the piece beside a label. `null`: the line of the label is alone there. */
export type SharedBy = 'source' | 'target' | null

/** Lines with the same label and a common end are as good as one. */
export function surroundingsOf(
  line: Line,
  segments: readonly Segment[],
  boxes: readonly PlacedBox[],
  labelWidth: number,
  sharedBy: SharedBy,
): Surroundings {
  const { source, target } = line.edge
  const own = segmentsOf(line.points)
  const reachPx = labelWidth + nearPx
  const isNear = (other: Rectangle): boolean => nearest(other, own) < reachPx
  const near = segments.filter(({ rectangle }) => isNear(rectangle))
  const isAlike = (segment: Segment): boolean => segment.line === line || saysTheSame(line, segment.line)
  const alike = near.filter(isAlike).map(({ rectangle }) => rectangle)
  const others = near.filter((segment) => !isAlike(segment))
  const mayShare = ({ line: other }: Segment): boolean =>
    sharedBy !== null && other.edge[sharedBy] === line.edge[sharedBy]
  const withoutAlike = (rectangle: Rectangle): readonly Rectangle[] =>
    alike.reduce<readonly Rectangle[]>((rest, part) => rest.flatMap((each) => without(each, part)), [rectangle])
  return {
    own,
    others: others.map(({ rectangle }) => rectangle),
    othersApart: others.flatMap((other) => (mayShare(other) ? withoutAlike(other.rectangle) : [other.rectangle])),
    boxes: boxes.filter(
      (box) => box.element.kind === 'node' && ![source, target].includes(box.element.id) && isNear(box),
    ),
  }
}

/** With a common end. */
export function saysTheSame(one: Line, other: Line): boolean {
  if (one.edge.label !== other.edge.label || one.edge.form !== other.edge.form) return false
  return isSamePoint(one.points[0], other.points[0]) || isSamePoint(one.points.at(-1), other.points.at(-1))
}

function isSamePoint(one: Point | undefined, other: Point | undefined): boolean {
  return one?.x === other?.x && one?.y === other?.y
}

/** The first of the places with the fewest doubts. `null` if each would be misread. */
export function clearestPlace(places: Iterable<Rectangle>, surroundings: Surroundings): Rectangle | null {
  let [best, fewest]: [Rectangle | null, number] = [null, Infinity]
  for (const place of places) {
    const doubts = doubtsAt(place, surroundings)
    if (doubts < fewest) [best, fewest] = [place, doubts]
    if (fewest === 0) break
  }
  return best
}

/** `Infinity` where another line or box is as near as the own line, or where only another line is along the label. */
function doubtsAt(place: Rectangle, { own, others, othersApart, boxes }: Surroundings): number {
  const toOwn = nearest(place, own)
  const toOther = nearest(place, othersApart)
  if (toOther <= toOwn || nearest(place, boxes) <= toOwn) return Infinity
  if (isAlong(othersApart, place) && !isAlong(own, place)) return Infinity
  const isShared = nearest(place, others) <= toOwn
  const isByBox = nearest(place, boxes) < clearOfBoxesPx
  const tooClose = clearlyFartherPx.filter((farther) => toOther < toOwn + farther)
  return tooClose.length + Number(isByBox) + 4 * Number(isShared)
}

/** Whether one of the lines is above or below most of the label. */
function isAlong(lines: readonly Rectangle[], place: Rectangle): boolean {
  return lines.some((line) => {
    const common = Math.min(line.x + line.width, place.x + place.width) - Math.max(line.x, place.x)
    return common > place.width / 2 && distance(line, place) < alongPx
  })
}

function nearest(place: Rectangle, others: readonly Rectangle[]): number {
  let least = Infinity
  for (const other of others) least = Math.min(least, distance(place, other))
  return least
}

export function distance(one: Rectangle, other: Rectangle): number {
  const across = Math.max(0, other.x - one.x - one.width, one.x - other.x - other.width)
  const down = Math.max(0, other.y - one.y - one.height, one.y - other.y - other.height)
  // Several times faster than `Math.hypot`.
  return Math.sqrt(across * across + down * down)
}

export function segmentsOf(points: readonly Point[]): readonly Rectangle[] {
  return points.slice(1).map((to, position) => {
    const from = points[position] as Point
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }
  })
}

/** What is left of a segment where another one covers it. */
function without(segment: Rectangle, cover: Rectangle): readonly Rectangle[] {
  const { x, y, width, height } = segment
  if (height === 0 && cover.height === 0 && y === cover.y)
    return remaining([x, x + width], [cover.x, cover.x + cover.width]).map(([from, to]) => ({
      ...segment,
      x: from,
      width: to - from,
    }))
  if (width === 0 && cover.width === 0 && x === cover.x)
    return remaining([y, y + height], [cover.y, cover.y + cover.height]).map(([from, to]) => ({
      ...segment,
      y: from,
      height: to - from,
    }))
  return [segment]
}

type Range = readonly [number, number]

function remaining([from, to]: Range, [start, end]: Range): readonly Range[] {
  if (end <= from || to <= start) return [[from, to]]
  const ranges: readonly Range[] = [
    [from, start],
    [end, to],
  ]
  return ranges.filter(([low, high]) => low < high)
}
