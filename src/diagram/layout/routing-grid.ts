/** The grid lines that edges of one root can use, and the cost of each step. */
import type { Direction, PlacedBox, Point, Rectangle } from '../diagram.ts'
import { lowerBound } from './lower-bound.ts'
import type { PathGrid } from './shortest-paths.ts'
import {
  arrowheadAreas,
  arrowheadPx,
  crossingPrices,
  endPrices,
  isMistaken,
  segmentsOf,
  type UsedLine,
} from './used-lines.ts'

export type RoutingGrid = PathGrid & {
  readonly startPoint: number
  /** Makes later edges of the bundle prefer this line. */
  follow(points: readonly Point[]): void
  pointAt(point: number): Point
  /** Where an edge to the box can end: the center of a node, or the middle of each side of a group. */
  endPoints(box: PlacedBox): readonly number[]
}

/** Distances of lines from the boxes they pass: three tracks in every gap. */
const trackOffsets = [5, 10, 15]
/** Within this distance, a line along a border looks like the border. */
const clearancePx = 4
const huggingFactor = 6
/** The same beside boxes where lines of the bundle end. A line that turns there would have no room for its arrowhead. */
const arrowPx = 9
const sharingFactor = 8
/** Lines of different bundles side by side look like one. Farther apart costs nothing. */
const apartPx = 9
const besideFactor = 1.1
/** Following lines of the same bundle is almost free, so that they stay together. */
const bundlingFactor = 0.15
/** Requests leave a box at the bottom and enter at the top. Other sides are only used if that is much longer. */
const leaveSidewaysPrice = 150
const enterSidewaysPrice = 70
const wrongSidePrice = 400
/** Where lines end on a side, so that those of several bundles have an end of their own. */
const endFractions = [0.25, 0.5, 0.75]

export type ArrowheadPrices = {
  /** For each arrowhead of another bundle that a line comes near to. */
  readonly near: number
  /** Times the length of a line along a box where it ends, where there is no room for an arrowhead. */
  readonly cramped: number
}

/** How lines run from the root of a bundle. */
export type Heading = {
  readonly direction: Direction
  /** Against the direction of the page. */
  readonly backwards: boolean
  readonly runsToRoot: boolean
  readonly arrowheadPrices: ArrowheadPrices
}

