/**
 * Creates snapshots for requests: one at a time, in a thread with its own memory limit, into a temporary file, so that
 * the response has a length, and an error before its start.
 */
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Piscina } from 'piscina'
import type { PresetName } from './redaction/rules.ts'
import type { SnapshotKeys } from '../store/snapshot-keys.ts'

export type SnapshotThreadData = {
  /** The URL of the runtime login, which only has access to one organization at a time. */
  readonly runtimeUrl: string
}

export type SnapshotRequest = {
  readonly organizationId: string
  readonly scanId: string
  readonly createdAt: string
  readonly completedAt: string
  readonly redact: PresetName
}

export type SnapshotTask = SnapshotRequest & {
  readonly path: string
  readonly key: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array }
}

export type SnapshotAnswer =
  | { readonly kind: 'created'; readonly name: string; readonly sizeBytes: number; readonly content: Readable }
  | { readonly kind: 'not found' }
  /** Too many are waiting, or it took too long. */
  | { readonly kind: 'busy' }

export type Snapshots = {
  /** `leaving`: aborts when the caller disconnects. Rejects then. */
  create(request: SnapshotRequest, leaving: AbortSignal): Promise<SnapshotAnswer>
  close(): Promise<void>
}

export type SnapshotLimits = { readonly mostWaiting: number; readonly timeoutMs: number }

const defaultLimits: SnapshotLimits = { mostWaiting: 4, timeoutMs: 600_000 }
const memoryMb = 1_536
/** An idle thread ends after this time, to free its memory. */
const idleTimeoutMs = 60_000

export function openSnapshots(
  thread: SnapshotThreadData,
  keys: Pick<SnapshotKeys, 'signingKey'>,
  { mostWaiting, timeoutMs }: SnapshotLimits = defaultLimits,
): Snapshots {
  const threads = new Piscina({
    filename: new URL('./snapshot-thread.ts', import.meta.url).href,
    workerData: thread,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  // Errors of a thread reach the caller of its task. Without this listener, they would also end the process.
  threads.on('error', () => undefined)

  /** Counted before the first wait, because the queue of the pool gets them later. One of them is being created. */
  let unfinished = 0

  return {
    async create(request, leaving) {
      leaving.throwIfAborted()
      if (unfinished > mostWaiting) return { kind: 'busy' }
      unfinished += 1
      const timeout = AbortSignal.timeout(timeoutMs)
      const folder = await mkdtemp(join(tmpdir(), 'surveyor-snapshot-')).catch((error: unknown) => {
        unfinished -= 1
        throw error
      })
      try {
        const path = join(folder, 'snapshot')
        const task: SnapshotTask = { ...request, path, key: await keys.signingKey() }
        const name = (await threads.run(task, { signal: AbortSignal.any([leaving, timeout]) })) as string | null
        if (name === null) return { kind: 'not found' }
        const file = await open(path, 'r')
        const { size } = await file.stat()
        // The open file stays readable after its folder is removed.
        return { kind: 'created', name, sizeBytes: size, content: file.createReadStream() }
      } catch (error) {
        if (timeout.aborted && !leaving.aborted) return { kind: 'busy' }
        throw error
      } finally {
        unfinished -= 1
        await rm(folder, { recursive: true, force: true })
      }
    },

    close: () => threads.destroy(),
  }
}
