/** Keys by which resources of a flow are summarized: connections, names, what they are part of, and ranges. */
import type { Resource } from '../../../graph/resource-graph.ts'
import type { FlowEdge } from './flow-edges.ts'
import { resourceKey } from '../../../graph/graph-index.ts'
import { shownName } from '../boxes/resource-node.ts'
import { inNaturalOrder, numberStem, partTag, ranged } from '../boxes/summarize-similar.ts'

/** The first line is the name of the summary box. */
export type GroupingKey = (resource: Resource) => string

type GroupingTest = (resource: Resource) => boolean

export const byName: GroupingKey = (resource) => numberStem(shownName(resource))

/** The connections of each resource, as a short text that is the same for the same connections. */
export function neighborsIn(resources: readonly Resource[], edges: readonly FlowEdge[]): ReadonlyMap<string, string> {
  const links = new Map<string, number[]>(resources.map((resource) => [resourceKey(resource), []]))
  // Numbers in place of names: sorting and joining half a million of them is ten times faster.
  const [numberOfEnd, numberOfKind] = [numbering(), numbering()]
  for (const { form, source, target, label } of edges) {
    const kind = 2 * numberOfKind(`${form} ${label}`)
    links.get(source)?.push(numberOfEnd(target) * mostKinds + kind)
    links.get(target)?.push(numberOfEnd(source) * mostKinds + kind + 1)
  }
  const numberOfLinks = numbering()
  return new Map(
    [...links].map(([key, numbers]) => [key, String(numberOfLinks(Float64Array.from(numbers).sort().join()))]),
  )
}

/** Twice the number of kinds of connections: forms, with the labels that security group rules can have. */
const mostKinds = 2 ** 28

function numbering(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
}

export function byNeighbors(joined: ReadonlySet<string>, neighbors: ReadonlyMap<string, string>): GroupingKey {
  return (resource) => (joined.has(resource.type) ? `\n${neighbors.get(resourceKey(resource)) ?? ''}` : resource.id)
}

/** By what they are part of, according to the tags of most of their type, otherwise by name. */
export function partsOf(resources: readonly Resource[]): { readonly key: GroupingKey; readonly isPart: GroupingTest } {
  const tags = new Map([...Map.groupBy(resources, ({ type }) => type)].map(([type, ofType]) => [type, partTag(ofType)]))
  const tagOf = ({ type }: Resource): string | null => tags.get(type) ?? null
  return {
    key: (resource) => {
      const tag = tagOf(resource)
      return tag === null ? byName(resource) : (resource.tags[tag] ?? '')
    },
    isPart: (resource) => tagOf(resource) !== null,
  }
}

/** Each type in ranges by name. */
export function byRange(resources: readonly Resource[]): GroupingKey {
  const stems = new Map<string, string>()
  for (const ofType of Map.groupBy(resources, ({ type }) => type).values()) {
    const sorted = inNaturalOrder(ofType)
    const size = Math.max(50, Math.ceil(sorted.length / 50))
    for (const { stem, resources: range } of ranged(sorted, size)) {
      for (const resource of range) stems.set(resourceKey(resource), stem)
    }
  }
  return (resource) => stems.get(resourceKey(resource)) ?? resource.id
}
