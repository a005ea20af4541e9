/**
 * Draws in its own threads, so that a large diagram never blocks the service: with a limited number of threads, a limited queue, and
 * a limited time. A thread that fails ends only its own task, and is replaced.
 */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { PictureAnswer, PictureCaller, PictureRequest } from './picture-request.ts'
import type { KeptDiagram } from '../store/diagrams.ts'
import { type GraphOfVersions, packGraph } from '../store/graphs.ts'
import type { DrawingTasks, DrawingThreadData, ViewsRequest } from './drawing-task.ts'
import { createFairTurns } from './fair-turns.ts'

export type Drawing = {
  /** Draws all views of a graph whose resources are stored, and keeps them for the scan to name when it ends. */
  views(request: { readonly organizationId: string; readonly graph: GraphOfVersions }): Promise<readonly KeptDiagram[]>
  /** Rejects with the reason when the caller leaves before the picture is begun. */
  picture(request: PictureRequest, caller: PictureCaller): Promise<PictureAnswer>
  close(): Promise<void>
}

export type DrawingLimits = {
  readonly pictureThreads: number
  /** Pictures of one organization that wait for a thread; beyond that they are refused. */
  readonly mostWaiting: number
  /** For a thread, and again for the picture once it is begun. */
  readonly pictureTimeoutMs: number
  readonly viewsTimeoutMs: number
  /** Of each thread's JavaScript objects. A thread that outgrows it breaks, in most cases without the process. */
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

/** A thread that has nothing to do for so long is given up with its memory. */
const idleTimeoutMs = 300_000

export function openDrawing(thread: DrawingThreadData, limits: DrawingLimits = defaultLimits): Drawing {
  // Views of scans have a thread of their own: they never wait behind pictures, nor pictures behind them.
  const viewThreads = pool(thread, 1, limits.memoryMb)
  const pictureThreads = pool(thread, limits.pictureThreads, limits.memoryMb)
  const turns = createFairTurns(limits.pictureThreads)
  return {
    views({ organizationId, graph }) {
      const request: ViewsRequest = { organizationId, graph: packGraph(graph) }
      const signal = AbortSignal.timeout(limits.viewsTimeoutMs)
      return viewThreads.run(request, { name: 'views', signal }) as ReturnType<DrawingTasks['views']>
    },

    async picture(request, { leaving, halfClosed }) {
      leaving.throwIfAborted()
      if (turns.waitingOf(request.organizationId) >= limits.mostWaiting) return refused(tooMany)
      const patience = AbortSignal.timeout(limits.pictureTimeoutMs)
      const giveBack = await turns
        .take(request.organizationId, AbortSignal.any([patience, leaving, halfClosed]))
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
  // What breaks a thread is told to whoever waits for its task; without a listener it would end the process, too.
  threads.on('error', () => undefined)
  return threads
}
