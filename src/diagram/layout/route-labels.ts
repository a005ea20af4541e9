/**
 * Places labels beside their lines where they cover nothing: no text or border of a box, no other line, and no other
 * label.
 */
import type { DiagramEdge, PlacedBox, PlacedRoute, PlacedText, Point, Rectangle } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { offState } from '../off-state.ts'
import { detailStyle, placedText } from './box-texts.ts'
import {
  clearestPlace,
  distance,
  saysTheSame,
  type Segment,
  segmentsOf,
  type SharedBy,
  surroundingsOf,
} from './label-owner.ts'

/** Longer labels are cut. Each length is for labels that have no room at the one before. */
const longestLabelsPx = [280, 220, 180, 140, 110] as const
export const labelHeight = 14
const clearance = 3
/** Labels side by side would read as one. */
const betweenLabelsPx = 6

type Gap = { readonly above: number; readonly below: number; readonly beside: number }
/** Between a label and its line. Where there is no room for the first, the second. */
const gaps: readonly Gap[] = [
  { above: 2, below: 3, beside: 4 },
  { above: 1, below: 1, beside: 2 },
]

const widestGapPx = Math.max(...gaps.flatMap(({ above, below, beside }) => [above, below, beside]))

type Steps = { readonly across: number; readonly down: number }
/** Small steps are only taken where large ones lead to no place. */
const largeSteps: Steps = { across: 6, down: 3 }
const smallSteps: Steps = { across: 2, down: 1 }

/** `next`: where the line goes from the end of the piece. */
type Piece = { readonly from: Point; readonly to: Point; readonly next: Point }
type Line = { readonly edge: DiagramEdge; readonly points: readonly Point[] }

type Wording = { readonly textsOf: (edge: DiagramEdge) => readonly PlacedText[]; readonly sharedBy: SharedBy }

/**
 * Lines with a common end show their label once if all that have one there have the same, or if it is beside a piece that
 * they share. A label without room is left out. The description of the line still has it. Lines from the internet choose
 * first: their labels tell what is exposed. Then those that aren't in use, of which a label without room keeps the state. A
 * label is where its line is alone. Without room there, beside a piece that lines with one source share, it names its
 * target, and beside a piece that lines with one target share, its source.
 */
export function labeledRoutes(
  lines: readonly Line[],
  boxes: readonly PlacedBox[],
  page: Rectangle,
  measure: Measure,
): readonly PlacedRoute[] {
  const labeled = lines.filter(({ edge }) => edge.label !== '')
  if (labeled.length === 0) return lines.map((line) => ({ ...line, label: null }))
  const taken = [...boxes.flatMap(obstacles), ...lines.flatMap(({ points }) => segmentRectangles(points))]
  const segments = lines.flatMap((line) => segmentsOf(line.points).map((rectangle): Segment => ({ line, rectangle })))
  const placeOf = (line: Line, texts: readonly PlacedText[], sharedBy: SharedBy): PlacedText | null => {
    for (const sized of texts) {
      const around = surroundingsOf(line, segments, boxes, sized.widthPx, sharedBy)
      for (const steps of [largeSteps, smallSteps]) {
        const place = clearestPlace(placesBeside(line.points, sized.widthPx, steps, taken, page), around)
        if (place !== null) return labelAt(sized, place)
      }
    }
    return null
  }
  const nameOf = namesOf(lines, boxes)
  const wordings: readonly Wording[] = [
    { textsOf: ({ label }) => shorterAndShorter(label, measure), sharedBy: null },
    { textsOf: (edge) => withName(edge.label, ` → ${nameOf(edge, 'target')}`, measure), sharedBy: 'source' },
    { textsOf: (edge) => withName(edge.label, ` ← ${nameOf(edge, 'source')}`, measure), sharedBy: 'target' },
  ]
  const labelsAt = labelsByEnd(lines)
  const isSaid = new Set<string>()
  const labels = new Map<Line, PlacedText>()
  for (const { textsOf, sharedBy } of wordings) {
    for (const line of mostTellingFirst(labeled, boxes)) {
      const bundles = endsOf(line).filter((end) => labelsAt.get(end)?.size === 1)
      if (labels.has(line) || bundles.some((bundle) => isSaid.has(bundle)) || isSaidBeside(line, labels)) continue
      const label = placeOf(line, textsOf(line.edge), sharedBy)
      if (label === null) continue
      for (const bundle of bundles) isSaid.add(bundle)
      labels.set(line, label)
      taken.push(areaOf(label))
    }
  }
  return lines.map((line) => ({ edge: line.edge, points: line.points, label: labels.get(line) ?? null }))
}

