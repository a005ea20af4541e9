/** Finds workloads that nothing known calls and that call nothing known, such as the functions of custom resources. */
import { resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import { rolesOf } from '../../../resource-types/look-ups.ts'
import { stageOf } from './shelves.ts'

/**
 * Relations to what contains a resource, and to settings and records such as its role and logs, say nothing of its use.
 * `whole`: with permitted relations. `arrowEnds`: the keys of what arrows lead to and come from.
 */
export function unconnectedWorkloads(
  whole: ResourceGraph,
  arrowEnds: () => Iterable<string>,
): (resource: Resource) => boolean {
  let connected: ReadonlySet<string> | undefined
  return (resource) => {
    if (resource.presence !== 'read' || stageOf(resource.type) !== 'application') return false
    connected ??= new Set([
      ...arrowEnds(),
      ...whole.relations
        .filter(({ source, verb, target }) => verb !== 'contained in' && isDrawn(source.type) && isDrawn(target.type))
        .flatMap(({ source, target }) => [resourceKey(source), resourceKey(target)]),
    ])
    return !connected.has(resourceKey(resource))
  }
}

/** As a box, an arrow, or a step of one. */
function isDrawn(type: string): boolean {
  const { box, flow, line } = rolesOf(type)
  return box !== undefined || flow !== undefined || line !== undefined
}
