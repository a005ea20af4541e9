/** Caches the graph of the last finished scan, which never changes and is requested repeatedly. */
import type { ResourceGraph } from '../graph/resource-graph.ts'

/** A larger graph isn't cached, because a second one might exceed the memory of a thread. */
const mostResources = 30_000
/** An unused graph is removed after this time. */
const keptForMs = 60_000

/** Returns the value of a scan. `read` loads it if it isn't cached. `null` isn't cached. */
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
    // Removed first, so that there are never two at once.
    last = null
    const value = await read()
    if (value !== null && mayKeep(value)) last = { scanId, value }
    return value
  }
}
