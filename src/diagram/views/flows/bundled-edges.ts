/** One arrow for each pair of boxes. If there are too many, arrows between the groups that contain the boxes. */
import { withoutState } from '../../off-state.ts'
import type { DiagramEdge, DiagramElement, DiagramGroup, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { internetId } from '../boxes/account-frame.ts'
import { elementCount } from '../boxes/group.ts'
import { arrowRanks } from './arrow-ranks.ts'
import { type FlowEdge, joinedEdges } from './flow-edges.ts'

export type BundledEdges = {
  /** Sorted by id. */
  readonly edges: readonly DiagramEdge[]
  /** The number of arrows of the boxes with the most, if even those between groups are too many. */
  readonly leftOut: number
}

/** The strongest evidence first. One arrow shows all connections from one box to another. */
const strongest: readonly EdgeForm[] = ['request', 'event', 'reach']

/** More are hard to follow, even if most are short and within a group. */
const arrowsPerBox = 1.5

/** The number of arrows that these boxes can have before some are left out. */
export function mostArrowsOf(elements: readonly DiagramElement[]): number {
  return Math.floor(arrowsPerBox * elementCount(elements))
}

/**
 * `flows`: between IDs of elements. If they are more than `mostOfTiers`, those from a tier start at groups. If they are
 * more than `most`, some others lead to groups. If these are still more than `most` and `mostInAll`, arrows of the
 * busiest boxes are left out: two for each that is too many, down to `most`, because a page with far too many is hard to
 * follow. So one arrow more never hides a third of them.
 */
export function bundledEdges(
  flows: readonly FlowEdge[],
  elements: readonly DiagramElement[],
  most: number,
  mostInAll = most,
  mostOfTiers = 0,
): BundledEdges {
  const holders = holdersIn(elements)
  const single = ofOneForm(flows)
  let bundled = raised(single, holders, fromTiers, mostOfTiers)
  for (const step of steps) bundled = raised(bundled, holders, step, most)
  const edges = joined(bundled)
  const limit = Math.max(most, mostInAll)
  const tooMany = Math.max(0, edges.length - limit)
  const kept = withoutBusiest(edges, elements, Math.max(most, limit - tooMany))
  const silent = differing(bundled, single)
  const told = kept.map((edge) => (silent.has(pairOf(edge)) ? { ...edge, label: '' } : edge))
  return { edges: told, leftOut: edges.length - kept.length }
}

/**
 * Keeps the arrows of the best rank. Of the same rank, it keeps those of boxes with few arrows, because a box that uses
 * everything would hide all other arrows, and its detail page shows them.
 */
function withoutBusiest(
  edges: readonly DiagramEdge[],
  elements: readonly DiagramElement[],
  most: number,
): readonly DiagramEdge[] {
  if (edges.length <= most) return edges
  const bySource = Map.groupBy(edges, ({ source }) => source)
  const countOf = ({ source }: DiagramEdge): number => bySource.get(source)?.length ?? 0
  const rankOf = arrowRanks(edges, elements)
  return edges
    .toSorted(
      (left, right) =>
        rankOf(left) - rankOf(right) ||
        countOf(left) - countOf(right) ||
        compareText(left.source, right.source) ||
        strongest.indexOf(left.form) - strongest.indexOf(right.form) ||
        compareText(left.target, right.target),
    )
    .slice(0, Math.max(0, most))
    .toSorted((left, right) => compareText(left.id, right.id))
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
 * than `most` are left. Arrows to or from an element within the group stay.
 */
function raised(
  flows: readonly FlowEdge[],
  holders: ReadonlyMap<string, string>,
  { end, isMeant }: Step,
  most: number,
): readonly FlowEdge[] {
  let tooMany = pairsOf(flows).size - most
  if (tooMany <= 0) return flows
  const other = end === 'source' ? 'target' : 'source'
  const isWithin = (id: string | undefined, holder: string): boolean =>
    id !== undefined && (id === holder || isWithin(holders.get(id), holder))
  const sizes = Map.groupBy(holders.values(), (holder) => holder)
  const alike = Map.groupBy(flows.filter(isMeant), (flow) => `${flow[other]}\n${holders.get(flow[end]) ?? ''}`)
  const candidates = [...alike].flatMap(([key, group]) => {
    const [first] = group
    const holder = holders.get(first?.[end] ?? '')
    if (first === undefined || holder === undefined || isWithin(first[other], holder)) return []
    const boxes = new Set(group.map((flow) => flow[end])).size
    const isWhole = boxes === sizes.get(holder)?.length && sayTheSame(group)
    return boxes === 1 ? [] : [{ key, group, saved: boxes - 1, isWhole }]
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
