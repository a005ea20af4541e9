/**
 * Selects the lines of a summary: the most important ones, as long as the longest path isn't wider than the page.
 * Layout programs give each step of the longest path a column of its own.
 */
import type { DiagramEdge, DiagramElement, EdgeForm } from '../diagram.ts'

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
const titleLetterPx = 5.5

export function linesWithin(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  budget: LineBudget,
): readonly DiagramEdge[] {
  const { ends, columnPx } = columnsOf(elements)
  const widthOf = (end: string): number => columnPx.get(end) ?? stepPx
  const ways = new Map<string, { readonly to: string; readonly px: number }[]>()
  const drawn = new Set<DiagramEdge>()
  for (const edge of edges.toSorted((one, other) => telling.indexOf(one.form) - telling.indexOf(other.form))) {
    if (drawn.size === budget.lines) break
    const [from = '', to = ''] = [ends.get(edge.source), ends.get(edge.target)]
    if (from === to) {
      drawn.add(edge)
      continue
    }
    const back = budget.mayLeadBack && (ways.get(to) ?? []).some((way) => way.to === from)
    // Layout programs break larger cycles at an arbitrary line, which makes the paths around them long.
    if (!back && leadsTo(to, from, ways)) continue
    const [start, end] = back ? [to, from] : [from, to]
    const before = ways.get(start) ?? []
    ways.set(start, [...before, { to: end, px: widthOf(end) + letterPx * edge.label.length }])
    if (widest(ways, widthOf) <= budget.widthPx) drawn.add(edge)
    else ways.set(start, before)
  }
  return edges.filter((edge) => drawn.has(edge))
}

type Ways = ReadonlyMap<string, readonly { readonly to: string; readonly px: number }[]>

function leadsTo(from: string, to: string, ways: Ways, seen = new Set<string>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (ways.get(from) ?? []).some((way) => leadsTo(way.to, to, ways, seen))
}

/** The longest path with its first column. There are no cycles. */
function widest(ways: Ways, widthOf: (end: string) => number): number {
  const known = new Map<string, number>()
  const from = (id: string): number => {
    const width = known.get(id) ?? Math.max(0, ...(ways.get(id) ?? []).map(({ to, px }) => px + from(to)))
    known.set(id, width)
    return width
  }
  return Math.max(0, ...[...ways.keys()].map((id) => widthOf(id) + from(id)))
}

type Columns = {
  /** The box in whose column a line ends, by the ID of its end. For a group, its first box. */
  readonly ends: ReadonlyMap<string, string>
  /** The width of a column, by its box. The title of a group may be wider than its boxes. */
  readonly columnPx: ReadonlyMap<string, number>
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
