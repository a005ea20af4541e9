/** Arrows between boxes, merged where boxes stand for several resources. */
import type { DiagramEdge, EdgeForm } from '../../diagram.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { shortList } from '../boxes/short-list.ts'

export type FlowEdge = {
  readonly form: EdgeForm
  /** Keys of resources, or ids of other nodes. */
  readonly source: string
  readonly target: string
  readonly label: string
  /** What is told of it. Made when it is drawn: most of half a million never are. */
  readonly describe: () => string
}

/** Lines of a tooltip before the rest is only counted. */
const namedWays = 5

type Joined = { readonly edge: DiagramEdge; readonly labels: Set<string>; readonly flows: FlowEdge[] }

/** One arrow of a form from box to box, whatever it stands for; what begins and ends in one box is not drawn. */
export function joinedEdges(edges: readonly FlowEdge[], drawnAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
  // Looked up step by step: a key put together for each of half a million flows costs more than all else.
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
      description: shortList(firstInOrder(new Set(flows.map(({ describe }) => describe())), namedWays), namedWays),
    }))
    .sort((left, right) => compareText(left.id, right.id))
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** What they begin and end at. */
export function endsOf(edges: readonly FlowEdge[]): ReadonlySet<string> {
  const ends = new Set<string>()
  for (const { source, target } of edges) ends.add(source).add(target)
  return ends
}

/** Whether they are joined to no more than `most` arrows: as `joinedEdges` counts them, without making any. */
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

/** The first so many in the order of texts, then the others in any: not all of a quarter of a million need sorting. */
function firstInOrder(lines: ReadonlySet<string>, count: number): readonly string[] {
  let first: readonly string[] = []
  for (const line of lines) {
    if (first.length === count && line > (first.at(-1) ?? '')) continue
    first = [...first, line].toSorted(compareText).slice(0, count)
  }
  const isFirst = new Set(first)
  return [...first, ...[...lines].filter((line) => !isFirst.has(line))]
}

const longestLabel = 24

/** `tcp 80, 443`: what the labels begin with alike is said once; what is too long is counted. */
function shortLabel(labels: readonly string[]): string {
  if (labels.length <= 1) return labels[0] ?? ''
  if (labels.join() === 'reads,writes') return 'reads and writes'
  const byWord = [...Map.groupBy(labels, (label) => label.slice(0, label.indexOf(' ') + 1))]
  const joined = byWord.map(
    ([word, alike]) =>
      `${word}${alike
        .map((label) => label.slice(word.length))
        .toSorted(compareNumbers)
        .join(', ')}`,
  )
  const whole = joined.join(', ')
  if (whole.length <= longestLabel) return whole
  const [first = ''] = labels
  return `${first} +${labels.length - 1}`
}

function compareNumbers(left: string, right: string): number {
  return Number.parseInt(left, 10) - Number.parseInt(right, 10) || compareText(left, right)
}
