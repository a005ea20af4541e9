/** Packs nested boxes in reading order. Sizes are computed bottom-up, positions top-down. */
import type { Arrangement, DiagramElement, DiagramGroup } from '../diagram.ts'
import { type Arranged, type ArrangedChild, enclose } from './arranged.ts'
import {
  card,
  countCard,
  fittedScale,
  gapBetweenCards,
  groupDimensions,
  page,
  readableScale,
  type Size,
  smallestScale,
} from './dimensions.ts'
import { reservedHeight, zoneRows } from './zone-rows.ts'

/** What a group passes to its children. */
type Context = {
  /** Columns of grids if the parent sets them. */
  readonly columns: number | null
  /** The number of VPCs beside each other if the region sets it. */
  readonly perShelf: number | null
  /** The number of columns of VPCs if they are stacked below each other, each where there is most room. */
  readonly stackedIn: number | null
  /** Availability Zones may have different widths. */
  readonly uneven: boolean
}

const free: Context = { columns: null, perShelf: null, stackedIn: null, uneven: false }

const preferredAspect = 1.6
/** A shape twice as long is accepted if it is a third smaller. */
const proportionWeight = 0.6
const mostColumnsAside = 10
/** Squared, for each box: a card takes about four times as much of the width of a screen as of its height. */
const columnsOfBoxes = 0.4
/** Three rows of cards. */
const roundedRows = 3 * (card.height + card.gap)
/** Of VPCs beside each other, besides what has the best proportions by itself. */
const shelfSizes = [1, 2, 3]
/** Where labels would be too small otherwise. */
const wideShelves = [4, 5, 6]
/** Of VPCs of which each stands where there is most room. */
const columnsOfVpcs = [2, 3]
/** Of the largest scale: people don't see a smaller difference. */
const closeEnough = 0.97
/** With more boxes, a group in columns is two and more of them wide, because lines between its boxes need room. */
const mostInOneColumn = 4
/** For similar resources in a subnet. */
const mostColumnsInSubnet = 6
/** Most regions have three or four Availability Zones. Their alignment matters more than proportions. */
const mostZonesInOneRow = 4

export function arrange(element: DiagramElement, given: Partial<Context> = {}): Arranged {
  if (element.kind === 'node') {
    const { width, height } = sizeOf(element)
    return { element, width, height, children: [] }
  }
  return arrangements[element.arrangement](element, { ...free, ...given })
}

const arrangements: Readonly<Record<Arrangement, (element: DiagramGroup, context: Context) => Arranged>> = {
  column: (element, context) =>
    element.children.some((child) => setsWidth(child))
      ? fittedColumn(element, context)
      : column(element, childrenOf(element, context)),
  row,
  grid: (element, context) => grid(element, context.columns ?? gridColumns(element)),
  matrix,
  shelves,
  columns: (element, context) => filledColumns(element, context.columns ?? 1),
  aside,
}

function childrenOf(element: DiagramGroup, context: Context): readonly Arranged[] {
  return element.children.map((child) => arrange(child, context))
}

function gridColumns(element: DiagramGroup): number {
  const count = element.children.length
  if (count > 0 && element.children.every(isCount)) return Math.min(count, count > 6 ? 3 : 2)
  return Math.max(1, Math.ceil(Math.sqrt(count / 1.6)))
}

/** What is outside the account stands below it where it makes the page too wide beside it. */
function row(element: DiagramGroup, context: Context): Arranged {
  const boxes = childrenOf(element, context)
  const beside = flow(element, boxes, Infinity)
  const [last, first] = [element.children.at(-1), boxes[0]]
  if (last?.kind !== 'group' || last.form !== 'outside' || first === undefined) return beside
  if (scaleOfPage(beside) >= smallestScale) return beside
  const fitting = Math.floor(first.width / (card.width + card.gap))
  const columns = Math.max(1, Math.min(last.children.length, fitting))
  const below = flow(element, [...boxes.slice(0, -1), grid(last, columns)], 0)
  return scaleOfPage(below) > scaleOfPage(beside) ? below : beside
}

/** With title, internet, and legend. */
function scaleOfPage({ width, height }: Size): number {
  return fittedScale({ width: width + 2 * page.margin, height: height + aroundAccount })
}