export function routingGrid(
  root: PlacedBox,
  ends: readonly PlacedBox[],
  boxes: readonly PlacedBox[],
  page: Rectangle,
  used: readonly UsedLine[],
  { direction, backwards, runsToRoot, arrowheadPrices }: Heading,
): RoutingGrid {
  const byId = new Map(boxes.map((box) => [box.element.id, box]))
  const knownAncestors = new Map<PlacedBox, readonly string[]>()
  const ancestors = (box: PlacedBox): readonly string[] => {
    const known = knownAncestors.get(box)
    if (known !== undefined) return known
    const parent = box.parentId === null ? undefined : byId.get(box.parentId)
    const found = parent === undefined ? [] : [parent.element.id, ...ancestors(parent)]
    knownAncestors.set(box, found)
    return found
  }
  const opened = new Set([root, ...ends].flatMap((box) => ancestors(box)))
  // A band may be full of boxes, so lines have to go around it.
  const isFrame = (id: string): boolean => byId.get(id)?.element.form !== 'band'
  const common = ancestors(root).find((id) => isFrame(id) && ends.every((end) => ancestors(end).includes(id)))
  const around = common === undefined ? undefined : byId.get(common)
  const area = around ?? page
  const inArea = (box: PlacedBox): boolean => common === undefined || ancestors(box).includes(common)
  // Bands have no border. Their content belongs to the group around them.
  const container = (box: PlacedBox): PlacedBox | null => {
    const parent = box.parentId === null ? undefined : byId.get(box.parentId)
    return parent === undefined ? null : isBand(parent) ? container(parent) : parent
  }
  const isVisible = (box: PlacedBox): boolean => {
    const around = container(box)
    return around === null || opened.has(around.element.id)
  }
  const relevant = boxes.filter((box) => isVisible(box) && inArea(box) && !isBand(box))

  const joined = new Set([root, ...ends])
  const xs = lines(
    [
      ...relevant.flatMap((box) => linesOf(box.x, box.width, isGroup(box))),
      ...relevant.flatMap(headerMiddleX),
      ...[...joined].flatMap((box) => endLines(box.x, box.width)),
    ],
    area.x,
    area.width,
  )
  const ys = lines(
    [
      ...relevant.flatMap((box) => linesOf(box.y, box.height, isGroup(box))),
      ...relevant.flatMap(headerMiddleY),
      ...[...joined].flatMap((box) => endLines(box.y, box.height)),
    ],
    area.y,
    area.height,
  )
  const columns = xs.length
  const pointCount = columns * ys.length

  // Parents come before children, so the innermost box has the last write.
  const owner = new Int32Array(pointCount).fill(-1)
  const blocked = new Uint8Array(pointCount)
  const eachPoint = (box: Rectangle, visit: (point: number, x: number, y: number) => void): void => {
    for (let row = lowerBound(ys, box.y); row < ys.length && (ys[row] as number) <= box.y + box.height; row++) {
      for (
        let column = lowerBound(xs, box.x);
        column < columns && (xs[column] as number) <= box.x + box.width;
        column++
      ) {
        visit(row * columns + column, xs[column] as number, ys[row] as number)
      }
    }
  }
  const parentOf = new Int32Array(relevant.length).fill(-1)
  const position = new Map(relevant.map((box, index) => [box.element.id, index]))
  relevant.forEach((box, index) => {
    parentOf[index] =
      ancestors(box)
        .map((id) => position.get(id))
        .find((found) => found !== undefined) ?? -1
    const closed = !isGroup(box)
    const [openX, openY] = joined.has(box)
      ? [endLines(box.x, box.width), endLines(box.y, box.height)]
      : [[middle(box).x], [middle(box).y]]
    eachPoint(box, (point, x, y) => {
      owner[point] = index
      if (closed && !openX.includes(x) && !openY.includes(y)) blocked[point] = 1
    })
    const header = headerOf(box)
    if (header !== null) eachPoint(header, (point) => (blocked[point] = 1))
  })

  // All runs within it, but not over what it is called.
  const headerAround = around === undefined ? null : headerOf(around)
  if (headerAround !== null) eachPoint(headerAround, (point) => (blocked[point] = 1))

  const vertical = new Float32Array(pointCount).fill(1)
  const horizontal = new Float32Array(pointCount).fill(1)
  const mark = (factors: Float32Array, box: Rectangle, factor: number): void =>
    eachPoint(box, (point) => (factors[point] = Math.max(factors[point] as number, factor)))
  for (const box of relevant) {
    const { x, y, width, height } = box
    const [clear, factor] = joined.has(box) ? [arrowPx, arrowheadPrices.cramped] : [clearancePx, huggingFactor]
    for (const side of [x, x + width]) mark(vertical, rectangle(side - clear, y, 2 * clear, height), factor)
    for (const side of [y, y + height]) mark(horizontal, rectangle(x, side - clear, width, 2 * clear), factor)
  }
  for (const { from, to } of used.flatMap(({ points }) => segmentsOf(points))) {
    const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)]
    const steps: readonly (readonly [number, number])[] = [
      [clearancePx, sharingFactor],
      [apartPx, besideFactor],
    ]
    for (const [px, factor] of steps) {
      if (width === 0) mark(vertical, rectangle(left - px, top, 2 * px, height), factor)
      else mark(horizontal, rectangle(left, top - px, width, 2 * px), factor)
    }
  }
  const crossingPrice = crossingPrices({ xs, ys }, used)

  const holdsRoot = new Uint8Array(relevant.length)
  const rootIndex = position.get(root.element.id) ?? -1
  for (let index = rootIndex; index >= 0; index = parentOf[index] as number) holdsRoot[index] = 1
  const within = (index: number, group: number): boolean => {
    for (let each = index; each >= 0; each = parentOf[each] as number) if (each === group) return true
    return false
  }
  const mayStep = (from: number, to: number): boolean => {
    const target = owner[to] as number
    // What left the root would run over its content on its way back.
    if (target === rootIndex && !within(owner[from] as number, rootIndex)) return false
    for (let index = owner[from] as number; index >= 0; index = parentOf[index] as number) {
      if (within(target, index)) return true
      if (holdsRoot[index] === 0) return false
    }
    return true
  }
  const pointIndex = ({ x, y }: Point): number => lowerBound(ys, y) * columns + lowerBound(xs, x)

  const startPoint = pointIndex(middle(root))
  const occupied = new Float32Array(pointCount)
  const arrivesAt = new Map([...joined].map(({ element: { id } }) => [id, (id === root.element.id) === runsToRoot]))
  for (const { at, price } of endPrices(used, arrivesAt)) {
    const point = pointIndex(at)
    occupied[point] = Math.max(occupied[point] as number, price)
  }
  const arrivals = relevant.filter(({ element: { id } }) => arrivesAt.get(id) === true)
  for (const box of arrivals) {
    for (const { at, head } of headsAt(box)) {
      if (isMistaken(head, box.element.id, used)) {
        const point = pointIndex(at)
        occupied[point] = Math.max(occupied[point] as number, arrowheadPrices.near)
      }
    }
  }
  const nearArrowhead = new Uint8Array(pointCount)
  for (const area of arrowheadAreas(used, arrivesAt)) eachPoint(area, (point) => (nearArrowhead[point] = 1))
  const isEnd = new Uint8Array(pointCount)
  for (const end of ends) if (!isGroup(end)) isEnd[pointIndex(middle(end))] = 1
  const sidePriceOf = (from: number, to: number, isVertical: boolean): number => {
    if (from !== startPoint && isEnd[to] === 0) return 0
    if (isVertical !== (direction === 'down')) return from === startPoint ? leaveSidewaysPrice : enterSidewaysPrice
    return to > from === backwards ? wrongSidePrice : 0
  }
  const bundled = { vertical: new Uint8Array(pointCount), horizontal: new Uint8Array(pointCount) }

  return {
    xs,
    ys,
    startPoint,
    follow(points) {
      points.slice(1).forEach((to, position) => {
        const from = points[position] as Point
        const direction = from.x === to.x ? bundled.vertical : bundled.horizontal
        const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
        eachPoint(
          rectangle(left, top, Math.abs(from.x - to.x), Math.abs(from.y - to.y)),
          (point) => (direction[point] = 1),
        )
      })
    },
    pointAt: (point) => ({ x: xs[point % columns] as number, y: ys[Math.floor(point / columns)] as number }),
    endPoints(box) {
      const center = middle(box)
      if (!isGroup(box)) return [pointIndex(center)]
      return [
        { x: center.x, y: box.y },
        { x: threeQuarters(box), y: box.y },
        ...endLines(box.x, box.width).map((x) => ({ x, y: box.y + box.height })),
        ...[box.x, box.x + box.width].flatMap((x) => endLines(box.y, box.height).map((y) => ({ x, y }))),
      ].map((point) => pointIndex(point))
    },
    price(from, to, isVertical, lengthPx) {
      if (blocked[to] === 1 || (owner[from] !== owner[to] && !mayStep(from, to))) return Infinity
      const inBundle = isVertical ? bundled.vertical : bundled.horizontal
      const factors = isVertical ? vertical : horizontal
      const isBundled = inBundle[from] === 1 && inBundle[to] === 1
      if (isBundled) return lengthPx * bundlingFactor + sidePriceOf(from, to, isVertical)
      const factor = Math.min(factors[from] as number, factors[to] as number)
      const arrowheadPrice = nearArrowhead[to] === 1 && nearArrowhead[from] === 0 ? arrowheadPrices.near : 0
      const othersPrice = crossingPrice(from, to, isVertical) + (occupied[to] as number) + arrowheadPrice
      return lengthPx * factor + othersPrice + sidePriceOf(from, to, isVertical)
    },
  }
}

