/** Arrows between boxes, merged where boxes have several resources. */
import type { DiagramEdge, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { commonLabel } from '../boxes/short-label.ts'
import { shortList } from '../boxes/short-list.ts'

export type FlowEdge = {
  readonly form: EdgeForm
  /** Keys of resources, or IDs of other nodes. */
  readonly source: string
  readonly target: string
  readonly label: string
  /** The description. Made only for drawn edges, because most of half a million never are. */
  readonly describe: () => string
  /** Set if one end is a hub, see `throughHubs`. */
  readonly hub?: Hub
}

/**
 * Leads from each of its sources to each of its targets. Pair by pair, what a thousand resources may do with hundreds
 * would be half a million edges.
 */
export type Hub = {
  readonly end: 'source' | 'target'
  /** Describes an edge from one box to another, by what leads to the hub from the one, and from the hub to the other. */
  readonly describe: (sources: readonly string[], targets: readonly string[]) => string
}

type HubBoxes = {
  readonly edge: FlowEdge
  readonly hub: Hub
  /** By box, what leads to the hub, and what the hub leads to. */
  readonly sources: Map<string, string[]>
  readonly targets: Map<string, string[]>
}

/**
 * In place of edges to and from hubs: one from each box that leads to a hub to each box that the hub leads to. It is the
 * same arrow as another edge from box to box.
 */
export function throughHubs(edges: readonly FlowEdge[], drawnAs: ReadonlyMap<string, string>): Iterable<FlowEdge> {
  return edges.some(({ hub }) => hub !== undefined) ? betweenBoxes(edges, drawnAs) : edges
}

function* betweenBoxes(
  edges: readonly FlowEdge[],
  drawnAs: ReadonlyMap<string, string>,
): Generator<FlowEdge, void, undefined> {
  const hubs = new Map<string, HubBoxes>()
  const forms = new Map<string, Map<string, EdgeForm>>()
  const formsFrom = (box: string): Map<string, EdgeForm> => kept(forms, box, () => new Map<string, EdgeForm>())
  for (const edge of edges) {
    const { hub, source, target } = edge
    if (hub === undefined) {
      const box = drawnAs.get(target)
      if (box !== undefined) kept(formsFrom(drawnAs.get(source) ?? ''), box, () => edge.form)
      yield edge
      continue
    }
    const [id, end] = hub.end === 'target' ? [target, source] : [source, target]
    const box = drawnAs.get(end)
    if (box === undefined) continue
    const boxes = kept(hubs, id, (): HubBoxes => ({ edge, hub, sources: new Map(), targets: new Map() }))
    kept(hub.end === 'target' ? boxes.sources : boxes.targets, box, (): string[] => []).push(end)
  }
  for (const { edge, hub, sources, targets } of hubs.values()) {
    for (const [sourceBox, from] of sources) {
      for (const [targetBox, to] of targets) {
        const form = forms.get(sourceBox)?.get(targetBox) ?? edge.form
        const [source = '', target = ''] = [from[0], to[0]]
        yield { form, label: edge.label, source, target, describe: () => hub.describe(from, to) }
      }
    }
  }
}

/** The number of lines in a tooltip. The rest is only counted. */
const namedPaths = 5

type Joined = { readonly edge: DiagramEdge; readonly labels: Set<string>; readonly flows: FlowEdge[] }

/** One arrow of each form from box to box. Edges within one box aren't drawn. */
export function joinedEdges(edges: Iterable<FlowEdge>, drawnAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
  // Nested maps, because concatenated keys for half a million flows would cost more than everything else.
  const joined = new Map<EdgeForm, Map<string, Map<string, Joined>>>()
  for (const flow of edges) {
    const { form, label } = flow
    const [source, target] = [drawnAs.get(flow.source), drawnAs.get(flow.target)]
    if (source === undefined || target === undefined || source === target) continue
    const toTargets = kept(
      kept(joined, form, () => new Map()),
      source,
      () => new Map(),
    )
    const known = kept(toTargets, target, (): Joined => ({
      edge: { id: `${form} ${source} ${target}`, form, source, target, label: '', description: '' },
      labels: new Set(),
      flows: [],
    }))
    known.labels.add(label)
    known.flows.push(flow)
  }
  return [...joined.values()]
    .flatMap((bySource) => [...bySource.values()].flatMap((byTarget) => [...byTarget.values()]))
    .map(({ edge, labels, flows }) => ({
      ...edge,
      label: commonLabel(labels),
      description: shortList(firstInOrder(new Set(flows.map(({ describe }) => describe())), namedPaths), namedPaths),
    }))
    .sort((left, right) => compareText(left.id, right.id))
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** The ends of the edges. */
export function endsOf(edges: readonly Pick<FlowEdge, 'source' | 'target'>[]): ReadonlySet<string> {
  const ends = new Set<string>()
  for (const { source, target } of edges) ends.add(source).add(target)
  return ends
}

/** Whether `joinedEdges` would return at most `most` arrows. Counts without making them. */
export function areAtMost(most: number, edges: Iterable<FlowEdge>, drawnAs: ReadonlyMap<string, string>): boolean {
  const joined = new Map<EdgeForm, Map<string, Set<string>>>()
  let count = 0
  for (const flow of edges) {
    const [source, target] = [drawnAs.get(flow.source), drawnAs.get(flow.target)]
    if (source === undefined || target === undefined || source === target) continue
    const targets = kept(
      kept(joined, flow.form, () => new Map<string, Set<string>>()),
      source,
      () => new Set<string>(),
    )
    if (targets.has(target)) continue
    targets.add(target)
    count += 1
    if (count > most) return false
  }
  return true
}

/** Sorts only the first ones, because sorting a quarter of a million lines isn't necessary. */
function firstInOrder(lines: ReadonlySet<string>, count: number): readonly string[] {
  let first: readonly string[] = []
  for (const line of lines) {
    if (first.length === count && line > (first.at(-1) ?? '')) continue
    first = [...first, line].toSorted(compareText).slice(0, count)
  }
  const isFirst = new Set(first)
  return [...first, ...[...lines].filter((line) => !isFirst.has(line))]
}
