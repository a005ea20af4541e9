/** The part of a graph that comes from settings, without what is only permitted. */
import type { Relation, ResourceGraph, ResourceReference } from './resource-graph.ts'

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
  const configured = new Set(relations.map(({ target }) => keyOf(target)))
  const onlyPermitted = new Set(permitted.map(({ target }) => keyOf(target))).difference(configured)
  const resources = graph.resources.filter(
    (resource) => resource.presence === 'read' || !onlyPermitted.has(keyOf(resource)),
  )
  return { ...graph, resources, relations }
}

function isPermitted({ basis }: Relation): boolean {
  return basis === 'permitted'
}

function keyOf({ type, id }: ResourceReference): string {
  return JSON.stringify([type, id])
}
