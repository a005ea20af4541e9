/**
 * Selects the lines of a summary: the most important ones, as long as the longest path isn't wider than the page.
 * Layout programs give each step of the longest path a column of its own.
 */
import type { DiagramEdge, DiagramElement, EdgeForm } from '../diagram.ts'
import { internetId } from '../views/boxes/account-frame.ts'
import { arrowRanks, isFailure } from '../views/flows/arrow-ranks.ts'

export type LineBudget = {
  readonly lines: number
  readonly widthPx: number
}

const known: readonly EdgeForm[] = ['request', 'event']
const others: readonly EdgeForm[] = ['reach', 'link', 'member', 'egress']
const order = { entry: 0, leading: 1, known: 10, otherForms: 20, failure: 30 } as const

/** The width of a box with its gap in Mermaid, and of a letter in the label of a line and in the title of a group. */
const stepPx = 215
const letterPx = 8
const titleLetterPx = 7.5

/** `edges`: those nearest to the internet first. A line that is too long with its label has none if it fits then. */
export function linesWithin(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  budget: LineBudget,
): readonly DiagramEdge[] {
  const { ends, frames } = columnsOf(elements)
  const place = orderOf(elements, edges)
  const drawn = new Map<DiagramEdge, DiagramEdge>()
  let lines: readonly Line[] = []
  for (const edge of edges.toSorted((one, other) => place(one) - place(other))) {
    if (drawn.size === budget.lines) break
    const [from = '', to = ''] = [ends.get(edge.source), ends.get(edge.target)]
    if (from === to) {
      drawn.set(edge, edge)
      continue
    }
    const back = lines.some((line) => line.from === to && line.to === from)
    // Layout programs break larger cycles at an arbitrary line, which makes the paths around them long.
    if (!back && leadsTo(to, from, waysOf(lines))) continue
    const withLabel = (label: string): readonly Line[] => [...lines, { from, to, labelPx: letterPx * label.length }]
    const fits = (label: string): boolean =>
      isEntry(edge) || widest(directed(withLabel(label), frames.keys()), frames) <= budget.widthPx
    const label = [...new Set([edge.label, ''])].find(fits)
    if (label === undefined) continue
    drawn.set(edge, { ...edge, label })
    lines = withLabel(label)
  }
  return edges.flatMap((edge) => drawn.get(edge) ?? [])
}

/**
 * Lines from the internet first: they are the shortest paths, and what readers look for first. Then a line to each box, so
 * that the flow stays connected. Then other requests and events by how much they tell, and what policies and security
 * groups allow, and other lines by their form. Last, what handles failures.
 */
function orderOf(elements: readonly DiagramElement[], edges: readonly DiagramEdge[]): (edge: DiagramEdge) => number {
  const rankOf = arrowRanks(edges, elements)
  const flow = edges.filter((edge) => known.includes(edge.form) && !isFailure(edge))
  // Of lines to the same box, the last one stays: the first of the original order.
  const leading = new Map(flow.toReversed().map((edge) => [edge.target, edge]))
  return (edge) => {
    if (isEntry(edge)) return order.entry
    if (isFailure(edge)) return order.failure
    if (!known.includes(edge.form)) return order.otherForms + others.indexOf(edge.form)
    // Of the same rank, requests come before events.
    return leading.get(edge.target) === edge ? order.leading : order.known + 2 * rankOf(edge) + known.indexOf(edge.form)
  }
}

export function isEntry({ source }: DiagramEdge): boolean {
  return source === internetId
}

/** Between the boxes of two columns. */
type Line = { readonly from: string; readonly to: string; readonly labelPx: number }
/** The lines from a box, by its ID. */
type Ways = ReadonlyMap<string, readonly Line[]>

function waysOf(lines: readonly Line[]): Ways {
  return Map.groupBy(lines, ({ from }) => from)
}

function leadsTo(from: string, to: string, ways: Ways, seen = new Set<string>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (ways.get(from) ?? []).some((way) => leadsTo(way.to, to, ways, seen))
}

/** Like layout programs, which follow the lines from the first box on and turn around those that lead back. */
function directed(lines: readonly Line[], boxes: Iterable<string>): Ways {
  const ways = waysOf(lines)
  const [seen, path, turned] = [new Set<string>(), new Set<string>(), new Set<Line>()]
  const follow = (box: string): void => {
    if (seen.has(box)) return
    seen.add(box)
    path.add(box)
    for (const line of ways.get(box) ?? []) {
      if (path.has(line.to)) turned.add(line)
      else follow(line.to)
    }
    path.delete(box)
  }
  for (const box of boxes) follow(box)
  return waysOf(lines.map((line) => (turned.has(line) ? { ...line, from: line.to, to: line.from } : line)))
}

/** The longest path with its first column. There are no cycles. */
function widest(ways: Ways, frames: Frames): number {
  const widthOf = columnPxIn(ways, frames)
  return longest([...ways.keys()], ways, widthOf, ({ to, labelPx }) => labelPx + widthOf(to))
}

/** The columns within a frame share the width of its title. */
function columnPxIn(ways: Ways, frames: Frames): (box: string) => number {
  const boxesOf = Map.groupBy(frames.keys(), (box) => frames.get(box))
  const known = new Map<Frame | undefined, number>()
  return (box) => {
    const frame = frames.get(box)
    const px = known.get(frame) ?? Math.max(stepPx, (frame?.titlePx ?? 0) / columnsIn(boxesOf.get(frame) ?? [], ways))
    known.set(frame, px)
    return px
  }
}

function columnsIn(boxes: readonly string[], ways: Ways): number {
  const inside = new Set(boxes)
  const within = waysOf([...ways.values()].flat().filter(({ from, to }) => inside.has(from) && inside.has(to)))
  return longest(
    boxes,
    within,
    () => 1,
    () => 1,
  )
}

/** The longest path from any of the boxes: the length of that box, and what each line of the path adds. */
function longest(
  boxes: readonly string[],
  ways: Ways,
  lengthOf: (box: string) => number,
  addedBy: (line: Line) => number,
): number {
  const known = new Map<string, number>()
  const from = (box: string): number => {
    const length = known.get(box) ?? Math.max(0, ...(ways.get(box) ?? []).map((line) => addedBy(line) + from(line.to)))
    known.set(box, length)
    return length
  }
  return Math.max(0, ...boxes.map((box) => lengthOf(box) + from(box)))
}

/** A group that contains only boxes. Its title may be wider than them. */
type Frame = { readonly titlePx: number }
/** The frame of each box, in the order of the boxes. `undefined`: none. */
type Frames = ReadonlyMap<string, Frame | undefined>

type Columns = {
  /** The box in whose column a line ends, by the ID of its end. For a group, its first box. */
  readonly ends: ReadonlyMap<string, string>
  readonly frames: Frames
}

function columnsOf(elements: readonly DiagramElement[]): Columns {
  const ends = new Map<string, string>()
  const frames = new Map<string, Frame | undefined>()
  const visit = (element: DiagramElement, around?: Frame): string => {
    const frame = frameOf(element)
    const inner = element.kind === 'node' ? [] : element.children.map((child) => visit(child, frame))
    const end = inner[0] ?? element.id
    ends.set(element.id, end)
    if (inner.length === 0) frames.set(end, around)
    return end
  }
  for (const element of elements) visit(element)
  return { ends, frames }
}

function frameOf(element: DiagramElement): Frame | undefined {
  const isFrame = element.kind === 'group' && element.children.every(({ kind }) => kind === 'node')
  return isFrame ? { titlePx: titleLetterPx * `${element.label} · ${element.detail}`.length } : undefined
}