function rectangle(x: number, y: number, width: number, height: number): Rectangle {
  return { x, y, width, height }
}

function isGroup(box: PlacedBox): boolean {
  return box.element.kind === 'group'
}

function isBand(box: PlacedBox): boolean {
  return box.element.kind === 'group' && box.element.form === 'band'
}

/** Where lines can end on a side. */
function endLines(start: number, length: number): readonly number[] {
  return endFractions.map((fraction) => Math.round(start + length * fraction))
}

/** Where lines can arrive at a box, with the place of their arrowheads. */
function headsAt({ x, y, width, height }: Rectangle): readonly { readonly at: Point; readonly head: Rectangle }[] {
  const [right, bottom] = [x + width, y + height]
  return [
    ...endLines(x, width).flatMap((at) => [
      { at: { x: at, y }, head: rectangle(at, y - arrowheadPx, 0, arrowheadPx) },
      { at: { x: at, y: bottom }, head: rectangle(at, bottom, 0, arrowheadPx) },
    ]),
    ...endLines(y, height).flatMap((at) => [
      { at: { x, y: at }, head: rectangle(x - arrowheadPx, at, arrowheadPx, 0) },
      { at: { x: right, y: at }, head: rectangle(right, at, arrowheadPx, 0) },
    ]),
  ]
}

function middle(box: Rectangle): Point {
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

/** Beside the label, where lines can reach the top even of a narrow group. */
function threeQuarters(box: Rectangle): number {
  return Math.round(box.x + box.width * 0.75)
}

/** Icon and label of a group, which lines must not cross. */
function headerOf(box: PlacedBox): Rectangle | null {
  if (!isGroup(box)) return null
  const right = Math.max(
    ...box.texts.map((text) => text.x + text.widthPx),
    ...(box.icon === null ? [] : [box.icon.x + box.icon.sizePx]),
  )
  const bottom = Math.max(
    ...box.texts.map((text) => text.y),
    ...(box.icon === null ? [] : [box.icon.y + box.icon.sizePx]),
  )
  if (right < box.x) return null
  return { x: box.x, y: box.y, width: right + clearancePx - box.x, height: bottom + clearancePx - box.y }
}

function headerMiddleX(box: PlacedBox): readonly number[] {
  const header = headerOf(box)
  return header === null ? [] : [middle(header).x]
}

function headerMiddleY(box: PlacedBox): readonly number[] {
  const header = headerOf(box)
  return header === null ? [] : [middle(header).y]
}

function linesOf(start: number, length: number, group: boolean): readonly number[] {
  const sides = [start, start + length, ...(group ? [Math.round(start + length * 0.75)] : [])]
  const tracks = trackOffsets.flatMap((offset) => [start - offset, start + length + offset])
  return [...tracks, ...sides, Math.round(start + length / 2)]
}

function lines(values: readonly number[], start: number, length: number): readonly number[] {
  return [...new Set(values.filter((value) => value >= start && value <= start + length))].sort(
    (left, right) => left - right,
  )
}
