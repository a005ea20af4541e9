/** Arrows between boxes, joined where boxes stand for several resources. */
import type { DiagramEdge, EdgeForm } from '../diagram.ts'
import { compareText } from './graph-index.ts'

export type FlowEdge = {
  readonly form: EdgeForm
  /** Keys of resources, or ids of other nodes. */
  readonly source: string
  readonly target: string
  readonly label: string
  readonly description: string
}

type Joined = { readonly edge: DiagramEdge; readonly labels: Set<string>; readonly descriptions: Set<string> }

/** One arrow of a form from box to box, whatever it stands for; what begins and ends in one box is not drawn. */
export function joinedEdges(edges: readonly FlowEdge[], drawnAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
  // Looked up step by step: a key put together for each of half a million flows costs more than all else.
  const joined = new Map<EdgeForm, Map<string, Map<string, Joined>>>()
  for (const { form, source: from, target: to, label, description } of edges) {
    const [source, target] = [drawnAs.get(from), drawnAs.get(to)]
    if (source === undefined || target === undefined || source === target) continue
    const toTargets = kept(
      kept(joined, form, () => new Map()),
      source,
      () => new Map(),
    )
    const known = kept(toTargets, target, () => ({
      edge: { id: `${form} ${source} ${target}`, form, source, target, label: '', description: '' },
      labels: new Set(),
      descriptions: new Set(),
    }))
    if (label !== '') known.labels.add(label)
    known.descriptions.add(description)
  }
  return [...joined.values()]
    .flatMap((bySource) => [...bySource.values()].flatMap((byTarget) => [...byTarget.values()]))
    .map(({ edge, labels, descriptions }) => ({
      ...edge,
      label: shortLabel([...labels].sort(compareText)),
      description: shortList([...descriptions].sort(compareText)),
    }))
    .sort((left, right) => compareText(left.id, right.id))
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function shortList(lines: readonly string[]): string {
  const shown = lines.slice(0, 5)
  return [...shown, ...(lines.length > shown.length ? [`and ${lines.length - shown.length} more`] : [])].join('\n')
}

const longestLabel = 24

/** `tcp 80, 443`: what the labels begin with alike is said once; what is too long is counted. */
function shortLabel(labels: readonly string[]): string {
  if (labels.length <= 1) return labels[0] ?? ''
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