/** Fills rows up to a width. */
function flow(element: DiagramGroup, boxes: readonly Arranged[], widthPx: number): Arranged {
  const gap = gapOfShelves(element)
  const children: ArrangedChild[] = []
  let [x, y, rowHeight] = [0, 0, 0]
  for (const box of boxes) {
    if (x > 0 && x + box.width > widthPx) [x, y, rowHeight] = [0, y + rowHeight + gap, 0]
    children.push({ x, y, box })
    x += box.width + gap
    rowHeight = Math.max(rowHeight, box.height)
  }
  return enclose(element, children)
}

function grid(element: DiagramGroup, columns: number): Arranged {
  const { width, height, gap } = element.children.every(isCount) ? countCard : card
  return enclose(
    element,
    element.children.map((child, position) => ({
      x: (position % columns) * (width + gap),
      y: Math.floor(position / columns) * (height + gap),
      box: arrange(child),
    })),
  )
}

/** Between cards of the overview, whose gaps hold most of its arrows, there is more room. */
function gapOfShelves(element: DiagramGroup): number {
  return holdsCards(element) ? gapBetweenCards : groupDimensions[element.form].gap
}

function holdsCards({ children }: DiagramGroup): boolean {
  return children.some((child) => child.kind === 'group' && child.children.some(isCount))
}

function isCount(element: DiagramElement): boolean {
  return element.kind === 'node' && element.form === 'count'
}

function sizeOf(element: DiagramElement): { readonly width: number; readonly height: number } {
  return isCount(element) ? countCard : card
}

/** Places boxes below each other. Groups with a border fill the width of the widest, other elements are centered. */
function column(element: DiagramGroup, boxes: readonly Arranged[]): Arranged {
  const { gap } = groupDimensions[element.form]
  const width = Math.max(0, ...boxes.map((box) => box.width))
  const children: ArrangedChild[] = []
  let y = 0
  for (const row of categoryRows(boxes, width, gap)) {
    const height = Math.max(...row.map((box) => box.height))
    let x = 0
    for (const box of row) {
      const bordered = box.element.kind === 'group' && box.element.form !== 'band'
      const right = box === row.at(-1) ? width : x + box.width
      if (bordered) children.push({ x, y, box: { ...box, width: right - x, height } })
      else children.push({ x: element.form === 'band' ? 0 : Math.round((width - box.width) / 2), y, box })
      x += box.width + gap
    }
    y += height + gap
  }
  return enclose(element, children)
}

/** Categories of a VPC share a row as far as it has room. All other boxes have a row of their own. */
function categoryRows(boxes: readonly Arranged[], widthPx: number, gap: number): readonly (readonly Arranged[])[] {
  const rows: Arranged[][] = []
  let left = 0
  for (const box of boxes) {
    const before = rows.at(-1)?.at(-1)
    const shares = before !== undefined && isCategory(before) && isCategory(box) && box.width <= left
    if (!shares) {
      rows.push([])
      left = widthPx
    }
    rows.at(-1)?.push(box)
    left -= box.width + gap
  }
  return rows
}

function isCategory({ element }: Arranged): boolean {
  return element.kind === 'group' && element.form === 'category' && element.arrangement === 'grid'
}

function setsWidth(element: DiagramElement): boolean {
  return element.kind === 'group' && (element.arrangement === 'matrix' || element.arrangement === 'shelves')
}

/** Availability Zones and VPCs set the width. Grids above and below them fill it. */
function fittedColumn(element: DiagramGroup, { perShelf, stackedIn, uneven }: Context): Arranged {
  const given = { perShelf, stackedIn, uneven }
  const width = Math.max(
    0,
    ...element.children.filter((child) => setsWidth(child)).map((child) => arrange(child, given).width),
  )
  const natural = Math.floor((width + card.gap) / (card.width + card.gap))
  const boxes = element.children.map((child) => {
    const count = child.kind === 'group' ? child.children.length : 1
    // More than two rows below few Availability Zones would be a strip.
    const fitting = Math.max(count > 2 * natural && count > 4 ? 3 : 2, natural)
    const rows = Math.max(1, Math.ceil(count / fitting))
    return arrange(child, { ...given, columns: Math.max(1, Math.ceil(count / rows)) })
  })
  return column(element, boxes)
}

/** Columns of the same width. Their children are aligned in rows, so that subnets of the same tier are side by side. */
function matrix(element: DiagramGroup, { uneven }: Context): Arranged {
  const [zone, ...others] = element.children
  const arrangedBy =
    zone?.kind === 'group' && others.length === 0
      ? (across: number): Arranged => loneZone(element, zone, across)
      : (across: number): Arranged => matrixOf(element, uneven ? fullestZone(element) : () => true, across)
  const candidates = Array.from({ length: mostColumnsInSubnet }, (_, more) => arrangedBy(more + 1))
  return best(candidates) ?? arrangedBy(1)
}

