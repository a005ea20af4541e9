/** Arrows between boxes, merged where boxes have several resources. */
import type { DiagramEdge, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { shortLabel } from '../boxes/short-label.ts'
import { shortList } from '../boxes/short-list.ts'

export type FlowEdge = {
  readonly form: EdgeForm
  /** Keys of resources, or IDs of other nodes. */
  readonly source: string
  readonly target: string
  readonly label: string
  /** The description. Made only for drawn edges, because most of half a million never are. */
  readonly describe: () => string
}

/** The number of lines in a tooltip. The rest is only counted. */
const namedPaths = 5

type Joined = { readonly edge: DiagramEdge; readonly labels: Set<string>; readonly flows: FlowEdge[] }

/** One arrow of each form from box to box. Edges within one box aren't drawn. */
export function joinedEdges(edges: readonly FlowEdge[], drawnAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
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
    if (label !== '') known.labels.add(label)
    known.flows.push(flow)
  }
  return [...joined.values()]
    .flatMap((bySource) => [...bySource.values()].flatMap((byTarget) => [...byTarget.values()]))
    .map(({ edge, labels, flows }) => ({
      ...edge,
      label: shortLabel([...labels].sort(compareText)),
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
export function endsOf(edges: readonly FlowEdge[]): ReadonlySet<string> {
  const ends = new Set<string>()
  for (const { source, target } of edges) ends.add(source).add(target)
  return ends
}

/** Whether `joinedEdges` would return at most `most` arrows. Counts without making them. */
export function areAtMost(most: number, edges: readonly FlowEdge[], drawnAs: ReadonlyMap<string, string>): boolean {
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
