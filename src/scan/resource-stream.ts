/** Stores resources while their pages arrive, and remembers of each only what its graph is settled from. */
import { createReferenceTable } from '../graph/reference-table.ts'
import type { ReadResource } from '../graph/resolve-graph.ts'
import { type ResourceReading, type ResourceVersion, versionOf } from '../graph/resource-version.ts'
import type { Store } from '../store/store.ts'

/** Resources of one transaction. */
const batchSize = 500
/** Resources that wait to be stored, at most about as many: a page of one collector. */
const mostWaiting = 1_000

export type ResourceStream = {
  /** Fulfilled when there is room for more; never rejected. */
  readonly add: (readings: readonly ResourceReading[]) => Promise<void>
  /** All that was added, once it is stored. Rejects with the error that ended the storing. */
  close(): Promise<readonly ReadResource[]>
}

export function openResourceStream(
  store: Pick<Store, 'tenant'>,
  organizationId: string,
  onFailed: (error: unknown) => void,
): ResourceStream {
  const read: ReadResource[] = []
  const reference = createReferenceTable()
  const waiting: ResourceVersion[] = []
  const state: { writing: Promise<void> | null; failure: { readonly error: unknown } | null } = {
    writing: null,
    failure: null,
  }

  async function write(): Promise<void> {
    const batch = waiting.splice(0, batchSize)
    try {
      await store.tenant(organizationId, ({ graphs }) => graphs.keepVersions(batch))
    } catch (error) {
      state.failure = { error }
      onFailed(error)
    }
    state.writing = waiting.length > 0 && state.failure === null ? write() : null
  }

  return {
    async add(readings) {
      if (state.failure !== null) return
      for (const reading of readings) {
        const version = versionOf(reading)
        waiting.push(version)
        read.push({
          reference: reference(version),
          ...(version.partial && { partial: version.partial }),
          version: version.version,
          targets: version.targets.map(reference),
        })
      }
      if (waiting.length > 0) state.writing ??= write()
      while (state.writing !== null && waiting.length > mostWaiting) await state.writing
    },

    async close() {
      while (state.writing !== null) await state.writing
      if (state.failure !== null) throw state.failure.error
      return read
    },
  }
}