function loneZone(element: DiagramGroup, zone: DiagramGroup, across: number): Arranged {
  const cells = zone.children.map((cell) => arrange(cell, { columns: across }))
  return enclose(element, [{ x: 0, y: 0, box: zoneRows(zone, cells, across) }])
}

/** The zone with the fullest subnet. */
function fullestZone({ children }: DiagramGroup): (zone: DiagramElement) => boolean {
  const most = Math.max(...children.map(boxesInFullest))
  const first = children.find((zone) => boxesInFullest(zone) === most)
  return (zone) => zone === first
}

function boxesInFullest(zone: DiagramElement): number {
  return zone.kind === 'group' ? Math.max(0, ...zone.children.map(boxesIn)) : 0
}

/** `across`: cards beside each other in a subnet of the zones that `isWide` names. The others have one card and their own width. */
function matrixOf(element: DiagramGroup, isWide: (zone: DiagramElement) => boolean, across: number): Arranged {
  const { gap } = groupDimensions.zone
  const zones = element.children.flatMap((zone) => {
    if (zone.kind !== 'group') return []
    const beside = isWide(zone) ? across : 1
    return [{ zone, beside, cells: zone.children.map((cell) => arrange(cell, { columns: beside })) }]
  })
  const widthOf = (wide: number): number =>
    Math.max(
      card.width,
      ...zones.flatMap(({ beside, cells }) => (beside === wide ? cells.map(({ width }) => width) : [])),
    )
  const rowCount = Math.max(0, ...zones.flatMap(({ cells }) => cells.map((cell) => rowOf(cell) + 1)))
  const rowHeights = Array.from({ length: rowCount }, (_, row) =>
    Math.max(
      0,
      ...zones.flatMap(({ beside, cells }) =>
        cells.filter((cell) => rowOf(cell) === row).map((cell) => reservedHeight(cell, beside)),
      ),
    ),
  )
  const rowTop = (row: number): number => rowHeights.slice(0, row).reduce((sum, height) => sum + height + gap, 0)
  const arranged = zones.map(({ zone, beside, cells }) =>
    enclose(
      zone,
      cells.map((cell) => ({
        x: 0,
        y: rowTop(rowOf(cell)),
        box: { ...cell, width: widthOf(beside), height: rowHeights[rowOf(cell)] ?? cell.height },
      })),
    ),
  )
  const height = Math.max(0, ...arranged.map((zone) => zone.height))
  const aligned = arranged.map((zone) => ({ ...zone, height }))
  const inRowsOf = (perRow: number): Arranged =>
    flow(element, aligned, perRow * (widthOf(across) + 2 * groupDimensions.zone.padding + gap))
  if (aligned.length <= mostZonesInOneRow) return inRowsOf(aligned.length)
  return best(aligned.map((_, position) => inRowsOf(position + 1))) ?? inRowsOf(aligned.length)
}

function rowOf({ element }: Arranged): number {
  return element.kind === 'group' ? element.row : 0
}

/** Rows filled to the width with the best proportions. */
function shelves(element: DiagramGroup, { perShelf, stackedIn, uneven }: Context): Arranged {
  const boxes = element.children.map((child) => arrange(child, { uneven }))
  if (stackedIn !== null) return stackedColumns(element, boxes, stackedIn)
  if (perShelf !== null) return rowsOf(element, boxes, perShelf)
  const gap = gapOfShelves(element)
  const widths = new Set<number>()
  for (let start = 0; start < Math.min(boxes.length, 12); start++) {
    let width = -gap
    for (const box of boxes.slice(start, start + 12)) {
      width += box.width + gap
      widths.add(width)
    }
  }
  const widest = Math.max(0, ...boxes.map((box) => box.width))
  const candidates = [...widths].filter((width) => width >= widest).map((width) => flow(element, boxes, width))
  return (holdsCards(element) ? best(candidates, onPage) : best(candidates)) ?? flow(element, boxes, widest)
}

function rowsOf(element: DiagramGroup, boxes: readonly Arranged[], perRow: number): Arranged {
  const gap = gapOfShelves(element)
  const children: ArrangedChild[] = []
  let y = 0
  for (let start = 0; start < boxes.length; start += perRow) {
    const row = boxes.slice(start, start + perRow)
    let x = 0
    for (const box of row) {
      children.push({ x, y, box })
      x += box.width + gap
    }
    y += Math.max(...row.map(({ height }) => height)) + gap
  }
  return enclose(element, children)
}

