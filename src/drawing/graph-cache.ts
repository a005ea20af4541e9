/** Caches the graph of the last finished scan, which never changes: users of a scan request parts of it again and again. */
import type { ResourceGraph } from '../graph/resource-graph.ts'

/** A larger graph is not kept: another beside it might be more than a thread may hold. */
const mostResources = 30_000
/** What nobody looks at any more is not held. */
const keptForMs = 60_000

/** `read` reads that of an id, where it is not the one that is kept; `null` is not kept. */
export type LastOfScan<Value> = (scanId: string, read: () => Promise<Value | null>) => Promise<Value | null>

export type LastGraph = LastOfScan<ResourceGraph>

export const cacheLastGraph = (): LastGraph => keepLast(({ resources }) => resources.length <= mostResources)

export function keepLast<Value>(mayKeep: (value: Value) => boolean): LastOfScan<Value> {
  let last: { readonly scanId: string; readonly value: Value } | null = null
  let forgetting: ReturnType<typeof setTimeout> | undefined
  return async (scanId, read) => {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => (last = null), keptForMs).unref()
    if (last?.scanId === scanId) return last.value
    // Not two at once.
    last = null
    const value = await read()
    if (value !== null && mayKeep(value)) last = { scanId, value }
    return value
  }
}
