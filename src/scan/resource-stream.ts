/** Stores resources while their pages arrive, and remembers of each only what its graph is settled from. */
import { createReferenceTable } from '../graph/reference-table.ts'
import type { ReadResource } from '../graph/resolve-graph.ts'
import { type ResourceReading, versionOf } from '../graph/resource-version.ts'
import type { Store } from '../store/store.ts'
import { createVersionBlock, type VersionBlock } from '../store/version-block.ts'

/** What one transaction stores, at most about as much: little enough for the buffer to seldom grow beyond 256 KiB. */
const blockRows = 300
const blockBytes = 224 * 1024
/** Blocks that wait to be stored, at most about as many: what is added beyond them waits for room. */
const mostWaiting = 6

export type ResourceStream = {
  /** Has gone through the readings when it returns, and throws what they throw. Fulfilled when there is room for more; never rejected. */
  readonly add: (readings: Iterable<ResourceReading>) => Promise<void>
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
  /** The last one is being filled. */
  const waiting: VersionBlock[] = []
  /** Stored, and free for others. */
  const stored: VersionBlock[] = []
  const state: { writing: Promise<void> | null; failure: { readonly error: unknown } | null } = {
    writing: null,
    failure: null,
  }

  function blockWithRoom(): VersionBlock {
    const last = waiting.at(-1)
    if (last !== undefined && last.size < blockRows && last.byteLength < blockBytes) return last
    const block = stored.pop() ?? createVersionBlock()
    waiting.push(block)
    return block
  }

  async function write(): Promise<void> {
    const block = waiting.shift()
    if (block !== undefined) {
      try {
        await store.tenant(organizationId, ({ graphs }) => graphs.keepVersions(block))
        block.clear()
        stored.push(block)
      } catch (error) {
        state.failure = { error }
        onFailed(error)
      }
    }
    state.writing = waiting.length > 0 && state.failure === null ? write() : null
  }

  /** Knows nothing of what was added: who waits for room holds nothing else. */
  async function room(): Promise<void> {
    while (state.writing !== null && waiting.length > mostWaiting) await state.writing
  }

  return {
    add(readings) {
      if (state.failure !== null) return Promise.resolve()
      try {
        for (const reading of readings) {
          const resource = versionOf(reading)
          const { partial, version } = resource
          blockWithRoom().add(resource)
          const known = { reference: reference(resource), version, targets: resource.targets.map(reference) }
          read.push(partial ? { ...known, partial } : known)
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
