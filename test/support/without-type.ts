/** The graph that a scan has if the list call of one type is denied. */
import { resourceKey } from '../../src/graph/graph-index.ts'
import type { Resource, ResourceGraph, ResourceReference } from '../../src/graph/resource-graph.ts'

/** Resources of the type remain as unknown ones where others name them. */
export function withoutType(graph: ResourceGraph, type: string): ResourceGraph {
  const relations = graph.relations.filter(({ source }) => source.type !== type)
  const named = new Map(
    relations.flatMap(({ target }) => (target.type === type ? [[resourceKey(target), target] as const] : [])),
  )
  return {
    ...graph,
    relations,
    resources: [
      ...graph.resources.filter((resource) => resource.type !== type),
      ...[...named.values()].map((target) => unknown(target)),
    ],
    coverage: graph.coverage.map((coverage) =>
      coverage.type === type
        ? {
            ...coverage,
            status: 'denied' as const,
            count: null,
            reason: 'denied',
            action: 'service:Describe',
            deniedBy: 'identity policy' as const,
            statement: {},
          }
        : coverage,
    ),
  }
}

function unknown({ type, id }: ResourceReference): Resource {
  return { type, id, arn: null, name: null, presence: 'unknown', tags: {}, properties: {} }
}
