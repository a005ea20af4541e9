/** The part of a graph that comes from settings, without what is only permitted. */
import { indexPart, resourceKey } from './graph-index.ts'
import type { Relation, Resource, ResourceGraph } from './resource-graph.ts'

const known = new WeakMap<ResourceGraph, ResourceGraph>()

/**
 * Without permitted relations, and without external resources that only these reference. Returns the graph itself if it
 * has none, and always the same object.
 */
export function configuredPart(graph: ResourceGraph): ResourceGraph {
  const part = known.get(graph) ?? makePart(graph)
  known.set(graph, part)
  return part
}

function makePart(graph: ResourceGraph): ResourceGraph {
  const permitted = graph.relations.filter(isPermitted)
  if (permitted.length === 0) return graph
  const relations = graph.relations.filter((relation) => !isPermitted(relation))
  const configured = new Set(relations.map(({ target }) => resourceKey(target)))
  const onlyPermitted = new Set(permitted.map(({ target }) => resourceKey(target))).difference(configured)
  const isLeftOut = (resource: Resource): boolean =>
    resource.presence !== 'read' && onlyPermitted.has(resourceKey(resource))
  const part = { ...graph, resources: graph.resources.filter((resource) => !isLeftOut(resource)), relations }
  const without = { resources: graph.resources.filter(isLeftOut), relations: permitted }
  indexPart({ whole: graph, part, without })
  return part
}

function isPermitted({ basis }: Relation): boolean {
  return basis === 'permitted'
}