/** Whether the whole label of another line, which says the same, is beside this line too. */
export function isSaidBeside(line: Line, labels: Iterable<readonly [Line, PlacedText]>): boolean {
  const own = segmentsOf(line.points)
  for (const [other, label] of labels) {
    if (label.text !== other.edge.label || other === line || !saysTheSame(line, other)) continue
    const place = { x: label.x, y: label.y - detailStyle.sizePx, width: label.widthPx, height: labelHeight }
    if (own.some((segment) => distance(place, segment) <= widestGapPx)) return true
  }
  return false
}

type End = 'source' | 'target'

/**
 * The name of a line's end, with that of its frame if another line with the same other end leads to a box of that name.
 * `''` if that doesn't tell them apart.
 */
function namesOf(lines: readonly Line[], boxes: readonly PlacedBox[]): (edge: DiagramEdge, end: End) => string {
  const byId = new Map(boxes.map((box) => [box.element.id, box]))
  const nameOf = (id: string): string => byId.get(id)?.element.label ?? ''
  const withFrame = (id: string): string => `${nameOf(byId.get(id)?.parentId ?? '')} ${nameOf(id)}`.trim()
  const edgesOf = {
    source: Map.groupBy(
      lines.map(({ edge }) => edge),
      ({ source }) => source,
    ),
    target: Map.groupBy(
      lines.map(({ edge }) => edge),
      ({ target }) => target,
    ),
  }
  return (edge, end) => {
    const other = end === 'source' ? 'target' : 'source'
    const ids = new Set(edgesOf[other].get(edge[other])?.map((each) => each[end]))
    ids.delete(edge[end])
    const isOnly = (name: (id: string) => string): boolean => [...ids].every((id) => name(id) !== name(edge[end]))
    return [nameOf, withFrame].find(isOnly)?.(edge[end]) ?? ''
  }
}

/** A label that isn't in use keeps its state where there is no more room. */
function shorterAndShorter(label: string, measure: Measure): readonly PlacedText[] {
  const texts = [
    ...longestLabelsPx.map((px) => placedText(label, 0, 0, detailStyle, px, measure)),
    placedText(offState(label), 0, 0, detailStyle, Infinity, measure),
  ].filter((text) => text !== null)
  return [...new Map(texts.map((sized) => [sized.text, sized])).values()]
}

/** Labels that say which box at an end of the line they are for. A name is never cut. */
function withName(label: string, name: string, measure: Measure): readonly PlacedText[] {
  if (name === ' → ' || name === ' ← ') return []
  return [label, offState(label)].flatMap((words) => {
    const text = `${words}${name}`
    const sized = words === '' ? null : placedText(text, 0, 0, detailStyle, longestLabelsPx[0], measure)
    return sized?.text === text ? [sized] : []
  })
}

function labelAt(sized: PlacedText, place: Rectangle): PlacedText {
  return { ...sized, x: place.x, y: place.y + detailStyle.sizePx }
}

/** With the gap to the labels beside it. */
function areaOf({ x, y, widthPx }: PlacedText): Rectangle {
  return {
    x: x - betweenLabelsPx,
    y: y - detailStyle.sizePx,
    width: widthPx + 2 * betweenLabelsPx,
    height: labelHeight,
  }
}

