/** The default content of text formats for large diagrams: what fits where people paste it, and counts of the rest. */
import type { Diagram, DiagramEdge, DiagramElement, DiagramGroup, DiagramNode } from '../diagram.ts'
import { flattened } from '../views/boxes/group.ts'
import { isFailure } from '../views/flows/arrow-ranks.ts'
import { offState } from '../off-state.ts'
import { formatCount } from '../resource-kinds.ts'
import { sortedByEntry, stepsFromEntries, unreached } from './entry-order.ts'
import { changesWithin, foldedGroup } from '../folded-group.ts'
import { isEntry, linesWithin, restId, stateIn } from './line-budget.ts'
import type { RenderOptions } from './renderer.ts'
import { type RowLinks, rowLinks } from './row-links.ts'

const mostBoxes = 60
const mostLines = 80
/** More lines make a top-down diagram too wide. So do the parts of VPCs, which stand side by side. */
const mostLinesDown = 7

/** Group levels. The first that fits with the fewest siblings is used. */
const depths = [Infinity, 5, 4, 3, 2, 1]
const fewestSiblings = 3

/** Pixels of the longest path. The groups around the boxes need the rest of 1,800. */
const usualWay = 1_100
/** Few groups surround the boxes of networks and security groups. Those of data flows have many labels. */
const widestWay: Readonly<Record<string, number>> = {
  dataflow: 1_000,
  network: 1_500,
  security: 1_500,
}

export type TextPage = {
  readonly diagram: Diagram
  readonly rows: RowLinks
}

/** Boxes side by side in a top-down diagram. */
const columns = 3

/** The content of a diagram in a text format. */
export function textPageOf(diagram: Diagram, { detail }: RenderOptions): TextPage {
  if (detail === 'all') return { diagram, rows: [] }
  const summary = summaryOf(diagram)
  return { diagram: summary, rows: rowsOf(summary, summary.elements) }
}

/** Of all elements of a summary, or of some of them. */
export function rowsOf({ direction }: Diagram, elements: readonly DiagramElement[]): RowLinks {
  return direction === 'down' ? rowLinks(elements, columns) : []
}

/**
 * Without arrows to groups of boxes of an architecture from the side, because layout programs put the whole group beside
 * them. Groups of a data flow are small.
 */
function betweenBoxes({ view, elements }: Diagram, edges: readonly DiagramEdge[]): readonly DiagramEdge[] {
  if (view !== 'architecture') return edges
  const groups = new Set(
    flattened(elements)
      .filter((element) => element.kind === 'group' && element.children.length > 0)
      .map(({ id }) => id),
  )
  return edges.filter(({ form, source, target }) => form === 'egress' || (!groups.has(source) && !groups.has(target)))
}

/** Labels between the cards of an overview would take more room than the cards. */
function labeled(view: Diagram['view'], edges: readonly DiagramEdge[]): readonly DiagramEdge[] {
  return view === 'overview' ? edges.map((edge) => ({ ...edge, label: stateIn(edge.label) })) : edges
}

export function summaryOf(diagram: Diagram): Diagram {
  const elements = sortedByEntry(diagram.elements, diagram.edges)
  const whole = countBoxes(elements)
  const { kept, shownBy } = fitted(elements, diagram.edges, whole)
  const edges = labeled(diagram.view, between(diagram.edges, shownBy))
  const changedFirst = nearFirst(kept, edges).toSorted(
    (one, other) => Number(isChanged(other)) - Number(isChanged(one)),
  )
  const lines = linesWithin(kept, betweenBoxes({ ...diagram, elements: kept }, changedFirst), {
    lines: mostLines,
    widthPx: widestWay[diagram.view] ?? usualWay,
  })
  const parts = [
    ...(countBoxes(kept) === whole ? [] : [`${formatCount(countBoxes(kept))} of ${formatCount(whole)} boxes`]),
    ...(lines.length === edges.length ? [] : [`${lines.length} of ${formatCount(edges.length)} arrows`]),
  ]
  const said = parts.length === 0 ? [] : [`Summary: ${parts.join(', ')}. detail=all shows everything.`]
  return {
    ...diagram,
    elements: kept,
    edges: lines,
    direction: diagram.view === 'network' || lines.length > mostLinesDown ? 'right' : 'down',
    simplified: [diagram.simplified, ...said].filter((text) => text !== '').join(' '),
  }
}

/** By distance from the entry points, so that the far end of a path that is too wide is left out. */
function nearFirst(elements: readonly DiagramElement[], edges: readonly DiagramEdge[]): readonly DiagramEdge[] {
  const steps = stepsFromEntries(elements, edges)
  const stepOf = ({ source }: DiagramEdge): number => steps.get(source) ?? unreached
  return edges.toSorted((one, other) => stepOf(one) - stepOf(other))
}

