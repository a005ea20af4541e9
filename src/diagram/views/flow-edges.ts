/** Arrows between boxes, joined where boxes stand for several resources. */
import type { DiagramEdge, EdgeForm } from '../diagram.ts'
import { compareText } from './graph-index.ts'
import { shortList } from './traffic-edges.ts'

export type FlowEdge = {
  readonly form: EdgeForm
  /** Keys of resources, or ids of other nodes. */
  readonly source: string
  readonly target: string
  readonly label: string
  readonly description: string
}

/** One arrow of a form from box to box, whatever it stands for. */
export function joinedEdges(edges: readonly FlowEdge[], drawnAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
  const joined = new Map<string, { edge: DiagramEdge; labels: Set<string>; descriptions: Set<string> }>()
  for (const { form, source: from, target: to, label, description } of edges) {
    const [source, target] = [drawnAs.get(from), drawnAs.get(to)]
    if (source === undefined || target === undefined || source === target) continue
    const id = `${form} ${source} ${target}`
    const known = joined.get(id) ?? {
      edge: { id, form, source, target, label: '', description: '' },
      labels: new Set<string>(),
      descriptions: new Set<string>(),
    }
    if (label !== '') known.labels.add(label)
    known.descriptions.add(description)
    joined.set(id, known)
  }
  return [...joined.values()]
    .map(({ edge, labels, descriptions }) => ({
      ...edge,
      label: shortLabel([...labels].sort(compareText)),
      description: shortList([...descriptions].sort(compareText)),
    }))
    .sort((left, right) => compareText(left.id, right.id))
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
