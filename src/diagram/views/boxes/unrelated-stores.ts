/** Finds data stores, queues, topics, and buses without any known relation: the boxes that tell least. */
import { resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import { stageOf } from './shelves.ts'

/** Relations to what contains a resource say nothing of its use. `whole`: with permitted relations. */
export function unrelatedStores(whole: ResourceGraph): (resource: Resource) => boolean {
  let related: ReadonlySet<string> | undefined
  return (resource) => {
    if (resource.presence !== 'read' || stageOf(resource.type) !== 'data') return false
    related ??= new Set(
      whole.relations
        .filter(({ verb }) => verb !== 'contained in')
        .flatMap(({ source, target }) => [resourceKey(source), resourceKey(target)]),
    )
    return !related.has(resourceKey(resource))
  }
}