type Fitted = {
  readonly kept: readonly DiagramElement[]
  /** The ID of the box that shows an element. */
  readonly shownBy: (id: string) => string
}

/** Only as much is left out as necessary, so that one more box changes little: first boxes without lines. */
function fitted(elements: readonly DiagramElement[], edges: readonly DiagramEdge[], whole: number): Fitted {
  const importance = importanceOf(elements, edges)
  const at = (step: Partial<Step>): Fitted => reduced(elements, { ...everything, ...step }, importance)
  if (whole <= mostBoxes) return at({})
  const fits = ({ kept }: Fitted): boolean => countBoxes(kept) <= mostBoxes
  const most = mostSiblings(elements)
  const [unlinked, siblings] = [range(most, 0), range(most, fewestSiblings)]
  const depth = depths.find((each) => fits(at({ depth: each, siblings: fewestSiblings }))) ?? 1
  const steps: readonly Partial<Step>[] = [
    ...unlinked.map((count) => ({ unlinked: count })),
    ...siblings.map((count) => ({ depth, unlinked: 0, siblings: count, named: true })),
    ...siblings.map((count) => ({ depth, unlinked: 0, siblings: count })),
  ]
  const step = steps.find((each) => fits(at(each))) ?? { depth, unlinked: 0, siblings: fewestSiblings }
  // The most important groups at this depth keep their boxes, as many as fit. Subnets don't, because those of other zones
  // are alike.
  let [found, open] = [at(step), new Set<string>()]
  const innermost = flattened(elements).filter(
    (each) => each.kind === 'group' && each.form !== 'subnet' && each.children.every(({ kind }) => kind === 'node'),
  )
  for (const { id } of innermost.toSorted((one, other) => importance(other) - importance(one))) {
    const tried = new Set([...open, id])
    const attempt = at({ ...step, open: tried })
    if (fits(attempt)) [found, open] = [attempt, tried]
  }
  return found
}

/** From `most` to `fewest`. */
function range(most: number, fewest: number): readonly number[] {
  return Array.from({ length: Math.max(0, most - fewest + 1) }, (_, below) => most - below)
}

function mostSiblings(elements: readonly DiagramElement[]): number {
  return Math.max(
    elements.length,
    ...flattened(elements).map((each) => (each.kind === 'group' ? each.children.length : 0)),
  )
}

/** `Infinity`: no limit. */
type Step = {
  readonly depth: number
  readonly siblings: number
  /** Of the siblings, those that have no lines. */
  readonly unlinked: number
  /** Groups above the limit are one box each, instead of one for all. */
  readonly named: boolean
  /** Groups that keep their boxes, whatever their depth. */
  readonly open: ReadonlySet<string>
}

const everything: Step = { depth: Infinity, siblings: Infinity, unlinked: Infinity, named: false, open: new Set() }

/** In comparisons that don't fit, unchanged groups below the region are one box each. */
const unchangedDepth = 2

function isUnchanged(element: DiagramElement): boolean {
  return flattened([element]).every(({ change }) => change === 'unchanged')
}

function reduced(elements: readonly DiagramElement[], step: Step, importance: Importance): Fitted {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const isReduced = step.siblings < Infinity
  const visit = (siblings: readonly DiagramElement[], level: number, within: string): readonly DiagramElement[] => {
    const shown: readonly DiagramElement[] = siblings.map((element): DiagramElement => {
      counts.set(element.id, countBoxes([element]))
      if (element.kind === 'node') return element
      if (isBand(element)) return { ...element, children: visit(element.children, level, element.id) }
      const isDeep = level >= step.depth && !step.open.has(element.id)
      const isFolded = isDeep || (isReduced && level > unchangedDepth && isUnchanged(element))
      if ((isFolded || isUnlinked(element, step, importance)) && element.children.length > 0)
        return folded(element, names)
      return { ...element, children: visit(element.children, level + 1, element.id) }
    })
    return (['node', 'group'] as const).reduce<readonly DiagramElement[]>(
      (some, kind) => withFewer(some, { kind, within, importance, ...step }, names, counts),
      shown,
    )
  }
  const kept = visit(elements, 1, '')
  const shownBy = (id: string): string => {
    const by = names.get(id)
    return by === undefined ? id : shownBy(by)
  }
  return { kept, shownBy }
}

type Importance = (element: DiagramElement) => number

/** A group of boxes that have no lines, such as what couldn't be read, is one box if they would share one. */
function isUnlinked({ children }: DiagramGroup, { unlinked }: Step, importance: Importance): boolean {
  const isAlike = children.every((child) => child.kind === 'node' && importance(child) === 0)
  return unlinked === 0 && children.length > 1 && isAlike
}

