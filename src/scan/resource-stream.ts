/** Stores resources while their pages arrive. It keeps in memory only what settling the graph requires. */
import { createReferenceTable } from '../graph/reference-table.ts'
import type { ReadResource } from '../graph/resolve-graph.ts'
import { type ResourceContent, type ResourceReading, versionOf } from '../graph/resource-version.ts'
import type { Store } from '../store/store.ts'

/** The limits of one transaction: the number of resources, and roughly the characters of their JSON. */
const maxBatchSize = 300
const maxBatchLength = 224 * 1024
/** The maximum number of resources that wait to be stored. Beyond it, `add` waits. */
const maxWaiting = 6 * maxBatchSize

export type ResourceStream = {
  /**
   * Iterates the readings before it returns, and throws their errors. The promise is fulfilled when there is room for
   * more, and never rejects.
   */
  readonly add: (readings: Iterable<ResourceReading>) => Promise<void>
  /** Resolves with all added resources once they are stored. Rejects with the first error of storing. */
  close(): Promise<readonly ReadResource[]>
}

export function openResourceStream(
  store: Pick<Store, 'tenant'>,
  organizationId: string,
  onFailed: (error: unknown) => void,
): ResourceStream {
  const read: ReadResource[] = []
  const reference = createReferenceTable()
  const waiting: ResourceContent[] = []
  const state: { writing: Promise<void> | null; failure: { readonly error: unknown } | null } = {
    writing: null,
    failure: null,
  }

  function nextBatch(): readonly ResourceContent[] {
    let size = 0
    let length = 0
    for (const { row } of waiting) {
      if (size === maxBatchSize || length >= maxBatchLength) break
      size += 1
      length += row.length
    }
    return waiting.splice(0, size)
  }

  async function write(): Promise<void> {
    const batch = nextBatch()
    try {
      await store.tenant(organizationId, ({ graphs }) => graphs.keepVersions(batch))
    } catch (error) {
      state.failure = { error }
      onFailed(error)
    }
    state.writing = waiting.length > 0 && state.failure === null ? write() : null
  }

  async function room(): Promise<void> {
    while (state.writing !== null && waiting.length > maxWaiting) await state.writing
  }

  return {
    add(readings) {
      if (state.failure !== null) return Promise.resolve()
      try {
        for (const reading of readings) {
          const resource = versionOf(reading)
          const { partial, version, row, targets } = resource
          waiting.push({ version, row })
          const known = { reference: reference(resource), version, targets: targets.map(reference) }
          const marked = partial ? { ...known, partial } : known
          read.push(reading.inRegion ? { ...marked, inRegion: true } : marked)
        }
      } finally {
        if (waiting.length > 0) state.writing ??= write()
      }
      return room()
    },

    async close() {
      while (state.writing !== null) await state.writing
      if (state.failure !== null) throw state.failure.error
      return read
    },
  }
}
