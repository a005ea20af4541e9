/** One arrow for each pair of boxes. Where these are too many, arrows between the groups that hold the boxes. */
import type { DiagramEdge, DiagramElement, DiagramGroup, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { type FlowEdge, joinedEdges } from './flow-edges.ts'

export type BundledEdges = {
  /** Sorted by id. */
  readonly edges: readonly DiagramEdge[]
  /** Arrows of the boxes with most of them, where even those between groups are too many. */
  readonly leftOut: number
}

/** What proves most first: one arrow stands for all that goes from a box to another. */
const strongest: readonly EdgeForm[] = ['request', 'event', 'reach']

/** Ends of `flows` are ids of elements. */
export function bundledEdges(
  flows: readonly FlowEdge[],
  elements: readonly DiagramElement[],
  most: number,
): BundledEdges {
  const holders = holdersIn(elements)
  const steps: readonly ((flows: readonly FlowEdge[]) => readonly FlowEdge[])[] = [
    // Security groups let a tier through, which says little of each of its boxes.
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
  const kept = withoutBusiest(bundled, most)
  return { edges: joined(kept), leftOut: pairsOf(bundled).size - pairsOf(kept).size }
}

/** Whole boxes with what they use, those that use little first: what uses everything hides all else, and has a page of its own. */
function withoutBusiest(flows: readonly FlowEdge[], most: number): readonly FlowEdge[] {
  const bySource = [...Map.groupBy(flows, ({ source }) => source)]
    .map(([source, own]) => ({ source, own, count: pairsOf(own).size }))
    .toSorted((left, right) => left.count - right.count || compareText(left.source, right.source))
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

/** By the id of an element, the group with a border that holds it. */
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
 * Arrows that several boxes of a group have to the same end begin or end at the group. Not where the group holds the other end,
 * or is as much as everything.
 */
function raised(
  flows: readonly FlowEdge[],
  holders: ReadonlyMap<string, string>,
  end: 'source' | 'target',
): readonly FlowEdge[] {
  const other = end === 'source' ? 'target' : 'source'
  const keyOf = (flow: FlowEdge): string => `${flow[other]}\n${holders.get(flow[end]) ?? ''}`
  const alike = Map.groupBy(flows, keyOf)
  return flows.map((flow) => {
    const holder = holders.get(flow[end])
    const count = new Set(alike.get(keyOf(flow))?.map((each) => each[end])).size
    const holdsOther = (id: string | undefined): boolean =>
      id !== undefined && (id === holder || holdsOther(holders.get(id)))
    return holder === undefined || count < 2 || holdsOther(flow[other]) ? flow : { ...flow, [end]: holder }
  })
}
