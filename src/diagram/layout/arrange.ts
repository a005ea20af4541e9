/** Packs nested boxes in reading order. Sizes are computed bottom-up, positions top-down. */
import type { Arrangement, DiagramElement, DiagramGroup, Rectangle } from '../diagram.ts'
import { card, countCard, groupDimensions } from './dimensions.ts'

/** An element with its size, and its children at offsets from its own top left corner. */
export type Arranged = {
  readonly element: DiagramElement
  readonly width: number
  readonly height: number
  readonly children: readonly ArrangedChild[]
}

export type ArrangedChild = { readonly x: number; readonly y: number; readonly box: Arranged }

/** What a group passes to its children. */
type Context = {
  /** Number of Availability Zone columns. 0 outside VPCs. */
  readonly zoneCount: number
  /** Columns of grids if the parent sets them. */
  readonly columns: number | null
}

const preferredAspect = 1.5
/** Most regions have three or four Availability Zones. Their alignment matters more than proportions. */
const mostZonesInOneRow = 4

export function arrange(element: DiagramElement, context: Context = { zoneCount: 0, columns: null }): Arranged {
  if (element.kind === 'node') {
    const { width, height } = sizeOf(element)
    return { element, width, height, children: [] }
  }
  return arrangements[element.arrangement](element, context)
}

const arrangements: Readonly<Record<Arrangement, (element: DiagramGroup, context: Context) => Arranged>> = {
  column: (element, context) =>
    element.children.some((child) => setsWidth(child))
      ? fittedColumn(element)
      : column(element, childrenOf(element, context)),
  row: (element, context) => flow(element, childrenOf(element, context), Infinity),
  grid: (element, context) => grid(element, context.columns ?? gridColumns(element, context.zoneCount)),
  matrix,
  shelves,
  columns: (element, context) => evenColumns(element, context.columns ?? 1),
  aside,
}

function childrenOf(element: DiagramGroup, context: Context): readonly Arranged[] {
  return element.children.map((child) => arrange(child, context))
}

/** Absolute rectangles of an arranged tree. Parents come before their children. */
export function positioned(
  arranged: Arranged,
  x: number,
  y: number,
  parentId: string | null,
): readonly { readonly element: DiagramElement; readonly parentId: string | null; readonly rectangle: Rectangle }[] {
  const { element, width, height, children } = arranged
  return [
    { element, parentId, rectangle: { x, y, width, height } },
    ...children.flatMap((child) => positioned(child.box, x + child.x, y + child.y, element.id)),
  ]
}

function gridColumns(element: DiagramGroup, zoneCount: number): number {
  const count = element.children.length
  if (count > 0 && element.children.every(isCount)) return Math.min(count, count > 6 ? 3 : 2)
  if (element.form !== 'subnet') return Math.max(1, Math.ceil(Math.sqrt(count / 1.6)))
  if (zoneCount === 1) return Math.min(count, count > 9 ? 5 : 3)
  if (count > 12) return Math.ceil(Math.sqrt(count))
  return count > 3 ? 2 : 1
}

/** Adds header and padding of the group around its content, which has coordinates relative to the content area. */
function enclose(element: DiagramGroup, children: readonly ArrangedChild[], minWidth = 0): Arranged {
  const { header, padding } = groupDimensions[element.form]
  const contentWidth = Math.max(0, ...children.map(({ x, box }) => x + box.width))
  const contentHeight = Math.max(0, ...children.map(({ y, box }) => y + box.height))
  const empty = children.length === 0
  const narrowest = element.form === 'band' ? 0 : card.width
  return {
    element,
    width: Math.max(contentWidth, narrowest, minWidth - 2 * padding) + 2 * padding,
    height: empty ? header + (element.form === 'subnet' ? 8 : padding) : header + contentHeight + padding,
    children: children.map(({ x, y, box }) => ({ x: x + padding, y: y + header, box })),
  }
}

