/** Stores a whole graph like a scan: its resources first, then the graph. */
import { resourceKey } from '../../src/graph/graph-index.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { type ResourceVersion, versionOf } from '../../src/graph/resource-version.ts'
import { chunksOf } from '../../src/store/graph-chunks.ts'
import type { Graphs } from '../../src/store/graphs.ts'

export async function saveGraph(graphs: Graphs, scanId: string, graph: ResourceGraph): Promise<void> {
  const versions = versionsOf(graph)
  await graphs.keepVersions(versions)
  await graphs.save(scanId, { ...graph, chunks: chunksOf(versions) })
}

function versionsOf({ resources, relations }: Pick<ResourceGraph, 'resources' | 'relations'>): ResourceVersion[] {
  const bySource = Map.groupBy(relations, ({ source }) => resourceKey(source))
  return resources.map((resource) => versionOf({ resource, relations: bySource.get(resourceKey(resource)) ?? [] }))
}