function mostTellingFirst(lines: readonly Line[], boxes: readonly PlacedBox[]): readonly Line[] {
  const internet = new Set(boxes.filter(({ element }) => element.form === 'internet').map(({ element }) => element.id))
  const placeOf = ({ edge }: Line): number => (internet.has(edge.source) ? 0 : offState(edge.label) === '' ? 2 : 1)
  return lines.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The labels of the lines of one form that begin or end at a point. Where these differ, each line has its own. */
export function labelsByEnd(lines: readonly Line[]): ReadonlyMap<string, ReadonlySet<string>> {
  const labels = new Map<string, Set<string>>()
  for (const line of lines) {
    if (line.edge.label === '') continue
    for (const end of endsOf(line)) labels.set(end, (labels.get(end) ?? new Set()).add(line.edge.label))
  }
  return labels
}

export function endsOf({ edge, points }: Line): readonly string[] {
  return [points[0], points.at(-1)].map((at) => `${edge.form} ${at?.x} ${at?.y}`)
}

/** Labels for which the layout reserved room, as texts. */
export function labelText(label: {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
}): PlacedText {
  const { text, x, y, width } = label
  return { text, x, y: y + detailStyle.sizePx, ...detailStyle, widthPx: width }
}

/** The whole area of nodes. Border and texts of groups. */
function obstacles(box: PlacedBox): readonly Rectangle[] {
  const { x, y, width, height, element, texts, icon } = box
  if (element.kind === 'node') return [box]
  if (element.form === 'band') return []
  return [
    { x, y: y - 1, width, height: 2 },
    { x, y: y + height - 1, width, height: 2 },
    { x: x - 1, y, width: 2, height },
    { x: x + width - 1, y, width: 2, height },
    ...texts.map((text) => ({
      x: text.x - betweenLabelsPx,
      y: text.y - text.sizePx,
      width: text.widthPx + 2 * betweenLabelsPx,
      height: text.sizePx + 3,
    })),
    ...(icon === null ? [] : [{ x: icon.x, y: icon.y, width: icon.sizePx, height: icon.sizePx }]),
  ]
}

function segmentRectangles(points: readonly Point[]): readonly Rectangle[] {
  return segmentsOf(points).map(({ x, y, width, height }) => ({
    x: x - 1,
    y: y - 1,
    width: width + 2,
    height: height + 2,
  }))
}

/**
 * Places at which nothing is covered. Near the end of the line first, where bundled lines are already apart, then beside
 * pieces that are shorter than the label. Beside a piece, the side to which the line turns next comes first: lines that
 * fork keep their labels apart.
 */
function* placesBeside(
  points: readonly Point[],
  width: number,
  steps: Steps,
  taken: readonly Rectangle[],
  page: Rectangle,
): Generator<Rectangle> {
  const pieces = points
    .slice(1)
    .map((to, position): Piece => ({ from: points[position] as Point, to, next: points[position + 2] ?? to }))
    .toReversed()
  for (const gap of gaps) {
    for (const inset of [clearance, -width / 2]) {
      for (const piece of pieces) {
        const near = taken.filter((other) => overlap(aroundPiece(piece, width), other))
        for (const place of placesAlong(piece, width, { inset, gap, steps }))
          if (within(page, place) && !near.some((other) => overlap(place, other))) yield place
      }
    }
  }
}

/** Where labels of this width beside the piece may be. */
function aroundPiece({ from, to }: Piece, width: number): Rectangle {
  const [across, down] = [width + 2 * clearance, labelHeight + 2 * clearance]
  return {
    x: Math.min(from.x, to.x) - across,
    y: Math.min(from.y, to.y) - down,
    width: Math.abs(from.x - to.x) + 2 * across,
    height: Math.abs(from.y - to.y) + 2 * down,
  }
}

/** `inset`: the distance from the ends of the piece. Below 0 for labels that stand out. */
type Along = { readonly inset: number; readonly gap: Gap; readonly steps: Steps }

function* placesAlong({ from, to, next }: Piece, width: number, { inset, gap, steps }: Along): Generator<Rectangle> {
  const size = { width, height: labelHeight }
  if (from.y === to.y) {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    const [above, below] = [from.y - labelHeight - gap.above, from.y + gap.below]
    const sides = next.y > to.y ? [below, above] : [above, below]
    for (let x = right - width - inset; x >= left + inset; x -= steps.across) {
      for (const y of sides) yield { x, y, ...size }
    }
  } else {
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
    const margin = Math.max(inset, -labelHeight / 2)
    const [onLeft, onRight] = [from.x - width - gap.beside, from.x + gap.beside]
    const sides = next.x < to.x ? [onLeft, onRight] : [onRight, onLeft]
    for (let y = bottom - labelHeight - margin; y >= top + margin; y -= steps.down) {
      for (const x of sides) yield { x, y, ...size }
    }
  }
}

function within(outer: Rectangle, inner: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

function overlap(left: Rectangle, right: Rectangle): boolean {
  return (
    left.x < right.x + right.width &&
    right.x < left.x + left.width &&
    left.y < right.y + right.height &&
    right.y < left.y + left.height
  )
}