/**
 * In comparisons, what changed comes first. Then what the internet leads to, and what has most arrows in use. 0: it has no
 * lines, and others have.
 */
function importanceOf(elements: readonly DiagramElement[], edges: readonly DiagramEdge[]): Importance {
  const entries = new Set(edges.filter(isEntry).map(({ target }) => target))
  const counts = new Map<string, number>()
  for (const { source, target } of edges.filter((edge) => !isFailure(edge) && offState(edge.label) === ''))
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1)
  const [linked, most] = [new Map<string, number>(), edges.length * 2 + 1]
  const all = flattened(elements)
  // The lines of a group may be those of any of its boxes.
  const maybe = new Set(all.flatMap((each) => (counts.has(each.id) ? flattened([each]).map(({ id }) => id) : [])))
  for (const element of all) {
    const inner = flattened([element])
    const sum = inner.reduce((count, { id }) => count + (counts.get(id) ?? 0), 0)
    const own = sum === 0 && maybe.has(element.id) ? 0.5 : sum
    const [isChangedWithin, isEntered] = [inner.some(isChanged), inner.some(({ id }) => entries.has(id))]
    linked.set(element.id, own + (isEntered ? most : 0) + (isChangedWithin ? 2 * most : 0))
  }
  return ({ id }) => (counts.size === 0 ? 1 : 0) + (linked.get(id) ?? 0)
}

function isChanged({ change }: DiagramElement | DiagramEdge): boolean {
  return change !== undefined && change !== 'unchanged'
}

/** A group as one box without content. */
function folded(group: DiagramGroup, names: Map<string, string>): DiagramGroup {
  name(group.children, group.id, names)
  const count = countBoxes(group.children)
  return foldedGroup(group, `${formatCount(count)} ${count === 1 ? 'box' : 'boxes'}`)
}

function name(elements: readonly DiagramElement[], shownBy: string, names: Map<string, string>): void {
  for (const element of elements) {
    names.set(element.id, shownBy)
    if (element.kind === 'group') name(element.children, shownBy, names)
  }
}

type Fewer = Step & {
  readonly kind: DiagramElement['kind']
  readonly within: string
  readonly importance: Importance
}

/** Changed elements keep their own box first, then elements with lines. One box counts the others. */
function withFewer(
  siblings: readonly DiagramElement[],
  { kind, within, siblings: most, unlinked, named, importance }: Fewer,
  names: Map<string, string>,
  counts: ReadonlyMap<string, number>,
): readonly DiagramElement[] {
  const alike = siblings
    .filter((element) => element.kind === kind && !isBand(element))
    .toSorted((one, other) => importance(other) - importance(one))
  const linked = alike.filter((element) => kind === 'group' || importance(element) > 0).length
  const kept = Math.min(most, linked + unlinked)
  // A box for a single element would need as much room as the element itself.
  if (alike.length <= kept + 1) return siblings
  const rest = new Set(alike.slice(kept))
  if (named && kind === 'group')
    return siblings.map((element) =>
      element.kind === 'group' && rest.has(element) && element.children.length > 0 ? folded(element, names) : element,
    )
  const id = restId(kind, within)
  name([...rest], id, names)
  const count = [...rest].reduce((sum, element) => sum + (counts.get(element.id) ?? 0), 0)
  const changes = changesWithin([...rest])
  const more: DiagramNode = {
    kind: 'node',
    id,
    form: 'stack',
    type: null,
    members: [],
    presence: 'read',
    variant: '',
    label: `${formatCount(count)} more boxes`,
    detail: changes.detail,
    description: [...rest].map(({ label }) => label).join('\n'),
    opens: null,
    ...(changes.change !== undefined && { change: changes.change }),
  }
  return [...siblings.filter((element) => !rest.has(element)), more]
}

/** Lines between the shown boxes. Duplicates are merged. */
function between(edges: readonly DiagramEdge[], shownBy: (id: string) => string): readonly DiagramEdge[] {
  const drawn = new Map<string, DiagramEdge>()
  for (const edge of edges) {
    const [source, target] = [shownBy(edge.source), shownBy(edge.target)]
    if (source === target) continue
    const key = JSON.stringify([source, target, edge.form, edge.label])
    if (!drawn.has(key)) drawn.set(key, { ...edge, source, target })
  }
  return [...drawn.values()]
}

function isBand(element: DiagramElement): boolean {
  return element.kind === 'group' && element.form === 'band'
}

function countBoxes(elements: readonly DiagramElement[]): number {
  return elements.reduce(
    (sum, element) => sum + (isBand(element) ? 0 : 1) + (element.kind === 'group' ? countBoxes(element.children) : 0),
    0,
  )
}
