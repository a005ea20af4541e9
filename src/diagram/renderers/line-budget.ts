/**
 * Selects the lines of a summary: the most important ones, as long as the longest path isn't wider than the page.
 * Layout programs give each step of the longest path a column of its own.
 */
import type { DiagramEdge, DiagramElement, EdgeForm } from '../diagram.ts'
import { internetId } from '../views/boxes/account-frame.ts'
import { flattened } from '../views/boxes/group.ts'
import { arrowRanks, isFailure, requestedFrom } from '../views/flows/arrow-ranks.ts'

export type LineBudget = {
  readonly lines: number
  readonly widthPx: number
}

const known: readonly EdgeForm[] = ['request', 'event']
const others: readonly EdgeForm[] = ['reach', 'link', 'member', 'egress']
const forms = [...known, ...others]
const order = { entry: 0, leading: 1, known: 10, otherForms: 20, rest: 30, failure: 40 } as const
/** Forms of lines that lead to a box. */
const flowing: ReadonlySet<EdgeForm> = new Set([...known, 'reach'])

/** The box that counts the boxes of one kind in a group that a summary leaves out. */
export function restId(kind: DiagramElement['kind'], within: string): string {
  return `more ${kind} ${within}`
}

const restOfAll = new Set([restId('node', ''), restId('group', '')])

export function isRest(id: string): boolean {
  return /^more (?:node|group) /u.test(id)
}

/** The width of a box with its gap in Mermaid, and of a letter in the label of a line and in the title of a group. */
const stepPx = 215
const letterPx = 8
const titleLetterPx = 7.5

/**
 * `edges`: those nearest to the internet first. A line that is too long with its label has at most a state. What serves
 * requests from the internet keeps a line to what it uses, for which the lines on the way lose their labels.
 */
export function linesWithin(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  budget: LineBudget,
): readonly DiagramEdge[] {
  const { ends, frames } = columnsOf(elements)
  const frameOf = (id: string): Frame | undefined => frames.get(ends.get(id) ?? '')
  const place = orderOf(elements, edges, ({ source, target }) => frameOf(source) === frameOf(target))
  const widthOf = columnPxIn(directed(linesOf(edges, ends), frames.keys()), frames)
  const fits = (lines: Iterable<Line>): boolean =>
    widest(directed([...lines], frames.keys()), widthOf) <= budget.widthPx
  const serving = requestedFrom(internetId, edges)
  const counting = countingIn(elements)
  const leading = new Set(leadingLines(edges, counting))
  const within: DiagramEdge[] = []
  let lines: ReadonlyMap<DiagramEdge, Line> = new Map()
  const sorted = edges.toSorted((one, other) => place(one) - place(other))
  for (const edge of sorted) {
    if (within.length + lines.size === budget.lines) break
    const [from = '', to = ''] = [ends.get(edge.source), ends.get(edge.target)]
    if (from === to) {
      within.push(edge)
      continue
    }
    // A box for the rest of all groups says little of one, and would join their paths to a long one.
    if (restOfAll.has(edge.target) && frameOf(edge.source) !== frameOf(edge.target)) continue
    const isOfRest = isRest(edge.source) || isRest(edge.target)
    if (isOfRest && counting.has(edge.source) && counting.has(edge.target)) continue
    const before = lines
    const drawn = [...before.values()]
    const back = drawn.some((line) => line.from === to && line.to === from)
    // Layout programs break larger cycles at an arbitrary line, which makes the paths around them long.
    if (!back && leadsTo(to, from, waysOf(drawn))) continue
    const isUse = serving.has(edge.source) && leading.has(edge)
    const ways = [
      () => new Map([...before, [edge, { from, to, labelPx: labelPxOf(edge) }]]),
      () => new Map([...before, [edge, { from, to, labelPx: 0 }]]),
      ...(isUse ? [() => new Map([...withoutLabelsTo(from, before), [edge, { from, to, labelPx: 0 }]])] : []),
    ]
    lines = ways.map((way) => way()).find((each) => isEntry(edge) || fits(each.values())) ?? before
  }
  for (const edge of sorted) {
    const line = lines.get(edge)
    if (line === undefined || line.labelPx > 0) continue
    const labeled = new Map([...lines, [edge, { ...line, labelPx: labelPxOf(edge) }]])
    if (fits(labeled.values())) lines = labeled
  }
  const drawn = edges.flatMap((edge) => {
    if (within.includes(edge) || (lines.get(edge)?.labelPx ?? 0) > 0) return [edge]
    return lines.has(edge) ? [{ ...edge, label: stateIn(edge.label) }] : []
  })
  return withoutRepetition(drawn)
}

