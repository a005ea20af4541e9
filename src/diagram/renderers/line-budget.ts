/**
 * Selects the lines of a summary: the most important ones, as long as the longest path isn't wider than the page.
 * Layout programs give each step of the longest path a column of its own.
 */
import type { DiagramEdge, DiagramElement, EdgeForm } from '../diagram.ts'
import { internetId } from '../views/boxes/account-frame.ts'

export type LineBudget = {
  readonly lines: number
  readonly widthPx: number
  /** Whether two boxes may lead to each other. Layout programs then choose the direction of the paths around them. */
  readonly mayLeadBack: boolean
}

/** The order of importance. */
const telling: readonly EdgeForm[] = ['request', 'event', 'reach', 'link', 'member', 'egress']

/** The width of a box with its gap in Mermaid, and of a letter in the label of a line and in the title of a group. */
const stepPx = 215
const letterPx = 8
const titleLetterPx = 7.5

export function linesWithin(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  budget: LineBudget,
): readonly DiagramEdge[] {
  const { ends, columnPx } = columnsOf(elements)
  const drawn = new Set<DiagramEdge>()
  let lines: readonly Line[] = []
  for (const edge of edges.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (drawn.size === budget.lines) break
    const [from = '', to = ''] = [ends.get(edge.source), ends.get(edge.target)]
    if (from === to) {
      drawn.add(edge)
      continue
    }
    const back = budget.mayLeadBack && lines.some((line) => line.from === to && line.to === from)
    // Layout programs break larger cycles at an arbitrary line, which makes the paths around them long.
    if (!back && leadsTo(to, from, waysOf(lines))) continue
    const more = [...lines, { from, to, labelPx: letterPx * edge.label.length }]
    if (!isEntry(edge) && widest(directed(more, columnPx), columnPx) > budget.widthPx) continue
    drawn.add(edge)
    lines = more
  }
  return edges.filter((edge) => drawn.has(edge))
}

/** Lines from the internet are the shortest paths, and what readers look for first. */
function rankOf(edge: DiagramEdge): number {
  return isEntry(edge) ? -1 : telling.indexOf(edge.form)
}

export function isEntry({ source }: DiagramEdge): boolean {
  return source === internetId
}

/** Between the boxes of two columns. */
type Line = { readonly from: string; readonly to: string; readonly labelPx: number }
/** The lines from a box, by its ID. */
type Ways = ReadonlyMap<string, readonly Line[]>
type Widths = ReadonlyMap<string, number>

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
function directed(lines: readonly Line[], boxes: Widths): Ways {
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
  for (const box of boxes.keys()) follow(box)
  return waysOf(lines.map((line) => (turned.has(line) ? { ...line, from: line.to, to: line.from } : line)))
}

/** The longest path with its first column. There are no cycles. */
function widest(ways: Ways, widths: Widths): number {
  const known = new Map<string, number>()
  const widthOf = (id: string): number => widths.get(id) ?? stepPx
  const from = (id: string): number => {
    const width =
      known.get(id) ?? Math.max(0, ...(ways.get(id) ?? []).map(({ to, labelPx }) => labelPx + widthOf(to) + from(to)))
    known.set(id, width)
    return width
  }
  return Math.max(0, ...[...ways.keys()].map((id) => widthOf(id) + from(id)))
}

type Columns = {
  /** The box in whose column a line ends, by the ID of its end. For a group, its first box. */
  readonly ends: ReadonlyMap<string, string>
  /** The width of a column, by its box. The title of a group may be wider than its boxes. */
  readonly columnPx: Widths
}

function columnsOf(elements: readonly DiagramElement[]): Columns {
  const ends = new Map<string, string>()
  const columnPx = new Map<string, number>()
  const visit = (element: DiagramElement): string => {
    const inner = element.kind === 'node' ? [] : element.children.map(visit)
    const end = inner[0] ?? element.id
    ends.set(element.id, end)
    const isInnermost = element.kind === 'group' && element.children.every(({ kind }) => kind === 'node')
    const titlePx = isInnermost ? titleLetterPx * `${element.label} · ${element.detail}`.length : 0
    columnPx.set(end, Math.max(stepPx, titlePx, columnPx.get(end) ?? 0))
    return end
  }
  for (const element of elements) visit(element)
  return { ends, columnPx }
}
