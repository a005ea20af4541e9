/** What the lines of other bundles cost a line that crosses them, or that ends where they end. */
import type { DiagramEdge, Point, Rectangle } from '../diagram.ts'
import { distance } from './label-owner.ts'
import { lowerBound } from './lower-bound.ts'

/** A line of another bundle, from border to border. */
export type UsedLine = { readonly edge: DiagramEdge; readonly points: readonly Point[] }

type GridLines = { readonly xs: readonly number[]; readonly ys: readonly number[] }
type Segment = { readonly from: Point; readonly to: Point }

const crossingPrice = 200
const sharedEndPrice = 150
/** An arrow that begins where another one ends looks as if it were the same. */
const facingEndPrice = 400

/** The price of the step between two neighboring points of the grid, beside that of its length. */
export function crossingPrices(
  { xs, ys }: GridLines,
  used: readonly UsedLine[],
): (from: number, to: number, isVertical: boolean) => number {
  const columns = xs.length
  /** By the point where the step begins, at the left or the top. */
  const crossed = { down: new Uint8Array(columns * ys.length), right: new Uint8Array(columns * ys.length) }
  for (const { from, to } of used.flatMap(({ points }) => segmentsOf(points))) {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
    if (left === right) {
      const column = lowerBound(xs, left) - 1
      if (column < 0) continue
      for (let row = lowerBound(ys, top); row < ys.length && (ys[row] as number) <= bottom; row++)
        addOne(crossed.right, row * columns + column)
    } else {
      const row = lowerBound(ys, top) - 1
      if (row < 0) continue
      for (let column = lowerBound(xs, left); column < columns && (xs[column] as number) <= right; column++)
        addOne(crossed.down, row * columns + column)
    }
  }
  return (from, to, isVertical) =>
    crossingPrice * ((isVertical ? crossed.down : crossed.right)[Math.min(from, to)] as number)
}

function addOne(counts: Uint8Array, position: number): void {
  counts[position] = (counts[position] as number) + 1
}

/** The prices of ending where used lines begin or end at one of the boxes. `true` for boxes where the bundle arrives. */
export function endPrices(
  used: readonly UsedLine[],
  arrivesAt: ReadonlyMap<string, boolean>,
): readonly { readonly at: Point; readonly price: number }[] {
  return used.flatMap(({ edge: { source, target }, points }) =>
    [
      { at: points[0], id: source, arrives: false },
      { at: points.at(-1), id: target, arrives: true },
    ].flatMap(({ at, id, arrives }) => {
      const other = arrivesAt.get(id)
      if (at === undefined || other === undefined) return []
      return [{ at, price: other === arrives ? sharedEndPrice : facingEndPrice }]
    }),
  )
}

export const arrowheadPx = 8
/** A line that turns closer to the arrowhead of another line looks as if it ended there. */
const clearOfArrowheadsPx = 12

/** Around the arrowheads of used lines, except at boxes where the bundle ends as well. */
export function arrowheadAreas(
  used: readonly UsedLine[],
  arrivesAt: ReadonlyMap<string, boolean>,
): readonly Rectangle[] {
  return used.flatMap((line) => {
    const head = arrowheadOf(line)
    if (head === null || arrivesAt.get(line.edge.target) === true) return []
    const clear = clearOfArrowheadsPx - 1
    const { x, y, width, height } = head
    return [{ x: x - clear, y: y - clear, width: width + 2 * clear, height: height + 2 * clear }]
  })
}

/** Whether an arrowhead at this box would look like the end of another line, which touches it, or turns or begins near it. */
export function isMistaken(head: Rectangle, boxId: string, used: readonly UsedLine[]): boolean {
  return used.some(
    ({ edge: { target }, points }) =>
      target !== boxId &&
      (points.some(({ x, y }) => distance(head, { x, y, width: 0, height: 0 }) < clearOfArrowheadsPx) ||
        segmentsOf(points).some(({ from, to }) => distance(head, boundsOf(from, to)) === 0)),
  )
}

/** The same for the arrowhead of a line. Lines of the same form with the same source are meant to look like one. */
export function hasMistakenArrowhead(line: UsedLine, others: readonly UsedLine[]): boolean {
  const { source, target, form } = line.edge
  const head = arrowheadOf(line)
  const ofOthers = others.filter(({ edge }) => edge.source !== source || edge.form !== form)
  return head !== null && isMistaken(head, target, ofOthers)
}

/** Whether the line turns so close to its end that its arrowhead has no room. */
export function isCramped({ edge: { form }, points }: UsedLine): boolean {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (end === undefined || before === undefined || form === 'member' || form === 'link') return false
  return points.length > 2 && Math.abs(end.x - before.x) + Math.abs(end.y - before.y) < arrowheadPx
}

function boundsOf(from: Point, to: Point): Rectangle {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  }
}

/** Without a width or a height. `null` for lines without an arrowhead. */
export function arrowheadOf({ edge: { form }, points }: UsedLine): Rectangle | null {
  const [end, before] = [points.at(-1), points.at(-2)]
  if (end === undefined || before === undefined || form === 'member' || form === 'link') return null
  const [toX, toY] = [Math.sign(before.x - end.x) * arrowheadPx, Math.sign(before.y - end.y) * arrowheadPx]
  return {
    x: Math.min(end.x, end.x + toX),
    y: Math.min(end.y, end.y + toY),
    width: Math.abs(toX),
    height: Math.abs(toY),
  }
}

export function segmentsOf(points: readonly Point[]): readonly Segment[] {
  return points.slice(1).map((to, position) => ({ from: points[position] as Point, to }))
}
