/** One arrow for each pair of boxes. If there are too many, arrows between the groups that contain the boxes. */
import { withoutState } from '../../off-state.ts'
import type { DiagramEdge, DiagramElement, DiagramGroup, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { internetId } from '../boxes/account-frame.ts'
import { withoutEnvironment } from '../boxes/environment-words.ts'
import { elementCount } from '../boxes/group.ts'
import { arrowRanks } from './arrow-ranks.ts'
import { type FlowEdge, joinedEdges } from './flow-edges.ts'

export type BundledEdges = {
  /** Sorted by id. */
  readonly edges: readonly DiagramEdge[]
  /** The number of arrows that aren't drawn, if even those between groups are too many. */
  readonly leftOut: number
}

/** The strongest evidence first. One arrow shows all connections from one box to another. */
const strongest: readonly EdgeForm[] = ['request', 'event', 'reach']

/** More are hard to follow, even if most are short and within a group. */
const arrowsPerBox = 1.5

/** This many times the limit is far too many. */
const farAbove = 1.25

/** The number of arrows that these boxes can have before some are left out. */
export function mostArrowsOf(elements: readonly DiagramElement[]): number {
  return Math.floor(arrowsPerBox * elementCount(elements))
}

/**
 * `flows`: between IDs of elements. If they are more than `mostOfTiers`, those from a tier start at groups. If they are
 * more than `most`, some others lead to groups. If these are still more than `most` and `mostInAll`, some are left out. If
 * they are far more, others are left out with these, down to `most` or an arrow for each box, because a page with far too
 * many is hard to follow. So one arrow more never hides a third of them.
 */
export function bundledEdges(
  flows: readonly FlowEdge[],
  elements: readonly DiagramElement[],
  most: number,
  mostInAll = most,
  mostOfTiers = 0,
): BundledEdges {
  const groups = { holders: holdersIn(elements), bareName: namesWithoutEnvironment(elements) }
  const single = ofOneForm(flows)
  let bundled = raised(single, groups, fromTiers, mostOfTiers)
  for (const step of steps) bundled = raised(bundled, groups, step, most)
  const edges = joined(bundled)
  const limit = Math.max(most, mostInAll)
  const least = Math.min(limit, Math.max(most, elementCount(elements)))
  const farTooMany = Math.max(0, edges.length - Math.ceil(limit * farAbove))
  const kept = mostTelling(edges, elements, Math.max(least, limit - farTooMany))
  const silent = differing(bundled, single)
  const told = kept.map((edge) => (silent.has(pairOf(edge)) ? { ...edge, label: '' } : edge))
  return { edges: told, leftOut: edges.length - kept.length }
}

/**
 * Keeps an arrow for each box that has one, entries and where messages go before others, then the arrows of the best rank.
 * Of the same rank, one arrow of each box before a second one, because a box that uses everything would hide all other
 * arrows, and its detail page shows them.
 * Counterparts of several environments are kept or left out together.
 */
function mostTelling(
  edges: readonly DiagramEdge[],
  elements: readonly DiagramElement[],
  most: number,
): readonly DiagramEdge[] {
  if (edges.length <= most) return edges
  const bareName = namesWithoutEnvironment(elements)
  const alike = Map.groupBy(edges, ({ source, target }) => `${bareName(source)}\n${bareName(target)}`)
  const counterparts = new Map([...alike.values()].flatMap((group) => group.map((edge) => [edge, group] as const)))
  const kept = new Set<DiagramEdge>()
  const connected = new Set<string>()
  const keep = (ordered: readonly DiagramEdge[]): void => {
    for (const edge of ordered) {
      const together = counterparts.get(edge) ?? []
      if (kept.size + together.length > most) continue
      for (const each of together) {
        kept.add(each)
        connected.add(each.source).add(each.target)
      }
    }
  }
  const rankOf = arrowRanks(edges, elements)
  const ordered = inOrder(edges, rankOf)
  // Arrows between two boxes without one first, so that few are enough for all boxes.
  for (const alike of Map.groupBy(ordered, (edge) => rankOf(edge) < 2).values()) {
    for (const edge of alike) if (!connected.has(edge.source) && !connected.has(edge.target)) keep([edge])
    for (const edge of alike) if (!connected.has(edge.source) || !connected.has(edge.target)) keep([edge])
  }
  keep(ordered)
  return edges.filter((edge) => kept.has(edge))
}

/** Those that tell most first. */
function inOrder(edges: readonly DiagramEdge[], rankOf: (edge: DiagramEdge) => number): readonly DiagramEdge[] {
  const sorted = edges.toSorted(
    (left, right) =>
      rankOf(left) - rankOf(right) ||
      strongest.indexOf(left.form) - strongest.indexOf(right.form) ||
      compareText(left.target, right.target),
  )
  return [...Map.groupBy(sorted, ({ source }) => source)]
    .flatMap(([, ofSource]) => ofSource.map((edge, position) => ({ edge, position, count: ofSource.length })))
    .sort(
      (left, right) =>
        rankOf(left.edge) - rankOf(right.edge) ||
        left.position - right.position ||
        left.count - right.count ||
        compareText(left.edge.source, right.edge.source),
    )
    .map(({ edge }) => edge)
}

/** Names of elements with those of their groups, the same for counterparts in several environments. */
function namesWithoutEnvironment(elements: readonly DiagramElement[]): (id: string) => string {
  const names = new Map<string, string>()
  const visit = (children: readonly DiagramElement[], path: string): void => {
    for (const child of children) {
      const label = child.label.replace(/^\d+ × /u, '')
      const name = `${path}\t${child.type ?? ''} ${label === '' ? child.id : withoutEnvironment(label)}`
      names.set(child.id, name)
      if (child.kind === 'group') visit(child.children, name)
    }
  }
  visit(elements, '')
  return (id) => names.get(id) ?? id
}

function joined(flows: readonly FlowEdge[]): readonly DiagramEdge[] {
  const ids = new Map(flows.flatMap(({ source, target }) => [[source, source] as const, [target, target] as const]))
  return joinedEdges(ofOneForm(flows), ids)
}

/**
 * The pairs with arrows for boxes that say different things, so that no label holds for all of them. `single`: the arrows
 * before some led to groups, in the same order.
 */
function differing(bundled: readonly FlowEdge[], single: readonly FlowEdge[]): ReadonlySet<string> {
  const origins = new Map(bundled.map((flow, position) => [flow, single[position] ?? flow]))
  return new Set(
    [...pairsOf(bundled)].flatMap(([pair, flows]) =>
      sayTheSame(flows.map((flow) => origins.get(flow) ?? flow)) ? [] : [pair],
    ),
  )
}

/** Whether all pairs of boxes have arrows of the same form with the same labels. */
function sayTheSame(flows: readonly FlowEdge[]): boolean {
  // True of most arrows, of which there may be half a million.
  if (saidBy(flows).size === 1) return true
  const [first, ...others] = [...pairsOf(flows).values()].map((ofPair) =>
    [...saidBy(ofPair)].toSorted(compareText).join('\n'),
  )
  return others.every((each) => each === first)
}

function saidBy(flows: readonly FlowEdge[]): ReadonlySet<string> {
  return new Set(flows.map(({ form, label }) => `${form} ${withoutState(label)}`))
}

function ofOneForm(flows: readonly FlowEdge[]): readonly FlowEdge[] {
  return [...pairsOf(flows).values()].flatMap((ofPair) => {
    const form = strongest.find((each) => ofPair.some((flow) => flow.form === each)) ?? 'request'
    return ofPair.map((flow): FlowEdge => ({ ...flow, form }))
  })
}

function pairsOf(flows: readonly FlowEdge[]): ReadonlyMap<string, readonly FlowEdge[]> {
  return Map.groupBy(flows, pairOf)
}

function pairOf({ source, target }: Pick<FlowEdge, 'source' | 'target'>): string {
  return `${source}\n${target}`
}

/** The group with a border that contains each element, by ID. */
function holdersIn(elements: readonly DiagramElement[]): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  const visit = (children: readonly DiagramElement[], holder: DiagramGroup | null): void => {
    for (const child of children) {
      if (holder !== null) holders.set(child.id, holder.id)
      if (child.kind === 'group') visit(child.children, child.form === 'band' ? holder : child)
    }
  }
  visit(elements, null)
  return holders
}