/** Lines that lost their labels may say the same, or less than another one. */
function withoutRepetition(edges: readonly DiagramEdge[]): readonly DiagramEdge[] {
  const alike = Map.groupBy(edges, ({ source, target, form }) => JSON.stringify([source, target, form]))
  return [...alike.values()].flatMap((lines) => {
    const byLabel = new Map(lines.map((line) => [line.label, line]))
    if (byLabel.size > 1) byLabel.delete('')
    return [...byLabel.values()]
  })
}

function labelPxOf({ label }: DiagramEdge): number {
  return letterPx * label.length
}

/** Labels of lines from the internet stay. */
function withoutLabelsTo(end: string, lines: ReadonlyMap<DiagramEdge, Line>): ReadonlyMap<DiagramEdge, Line> {
  const ways = waysOf([...lines.values()])
  return new Map(
    [...lines].map(([edge, line]) => [
      edge,
      !isEntry(edge) && leadsTo(line.to, end, ways) ? { ...line, labelPx: 0 } : line,
    ]),
  )
}

/** What a label says of a line that is switched off: `(disabled)`. Without it, the line would look live. */
export function stateIn(label: string): string {
  return /^\([^)]*\)/u.exec(label)?.[0] ?? ''
}

/**
 * Lines from the internet first: they are the shortest paths, and what readers look for first. Then a line to each box, so
 * that the flow stays connected: those that tell most, and within a group before between groups. Then other requests and
 * events by how much they tell, what policies and security groups allow, and other lines by their form. Then those of
 * boxes that count others, which would join paths that have nothing to do with each other. Last, what handles failures.
 */
function orderOf(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
  isWithinFrame: (edge: DiagramEdge) => boolean,
): (edge: DiagramEdge) => number {
  const rankOf = arrowRanks(edges, elements)
  const counting = countingIn(elements)
  const leading = new Set(leadingLines(edges, counting))
  return (edge) => {
    if (isEntry(edge)) return order.entry
    if (isFailure(edge)) return order.failure
    if (counting.has(edge.source) || counting.has(edge.target)) return order.rest + formOf(edge)
    if (leading.has(edge)) return order.leading + rankOf(edge) + (isWithinFrame(edge) ? 0 : 0.5)
    // Of the same rank, requests come before events.
    return known.includes(edge.form) ? order.known + 2 * rankOf(edge) + formOf(edge) : order.otherForms + formOf(edge)
  }
}

function formOf({ form }: DiagramEdge): number {
  return forms.indexOf(form)
}

/**
 * For each box, a request to it, otherwise an event, otherwise what is allowed. Those of what serves requests from the
 * internet come first: of these the farthest from it, which is rather an application than a bastion. Of the others, the
 * nearest.
 */
function leadingLines(edges: readonly DiagramEdge[], counting: ReadonlySet<string>): Iterable<DiagramEdge> {
  const serving = requestedFrom(internetId, edges)
  const isOfCounting = ({ source, target }: DiagramEdge): boolean => counting.has(source) || counting.has(target)
  const flow = edges.filter((edge) => flowing.has(edge.form) && !isFailure(edge) && !isOfCounting(edge))
  const isServed = ({ source }: DiagramEdge): boolean => serving.has(source)
  const leastFirst = [flow.filter((edge) => !isServed(edge)).toReversed(), flow.filter(isServed)].flatMap((some) =>
    some.toSorted((one, other) => formOf(other) - formOf(one)),
  )
  return new Map(leastFirst.map((edge) => [edge.target, edge])).values()
}

/** Boxes that count others, and applications or services without their boxes. */
function countingIn(elements: readonly DiagramElement[]): ReadonlySet<string> {
  return new Set(
    flattened(elements)
      .filter((element) => isRest(element.id) || isFolded(element))
      .map(({ id }) => id),
  )
}

function isFolded(element: DiagramElement): boolean {
  return element.kind === 'group' && element.form === 'category' && element.children.length === 0
}

export function isEntry({ source }: DiagramEdge): boolean {
  return source === internetId
}

function linesOf(edges: readonly DiagramEdge[], ends: Columns['ends']): readonly Line[] {
  return edges.flatMap(({ source, target }) => {
    const [from = '', to = ''] = [ends.get(source), ends.get(target)]
    return from === to ? [] : [{ from, to, labelPx: 0 }]
  })
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
function widest(ways: Ways, widthOf: (box: string) => number): number {
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
    const frame = frameFrom(element)
    const inner = element.kind === 'node' ? [] : element.children.map((child) => visit(child, frame))
    const end = inner[0] ?? element.id
    ends.set(element.id, end)
    if (inner.length === 0) frames.set(end, around)
    return end
  }
  for (const element of elements) visit(element)
  return { ends, frames }
}

function frameFrom(element: DiagramElement): Frame | undefined {
  const isFrame = element.kind === 'group' && element.children.every(({ kind }) => kind === 'node')
  return isFrame ? { titlePx: titleLetterPx * `${element.label} · ${element.detail}`.length } : undefined
}
