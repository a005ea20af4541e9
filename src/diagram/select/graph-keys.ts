/** The keys of a graph's resources and of the ends of its relations, put together once for all pages that are drawn of it. */
import type { ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceKey } from '../../graph/graph-index.ts'

/** In the order of the graph's own lists. */
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
  // One text for each: what is the same text is found without comparing it.
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