type Groups = {
  /** The group with a border that contains each element, by ID. */
  readonly holders: ReadonlyMap<string, string>
  readonly bareName: (id: string) => string
}

type Step = {
  readonly end: 'source' | 'target'
  readonly isMeant: (flow: FlowEdge) => boolean
}

/** Security groups allow a whole tier, which shows little about each of its boxes. */
const fromTiers: Step = { end: 'source', isMeant: ({ form }) => form === 'reach' }

/** What the internet reaches is always shown box by box. */
const steps: readonly Step[] = [
  { end: 'target', isMeant: ({ source }) => source !== internetId },
  { end: 'source', isMeant: () => true },
]

/**
 * If there are more than `most`, arrows from several boxes of a group to the same element start at the group instead, and
 * likewise for ends. Those of all boxes of a group if they say the same, then those that save most arrows, until no more
 * than `most` are left. Arrows to or from an element within the group stay, and so do those of one environment only.
 */
function raised(
  flows: readonly FlowEdge[],
  { holders, bareName }: Groups,
  { end, isMeant }: Step,
  most: number,
): readonly FlowEdge[] {
  let tooMany = pairsOf(flows).size - most
  if (tooMany <= 0) return flows
  const other = end === 'source' ? 'target' : 'source'
  const isWithin = (id: string | undefined, holder: string): boolean =>
    id !== undefined && (id === holder || isWithin(holders.get(id), holder))
  const childrenOf = Map.groupBy(holders.keys(), (id) => holders.get(id))
  /** Whether the group has a counterpart of another environment that isn't among the boxes. */
  const leavesOutOne = (boxes: ReadonlySet<string>, holder: string): boolean => {
    const names = new Set([...boxes].map(bareName))
    return (childrenOf.get(holder) ?? []).some((id) => !boxes.has(id) && names.has(bareName(id)))
  }
  const alike = Map.groupBy(flows.filter(isMeant), (flow) => `${flow[other]}\n${holders.get(flow[end]) ?? ''}`)
  const candidates = [...alike].flatMap(([key, group]) => {
    const [first] = group
    const holder = holders.get(first?.[end] ?? '')
    if (first === undefined || holder === undefined || isWithin(first[other], holder)) return []
    const boxes = new Set(group.map((flow) => flow[end]))
    const isWhole = boxes.size === childrenOf.get(holder)?.length && sayTheSame(group)
    return boxes.size === 1 || leavesOutOne(boxes, holder) ? [] : [{ key, group, saved: boxes.size - 1, isWhole }]
  })
  const inOrder = candidates.toSorted(
    (left, right) =>
      Number(right.isWhole) - Number(left.isWhole) || right.saved - left.saved || compareText(left.key, right.key),
  )
  const leading = new Set<FlowEdge>()
  for (const { group, saved, isWhole } of inOrder) {
    if (tooMany <= 0 && !isWhole) break
    for (const flow of group) leading.add(flow)
    tooMany -= saved
  }
  return flows.map((flow): FlowEdge => (leading.has(flow) ? { ...flow, [end]: holders.get(flow[end]) } : flow))
}
