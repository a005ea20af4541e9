/**
 * Draws in threads of its own, so that a large picture never holds up the service: a bounded number of threads, a bounded queue,
 * a bounded time. A thread that breaks ends its own task alone, and is replaced.
 */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { PictureAnswer } from '../api/api-dependencies.ts'
import type { DrawingTasks, DrawingThreadData } from './drawing-task.ts'

export type Drawing = DrawingTasks & { close(): Promise<void> }

export type DrawingLimits = {
  readonly pictureThreads: number
  /** Pictures that wait for a thread; beyond that they are refused. */
  readonly mostWaiting: number
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

/** A thread that has nothing to do for so long is given up with its memory. */
const idleTimeoutMs = 300_000

export function openDrawing(thread: DrawingThreadData, limits: DrawingLimits = defaultLimits): Drawing {
  // Views of scans have a thread of their own: they never wait behind pictures, nor pictures behind them.
  const viewThreads = pool(thread, 1, limits.memoryMb)
  const pictureThreads = pool(thread, limits.pictureThreads, limits.memoryMb)
  return {
    views: (request) =>
      viewThreads.run(request, { name: 'views', signal: AbortSignal.timeout(limits.viewsTimeoutMs) }) as ReturnType<
        DrawingTasks['views']
      >,

    async picture(request) {
      if (pictureThreads.queueSize >= limits.mostWaiting)
        return refused('Too many pictures are being drawn. Try again.')
      const signal = AbortSignal.timeout(limits.pictureTimeoutMs)
      try {
        return (await pictureThreads.run(request, { name: 'picture', signal })) as PictureAnswer
      } catch (error) {
        if (!signal.aborted) throw error
        return refused(
          `The picture was not drawn within ${limits.pictureTimeoutMs / 1000} s. Try again, or ask for less of it.`,
        )
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
    filename: new URL('drawing-thread.ts', import.meta.url).href,
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