/** Columns as wide as their widest box. Each box is placed where there is most room. */
function stackedColumns(element: DiagramGroup, boxes: readonly Arranged[], columnCount: number): Arranged {
  const gap = gapOfShelves(element)
  const bottoms = Array.from({ length: columnCount }, () => 0)
  const widths = Array.from({ length: columnCount }, () => 0)
  const places = boxes.map((box) => {
    const { start, y } = lowestPlace(bottoms, 1)
    bottoms[start] = y + box.height + gap
    widths[start] = Math.max(widths[start] ?? 0, box.width)
    return { start, y, box }
  })
  const left = (start: number): number => widths.slice(0, start).reduce((sum, width) => sum + width + gap, 0)
  return enclose(
    element,
    places.map(({ start, y, box }) => ({ x: left(start), y, box })),
  )
}

/**
 * Places children in columns of one width, each where there is most room. Larger ones are several columns wide. A child that is
 * added at the end moves nothing.
 */
function filledColumns(element: DiagramGroup, columnCount: number): Arranged {
  const { gap } = groupDimensions[element.form]
  const single = element.children.map((child) => arrange(child, { columns: 1 }))
  const unit = Math.max(0, ...single.map((box) => box.width))
  const bottoms = Array.from({ length: columnCount }, () => 0)
  const reserved = Array.from({ length: columnCount }, () => 0)
  const children = element.children.map((child, position) => {
    const across = Math.min(columnCount, columnsAcross(child))
    const box = across > 1 ? arrange(child, { columns: across }) : (single[position] as Arranged)
    const { start, y: top } = lowestPlace(reserved, across)
    reserved.fill(top + roundedUp(box.height), start, start + across)
    const y = Math.max(...bottoms.slice(start, start + across))
    bottoms.fill(y + box.height + gap, start, start + across)
    return { x: start * (unit + gap), y, box: { ...box, width: across * (unit + gap) - gap } }
  })
  return enclose(element, children)
}

function columnsAcross(element: DiagramElement): number {
  const count = element.kind === 'group' ? element.children.length : 1
  return count > mostInOneColumn ? columnsFor(count) : 1
}

/** So that one box more or less moves few others to another column. */
function roundedUp(height: number): number {
  return roundedRows * Math.ceil(height / roundedRows)
}

/** The first of the places that begin highest. */
function lowestPlace(bottoms: readonly number[], across: number): { readonly start: number; readonly y: number } {
  const places = bottoms
    .slice(across - 1)
    .map((_, start) => ({ start, y: Math.max(...bottoms.slice(start, start + across)) }))
  return places.reduce((one, other) => (other.y < one.y ? other : one))
}

/** Places the last child beside or below the others, with the number of columns that gives a small and well-proportioned shape. */
function aside(element: DiagramGroup): Arranged {
  const usual = usualColumns(element)
  if (usual !== null) return usual
  const even = bestOnScreen(asideCandidates(element, shelfPackings, false))
  if (even === null) return enclose(element, [])
  if (shownScale(even) < smallestScale)
    return bestOnScreen([even, ...asideCandidates(element, [...widePackings, ...stackedPackings], true)]) ?? even
  // Below low VPCs, there may be room for others.
  const stacked = asideCandidates(element, stackedPackings, false)
  return best([even, ...stacked.filter(({ width, height }) => width <= even.width && height <= even.height)]) ?? even
}

type Packing = Pick<Context, 'perShelf' | 'stackedIn'>

const inShelves = (perShelf: number | null): Packing => ({ perShelf, stackedIn: null })
const shelfPackings: readonly Packing[] = [null, ...shelfSizes].map(inShelves)
const widePackings: readonly Packing[] = [...shelfPackings, ...wideShelves.map(inShelves)]
const stackedPackings: readonly Packing[] = columnsOfVpcs.map((stackedIn) => ({ perShelf: null, stackedIn }))

