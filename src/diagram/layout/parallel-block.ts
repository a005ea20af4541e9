/**
 * Lays out boxes with the same sources and targets as one block of a flow: rows of cards, with one incoming line that
 * branches to all cards, and one outgoing line that joins the lines of all cards.
 */
import type { Direction, Point } from '../diagram.ts'
import { card } from './dimensions.ts'

/** A line between the border of a block and one of its cards, and the position of its label. */
export type BlockWay = { readonly points: readonly Point[]; readonly labelAt: Point }

export type ParallelBlock = {
  readonly width: number
  readonly height: number
  /** The top left corner of each card, in the order of the members. */
  readonly cards: readonly Point[]
  /** From the border inwards, in the order of the members. Empty without incoming lines. */
  readonly waysIn: readonly BlockWay[]
  /** From the cards outwards. Empty without outgoing lines. */
  readonly waysOut: readonly BlockWay[]
}

export type ParallelBlockShape = {
  readonly count: number
  readonly direction: Direction
  readonly comesIn: boolean
  readonly goesOut: boolean
  /** The largest label on the lines of either side. 0 without labels. */
  readonly labelIn: Size
  readonly labelOut: Size
}

type Size = { readonly width: number; readonly height: number }

/** Distance between a branching line and what it passes. */
const trunkPx = 10
/** Length of a branch, including its arrow. */
const branchPx = 16
const rowGap = 20
const labelMargin = 6
const preferredAspect = 1.3

export function parallelBlock(shape: ParallelBlockShape): ParallelBlock {
  const candidates = Array.from({ length: Math.min(shape.count, 24) }, (_, position) => blockOf(shape, position + 1))
  return candidates.reduce((best, next) => (cost(next) < cost(best) ? next : best))
}

function cost({ width, height }: Size): number {
  return Math.abs(Math.log(width / height / preferredAspect))
}

/**
 * Cards are in `lineCount` lines across the direction of the flow. `along` is measured in the direction of the flow,
 * `across` at a right angle to it.
 */
function blockOf(shape: ParallelBlockShape, lineCount: number): ParallelBlock {
  const { count, direction, comesIn, goesOut } = shape
  const down = direction === 'down'
  const cardAlong = down ? card.height : card.width
  const cardAcross = down ? card.width : card.height
  const point = (along: number, across: number): Point => (down ? { x: across, y: along } : { x: along, y: across })
  const lengthOf = (label: Size): number => {
    const length = down ? label.height : label.width
    return length === 0 ? 0 : length + labelMargin
  }
  const before = comesIn ? trunkPx + branchPx + lengthOf(shape.labelIn) : card.gap / 2
  const behind = goesOut ? trunkPx + branchPx + lengthOf(shape.labelOut) : card.gap / 2
  const pitchAlong = before + cardAlong + behind
  const pitchAcross = cardAcross + rowGap

  const perLine = Math.ceil(count / lineCount)
  const lines = Math.ceil(count / perLine)
  // A line to several rows needs space: between the cards, or above and below them if both sides need it.
  const needsWay = lines > 1
  const both = comesIn && goesOut
  const margin = needsWay && (both || perLine === 1) ? rowGap / 2 : 0
  const across = margin + perLine * pitchAcross - rowGap + (needsWay && both ? margin : 0)
  const middleAcross = perLine === 1 ? 0 : margin + Math.floor(perLine / 2) * pitchAcross - rowGap / 2
  const lineMiddle = margin + (perLine * pitchAcross - rowGap) / 2
  const wayIn = needsWay ? (both ? 0 : middleAcross) : lineMiddle
  const wayOut = needsWay ? (both ? across : middleAcross) : lineMiddle
  const along = lines * pitchAlong - (comesIn ? 0 : before) - (goesOut ? 0 : behind)
  const shift = comesIn ? 0 : -before

  const places = Array.from({ length: count }, (_, position) => ({
    line: Math.floor(position / perLine),
    cardStart: shift + Math.floor(position / perLine) * pitchAlong + before,
    cardAcross: margin + (position % perLine) * pitchAcross,
  }))
  const labelPoint = (from: number, middle: number, { height }: Size): Point =>
    down
      ? { x: middle + labelMargin, y: from + labelMargin / 2 }
      : { x: from + labelMargin / 2, y: middle - height - 2 }
  const waysIn = places.map(({ cardStart, cardAcross: start }) => {
    const middle = start + cardAcross / 2
    const trunk = cardStart - before + trunkPx
    return {
      points: corners([point(0, wayIn), point(trunk, wayIn), point(trunk, middle), point(cardStart, middle)]),
      labelAt: labelPoint(trunk, middle, shape.labelIn),
    }
  })
  const waysOut = places.map(({ cardStart, cardAcross: start }) => {
    const middle = start + cardAcross / 2
    const end = cardStart + cardAlong
    const trunk = end + behind - trunkPx
    return {
      points: corners([point(end, middle), point(trunk, middle), point(trunk, wayOut), point(along, wayOut)]),
      labelAt: labelPoint(end, middle, shape.labelOut),
    }
  })
  return {
    width: down ? across : along,
    height: down ? along : across,
    cards: places.map(({ cardStart, cardAcross: start }) => point(cardStart, start)),
    waysIn: comesIn ? waysIn : [],
    waysOut: goesOut ? waysOut : [],
  }
}

/** Removes points at which a line doesn't turn. */
function corners(points: readonly Point[]): readonly Point[] {
  return points.filter((point, position) => {
    const [before, after] = [points[position - 1], points[position + 1]]
    if (before === undefined) return true
    if (point.x === before.x && point.y === before.y) return false
    if (after === undefined) return true
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y))
  })
}
