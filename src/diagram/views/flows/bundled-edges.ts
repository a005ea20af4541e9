/** One arrow for each pair of boxes. If there are too many, arrows between the groups that contain the boxes. */
import type { DiagramEdge, DiagramElement, DiagramGroup, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { internetId } from '../boxes/account-frame.ts'
import { elementCount } from '../boxes/group.ts'
import { type FlowEdge, joinedEdges } from './flow-edges.ts'

export type BundledEdges = {
  /** Sorted by id. */
  readonly edges: readonly DiagramEdge[]
  /** Arrows of the boxes with the most, if even those between groups are too many. */
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
 * `flows`: between IDs of elements. More than `most` lead to groups where possible, and are left out if these are still
 * more than `mostInAll`.
 */
export function bundledEdges(
  flows: readonly FlowEdge[],
  elements: readonly DiagramElement[],
  most: number,
  mostInAll = most,
): BundledEdges {
  const holders = holdersIn(elements)
  const steps: readonly ((flows: readonly FlowEdge[]) => readonly FlowEdge[])[] = [
    // Security groups allow a whole tier, which shows little about each of its boxes.
    (all) => [
      ...all.filter(({ form }) => form !== 'reach'),
      ...raised(
        all.filter(({ form }) => form === 'reach'),
        holders,
        'source',
      ),
    ],
    (all) => raised(all, holders, 'target'),
    (all) => raised(all, holders, 'source'),
  ]
  let bundled = ofOneForm(flows)
  for (const step of steps) {
    bundled = step(bundled)
    if (pairsOf(bundled).size <= most) return { edges: joined(bundled), leftOut: 0 }
  }
  if (pairsOf(bundled).size <= mostInAll) return { edges: joined(bundled), leftOut: 0 }
  const kept = withoutBusiest(bundled, most)
  return { edges: joined(kept), leftOut: pairsOf(bundled).size - pairsOf(kept).size }
}

/**
 * The entries from the internet, then all arrows of the boxes with the fewest. A box that uses everything would hide all
 * others, and has a page of its own.
 */
function withoutBusiest(flows: readonly FlowEdge[], most: number): readonly FlowEdge[] {
  const bySource = [...Map.groupBy(flows, ({ source }) => source)]
    .map(([source, own]) => ({ source, own, count: pairsOf(own).size }))
    .toSorted(
      (left, right) =>
        Number(right.source === internetId) - Number(left.source === internetId) ||
        left.count - right.count ||
        compareText(left.source, right.source),
    )
  let left = most
  return bySource.flatMap(({ own, count }) => {
    left -= count
    return left < 0 ? [] : own
  })
}

function joined(flows: readonly FlowEdge[]): readonly DiagramEdge[] {
  const ids = new Map(flows.flatMap(({ source, target }) => [[source, source] as const, [target, target] as const]))
  return joinedEdges(ofOneForm(flows), ids)
}

function ofOneForm(flows: readonly FlowEdge[]): readonly FlowEdge[] {
  return [...pairsOf(flows).values()].flatMap((ofPair) => {
    const form = strongest.find((each) => ofPair.some((flow) => flow.form === each)) ?? 'request'
    return ofPair.map((flow): FlowEdge => ({ ...flow, form }))
  })
}

function pairsOf(flows: readonly FlowEdge[]): ReadonlyMap<string, readonly FlowEdge[]> {
  return Map.groupBy(flows, ({ source, target }) => `${source}\n${target}`)
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

/**
 * Arrows from several boxes of a group to the same element start at the group instead, and likewise for ends. Arrows to or
 * from an element within the group stay.
 */
function raised(
  flows: readonly FlowEdge[],
  holders: ReadonlyMap<string, string>,
  end: 'source' | 'target',
): readonly FlowEdge[] {
  const other = end === 'source' ? 'target' : 'source'
  const isWithin = (id: string | undefined, holder: string): boolean =>
    id !== undefined && (id === holder || isWithin(holders.get(id), holder))
  const alike = Map.groupBy(flows, (flow) => `${flow[other]}\n${holders.get(flow[end]) ?? ''}`)
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    const holder = holders.get(first?.[end] ?? '')
    const isOfSeveral = new Set(group.map((flow) => flow[end])).size > 1
    if (first === undefined || holder === undefined || !isOfSeveral || isWithin(first[other], holder)) return group
    return group.map((flow): FlowEdge => ({ ...flow, [end]: holder }))
  })
}
