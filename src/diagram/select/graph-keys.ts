/** The keys of a graph's resources and of the ends of its relations, computed once for all pages of the graph. */
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceKey } from '../../graph/graph-index.ts'

/** In the order of the graph's lists. */
export type GraphKeys = {
  readonly resources: readonly string[]
  readonly sources: readonly string[]
  readonly targets: readonly string[]
}

const known = new WeakMap<ResourceGraph, GraphKeys>()

export function keysOf(graph: ResourceGraph): GraphKeys {
  const keys = known.get(graph) ?? collectKeys(graph)
  known.set(graph, keys)
  return keys
}

function collectKeys({ resources, relations }: ResourceGraph): GraphKeys {
  // One string object for each key, because identical objects are found without comparing characters.
  const texts = new Map<string, string>()
  const keyOf = (reference: ResourceReference): string => {
    const key = resourceKey(reference)
    const text = texts.get(key) ?? key
    texts.set(key, text)
    return text
  }
  return {
    resources: resources.map(keyOf),
    sources: relations.map(({ source }) => keyOf(source)),
    targets: relations.map(({ target }) => keyOf(target)),
  }
}
