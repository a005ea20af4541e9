/** What resources of a flow have in common where they are stacked: links, names, parts of a whole, ranges. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { FlowEdge } from './flow-edges.ts'
import { compareText, resourceKey } from './graph-index.ts'
import { shownName } from './resource-node.ts'
import { firstWord, inCountingOrder, numberStem, partTag, ranged } from './stack-alike.ts'

/** The first line is what the stack is called by. */
export type StemOf = (resource: Resource) => string

export const byName: StemOf = (resource) => numberStem(shownName(resource))

/** What each resource is linked with, as text that is the same for those that are linked alike. */
export function neighboursIn(resources: readonly Resource[], edges: readonly FlowEdge[]): ReadonlyMap<string, string> {
  const neighbours = new Map<string, string[]>(resources.map((resource) => [resourceKey(resource), []]))
  for (const { form, source, target, label } of edges) {
    neighbours.get(source)?.push(`${form} > ${target} ${label}`)
    neighbours.get(target)?.push(`${form} < ${source} ${label}`)
  }
  return new Map([...neighbours].map(([key, links]) => [key, links.sort(compareText).join('\n')]))
}

export function aloneOrAlike(joined: ReadonlySet<string>, neighbours: ReadonlyMap<string, string>): StemOf {
  return (resource) => (joined.has(resource.type) ? `\n${neighbours.get(resourceKey(resource)) ?? ''}` : resource.id)
}

/** By what they are part of, as the tags of most of their type tell, else by the first word of their names. */
export function partsOf(resources: readonly Resource[]): StemOf {
  const tags = new Map([...Map.groupBy(resources, ({ type }) => type)].map(([type, ofType]) => [type, partTag(ofType)]))
  return (resource) => {
    const tag = tags.get(resource.type) ?? null
    return tag === null ? firstWord(shownName(resource)) : (resource.tags[tag] ?? '')
  }
}

/** Each type in ranges by name. */
export function byRange(resources: readonly Resource[]): StemOf {
  const stems = new Map<string, string>()
  for (const ofType of Map.groupBy(resources, ({ type }) => type).values()) {
    const sorted = inCountingOrder(ofType)
    const size = Math.max(50, Math.ceil(sorted.length / 50))
    for (const { stem, resources: range } of ranged(sorted, size)) {
      for (const resource of range) stems.set(resourceKey(resource), stem)
    }
  }
  return (resource) => stems.get(resourceKey(resource)) ?? resource.id
}