function asideCandidates(element: DiagramGroup, packings: readonly Packing[], uneven: boolean): readonly Arranged[] {
  const last = element.children.at(-1)
  if (last === undefined) return []
  const shelved = packings.map((packing) => ({
    packing,
    others: element.children.slice(0, -1).map((child) => arrange(child, { ...packing, uneven })),
  }))
  const counts = Array.from({ length: hasColumns(last) ? mostColumnsAside : 1 }, (_, more) => more + 1)
  return counts.flatMap((columns) => {
    const beside = arrange(last, { columns })
    return shelved.flatMap(({ packing, others }) => {
      const boxes = others.length === 0 ? [arrange(last, { ...packing, columns, uneven })] : [...others, beside]
      const inGap = packing.stackedIn === null ? inGaps(element, others, beside) : []
      return [...[Infinity, 0].map((width) => flow(element, boxes, width)), ...inGap]
    })
  })
}

/** With the last box after the last row of VPCs, or below its lower VPCs, wherever it isn't wider than the gap. */
function inGaps(element: DiagramGroup, others: readonly Arranged[], last: Arranged): readonly Arranged[] {
  const [networks, ...more] = others
  const [shelf, ...bands] = networks?.children ?? []
  if (networks === undefined || shelf === undefined || more.length > 0 || bands.length > 0) return []
  const rowTop = Math.max(...shelf.box.children.map(({ y }) => y))
  const row = shelf.box.children.filter(({ y }) => y === rowTop)
  const { gap } = groupDimensions[element.form]
  const withLast = (x: number, y: number): Arranged =>
    enclose(element, [
      { x: 0, y: 0, box: networks },
      { x: shelf.x + x, y: shelf.y + y, box: last },
    ])
  const end = Math.max(...row.map(right)) + gap
  const after = rowTop === 0 || shelf.x + end + last.width > networks.width ? [] : [withLast(end, rowTop)]
  const lower = row.slice(1).flatMap((_, count) => [row.slice(0, count + 1), row.slice(count + 1)])
  const below = lower.flatMap((run) => {
    const from = Math.min(...run.map(({ x }) => x))
    if (last.width > Math.max(...run.map(right)) - from) return []
    return [withLast(from, Math.max(...run.map(({ y, box }) => y + box.height)) + gap)]
  })
  return [...after, ...below]
}

function right({ x, box }: ArrangedChild): number {
  return x + box.width
}

function hasColumns(element: DiagramElement): boolean {
  return element.kind === 'group' && (element.arrangement === 'columns' || element.children.some(hasColumns))
}

/** As many as make these boxes wider than high: a rule that one box more rarely changes. */
function columnsFor(boxCount: number): number {
  return Math.ceil(Math.sqrt(boxCount * columnsOfBoxes))
}

/** Where nothing stands beside it. */
function usualColumns(element: DiagramGroup): Arranged | null {
  const [only, ...others] = element.children
  if (only === undefined || others.length > 0) return null
  const columns = columnsFor(boxesIn(element))
  const arranged = flow(element, [arrange(only, { columns })], Infinity)
  return shownScale(arranged) < readableScale ? null : arranged
}

/** An empty group takes as much room as a box. */
function boxesIn(element: DiagramElement): number {
  if (element.kind === 'node' || element.children.length === 0) return 1
  return element.children.reduce((sum, child) => sum + boxesIn(child), 0)
}

/** What is drawn around a region: frames, headers, the internet, title, and legend. */
const aroundRegion = { width: 100, height: 330 }

/** The height of what is drawn above and below an account: title, internet, and legend. */
const aroundAccount = 270

/** The one that is shown largest when the page is fitted into a screen. Of those that are readable then, the smallest. */
function bestOnScreen(candidates: readonly Arranged[]): Arranged | null {
  const largest = Math.max(...candidates.map(shownScale))
  return best(candidates.filter((each) => shownScale(each) > largest * closeEnough))
}

function shownScale(arranged: Arranged): number {
  return Math.min(readableScale, fittedScale(onPage(arranged)))
}

/** With what is drawn around it. A page is never narrower than its title and legend. */
function onPage({ width, height }: Size): Size {
  return { width: Math.max(page.minWidth, width + aroundRegion.width), height: height + aroundRegion.height }
}

/** The smallest, weighed against its proportions. `measured`: the size that counts. */
function best(
  candidates: readonly Arranged[],
  measured: (arranged: Size) => Size = (arranged) => arranged,
): Arranged | null {
  let chosen: Arranged | null = null
  for (const candidate of candidates) {
    if (chosen === null || cost(measured(candidate)) < cost(measured(chosen))) chosen = candidate
  }
  return chosen
}

function cost({ width, height }: Size): number {
  return Math.log(width * height) + proportionWeight * Math.abs(Math.log(width / height / preferredAspect))
}
