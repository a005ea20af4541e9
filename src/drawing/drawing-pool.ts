/**
 * Draws in separate threads, so that a large diagram never blocks the service. The threads, the queue, and the time are
 * limited. A thread that fails ends only its own task, and is replaced.
 */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { compactHeap } from './compact-heap.ts'
import type { PictureAnswer, PictureCaller, PictureRequest } from './picture-request.ts'
import { resourcesIn } from '../store/graph-chunks.ts'
import { type GraphOfVersions, packGraph } from '../store/graphs.ts'
import type { DrawingTasks, DrawingThreadData, KeptViews, ViewsRequest } from './drawing-task.ts'
import { createFairTurns } from './fair-turns.ts'

export type Drawing = {
  /** Draws all views of a graph whose resources are stored, and stores them and its exposures for the end of the scan. */
  views(request: { readonly organizationId: string; readonly graph: GraphOfVersions }): Promise<KeptViews>
  /** Rejects with the reason if the caller disconnects before the diagram is started. */
  picture(request: PictureRequest, caller: PictureCaller): Promise<PictureAnswer>
  close(): Promise<void>
}

export type DrawingLimits = {
  readonly pictureThreads: number
  /** The maximum number of waiting diagrams of one organization. Further ones are rejected. */
  readonly mostWaiting: number
  /** The timeout of waiting for a thread, and again of drawing. */
  readonly pictureTimeoutMs: number
  readonly viewsTimeoutMs: number
  /** The heap limit of each thread. Usually only the thread fails if it exceeds the limit. */
  readonly memoryMb: number
}

export const defaultLimits: DrawingLimits = {
  pictureThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  mostWaiting: 100,
  pictureTimeoutMs: 60_000,
  viewsTimeoutMs: 240_000,
  memoryMb: 1_024,
}

const tooMany = 'The diagram queue is full. Retry.'
const halfClosedMessage = 'The diagram queue is full. Retry, and keep the connection open.'

/** An idle thread ends after this time, to free its memory. */
const idleTimeoutMs = 300_000

export function openDrawing(thread: DrawingThreadData, limits: DrawingLimits = defaultLimits): Drawing {
  // Views of scans have their own thread, so that views and requested diagrams never wait for each other.
  const viewThreads = pool(thread, 1, limits.memoryMb)
  const pictureThreads = pool(thread, limits.pictureThreads, limits.memoryMb)
  const turns = createFairTurns(limits.pictureThreads)
  return {
    views({ organizationId, graph }) {
      const request: ViewsRequest = { organizationId, graph: packGraph(graph) }
      // What the scan left behind would stay in memory while its graph is drawn.
      compactHeap(resourcesIn(graph.chunks))
      const signal = AbortSignal.timeout(limits.viewsTimeoutMs)
      return viewThreads.run(request, { name: 'views', signal }) as ReturnType<DrawingTasks['views']>
    },

    async picture(request, { leaving, halfClosed, turn = request.organizationId }) {
      leaving.throwIfAborted()
      if (turns.waitingOf(turn) >= limits.mostWaiting) return refused(tooMany)
      const patience = AbortSignal.timeout(limits.pictureTimeoutMs)
      const giveBack = await turns
        .take(turn, AbortSignal.any([patience, leaving, halfClosed]))
        .catch((reason: unknown) => {
          if (leaving.aborted) throw reason
          return null
        })
      if (giveBack === null) return refused(halfClosed.aborted ? halfClosedMessage : tooMany)
      const signal = AbortSignal.timeout(limits.pictureTimeoutMs)
      try {
        return (await pictureThreads.run(request, { name: 'picture', signal })) as PictureAnswer
      } catch (error) {
        if (!signal.aborted) throw error
        return refused(`Rendering timed out after ${limits.pictureTimeoutMs / 1000} s. Retry, or narrow the diagram.`)
      } finally {
        giveBack()
      }
    },

    async close() {
      await Promise.all([viewThreads.destroy(), pictureThreads.destroy()])
    },
  }
}

function refused(message: string): PictureAnswer {
  return { kind: 'refused', code: 'CONFLICT', message }
}

function pool(workerData: DrawingThreadData, maxThreads: number, memoryMb: number): Piscina {
  const threads = new Piscina({
    filename: new URL('./drawing-thread.ts', import.meta.url).href,
    workerData,
    minThreads: 0,
    maxThreads,
    idleTimeout: idleTimeoutMs,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  // Errors of a thread reach the caller of its task. Without this listener, they would also end the process.
  threads.on('error', () => undefined)
  return threads
}