/** Fills rows up to a width. */
function flow(element: DiagramGroup, boxes: readonly Arranged[], widthPx: number): Arranged {
  const { gap } = groupDimensions[element.form]
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

function isCount(element: DiagramElement): boolean {
  return element.kind === 'node' && element.form === 'count'
}

function sizeOf(element: DiagramElement): { readonly width: number; readonly height: number } {
  return isCount(element) ? countCard : card
}

/** Places boxes below each other. Groups with a border are as wide as the widest, other elements are centered. */
function column(element: DiagramGroup, boxes: readonly Arranged[]): Arranged {
  const { gap } = groupDimensions[element.form]
  const width = Math.max(0, ...boxes.map((box) => box.width))
  let y = 0
  return enclose(
    element,
    boxes.map((box) => {
      const bordered = box.element.kind === 'group' && box.element.form !== 'band'
      const child = bordered
        ? { x: 0, y, box: { ...box, width } }
        : { x: element.form === 'band' ? 0 : Math.round((width - box.width) / 2), y, box }
      y += box.height + gap
      return child
    }),
  )
}

function setsWidth(element: DiagramElement): boolean {
  return element.kind === 'group' && (element.arrangement === 'matrix' || element.arrangement === 'shelves')
}

/** Availability Zones and VPCs set the width. Grids above and below them fill it. */
function fittedColumn(element: DiagramGroup): Arranged {
  const width = Math.max(
    0,
    ...element.children.filter((child) => setsWidth(child)).map((child) => arrange(child).width),
  )
  const fitting = Math.max(2, Math.floor((width + card.gap) / (card.width + card.gap)))
  const boxes = element.children.map((child) => {
    const count = child.kind === 'group' ? child.children.length : 1
    const rows = Math.max(1, Math.ceil(count / fitting))
    return arrange(child, { zoneCount: 0, columns: Math.max(1, Math.ceil(count / rows)) })
  })
  return column(element, boxes)
}

/** Columns of the same width. Their children are aligned in rows, so that subnets of the same tier are side by side. */
function matrix(element: DiagramGroup): Arranged {
  const zoneCount = element.children.length
  const columns = element.children.flatMap((zone) =>
    zone.kind === 'group'
      ? [{ zone, cells: zone.children.map((cell) => arrange(cell, { zoneCount, columns: null })) }]
      : [],
  )
  const cells = columns.flatMap((each) => each.cells)
  const width = Math.max(card.width, ...cells.map((cell) => cell.width))
  const rowOf = (cell: Arranged): number => (cell.element.kind === 'group' ? cell.element.row : 0)
  const rowCount = Math.max(0, ...cells.map((cell) => rowOf(cell) + 1))
  const rowHeights = Array.from({ length: rowCount }, (_, row) =>
    Math.max(0, ...cells.filter((cell) => rowOf(cell) === row).map((cell) => cell.height)),
  )
  const { gap } = groupDimensions.zone
  const rowTop = (row: number): number => rowHeights.slice(0, row).reduce((sum, height) => sum + height + gap, 0)
  const zones = columns.map(({ zone, cells: inZone }) =>
    enclose(
      zone,
      inZone.map((cell) => ({
        x: 0,
        y: rowTop(rowOf(cell)),
        box: { ...cell, width, height: rowHeights[rowOf(cell)] ?? cell.height },
      })),
    ),
  )
  const height = Math.max(0, ...zones.map((zone) => zone.height))
  const aligned = zones.map((zone) => ({ ...zone, height }))
  const inRowsOf = (perRow: number): Arranged =>
    flow(element, aligned, perRow * (width + 2 * groupDimensions.zone.padding + gap))
  if (zones.length <= mostZonesInOneRow) return inRowsOf(zones.length)
  return best(aligned.map((_, position) => inRowsOf(position + 1))) ?? inRowsOf(zones.length)
}

/** Rows filled to the width with the best proportions. */
function shelves(element: DiagramGroup): Arranged {
  const boxes = element.children.map((child) => arrange(child))
  const gap = groupDimensions[element.form].gap
  const widths = new Set<number>()
  for (let start = 0; start < Math.min(boxes.length, 12); start++) {
    let width = -gap
    for (const box of boxes.slice(start, start + 12)) {
      width += box.width + gap
      widths.add(width)
    }
  }
  const widest = Math.max(0, ...boxes.map((box) => box.width))
  return (
    best([...widths].filter((width) => width >= widest).map((width) => flow(element, boxes, width))) ??
    flow(element, boxes, widest)
  )
}

/** Places children in columns of about the same height, in their order. Each column is one card wide. */
function evenColumns(element: DiagramGroup, columnCount: number): Arranged {
  const { gap } = groupDimensions[element.form]
  const boxes = element.children.map((child) => arrange(child, { zoneCount: 0, columns: 1 }))
  const total = boxes.reduce((sum, box) => sum + box.height + gap, 0)
  const tallest = Math.max(0, ...boxes.map((box) => box.height + gap))
  let columns: readonly (readonly Arranged[])[] = [boxes]
  for (let limit = Math.max(tallest, total / columnCount); limit <= total; limit += card.height / 2) {
    columns = cutInto(boxes, limit, gap)
    if (columns.length <= columnCount) break
  }
  let x = 0
  const children = columns.flatMap((column) => {
    let y = 0
    const width = Math.max(0, ...column.map((box) => box.width))
    const placed = column.map((box) => {
      const child = { x, y, box: { ...box, width } }
      y += box.height + gap
      return child
    })
    x += width + gap
    return placed
  })
  return enclose(element, children)
}

function cutInto(boxes: readonly Arranged[], limit: number, gap: number): readonly (readonly Arranged[])[] {
  const columns: Arranged[][] = []
  let height = Infinity
  for (const box of boxes) {
    if (height + box.height + gap > limit) {
      columns.push([])
      height = 0
    }
    columns.at(-1)?.push(box)
    height += box.height + gap
  }
  return columns
}

/** Places the last child beside the others, with the number of columns that gives the best proportions. */
function aside(element: DiagramGroup): Arranged {
  const others = element.children.slice(0, -1).map((child) => arrange(child))
  const candidates = element.children
    .slice(-1)
    .flatMap((last) =>
      [1, 2, 3, 4, 5, 6].map((columns) =>
        flow(element, [...others, arrange(last, { zoneCount: 0, columns })], Infinity),
      ),
    )
  return best(candidates, 2) ?? flow(element, others, Infinity)
}

/** Rated by proportions and by the share of empty area, which is weighted with `bareWeight`. */
function best(candidates: readonly Arranged[], bareWeight = 1): Arranged | null {
  const cost = (candidate: Arranged): number => {
    const area = candidate.width * candidate.height
    const filled = candidate.children.reduce((sum, { box }) => sum + box.width * box.height, 0)
    return Math.abs(Math.log(candidate.width / candidate.height / preferredAspect)) + bareWeight * (1 - filled / area)
  }
  let chosen: Arranged | null = null
  for (const candidate of candidates) {
    if (chosen === null || cost(candidate) < cost(chosen)) chosen = candidate
  }
  return chosen
}
