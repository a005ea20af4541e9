/** Keeps the graph that was drawn from last: whoever looks at a map asks for parts of the same one again and again. */
import type { ResourceGraph } from './graph/resource-graph.ts'

/** A larger one is not kept: another beside it might be more than a thread may hold. */
const mostResources = 30_000
/** What nobody looks at any more is not held. */
const keptForMs = 60_000

/** A finished scan's graph, which never changes; `read` reads the one of an id. */
export type LastGraph = (scanId: string, read: () => Promise<ResourceGraph | null>) => Promise<ResourceGraph | null>

export function keepLastGraph(): LastGraph {
  let last: { readonly scanId: string; readonly graph: ResourceGraph } | null = null
  let forgetting: ReturnType<typeof setTimeout> | undefined
  return async (scanId, read) => {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => (last = null), keptForMs).unref()
    if (last?.scanId === scanId) return last.graph
    // Not two at once.
    last = null
    const graph = await read()
    if (graph !== null && graph.resources.length <= mostResources) last = { scanId, graph }
    return graph
  }
}
