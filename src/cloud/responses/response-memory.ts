/** Limits the memory of the responses of one scan: each reserves its size before it is received, and releases it once it is processed. */
import { ResponseProblem } from './response-error.ts'

const mebibyte = 1024 * 1024

/** For one scan, unless it is configured. A scan of 20,000 resources has some 10 MiB of answers on their way at once. */
export const defaultScanMemoryMib = 256
/** Least that it may be configured to: the largest answer has to fit. */
export const leastScanMemoryMib = 128
/** The largest documented pages (1,000 instances with all their fields) stay under 10 MiB. */
export const largestResponseMib = 32

/** An answer's bytes count twice: for themselves, and for the values that are read from them. */
const memoryPerByte = 2
/** Larger answers leave a quarter to others: pages wait for those to be done with, and would do so in vain. */
const smallResponseBytes = mebibyte
const partForSmallResponses = 1 / 4
const giveUpAfterMs = 30_000

export type ResponseMemory = {
  /**
   * Waits until there is room for so many bytes. Rejects with an `ResponseProblem` when nothing was given back for too long, since what
   * waits may be what the others wait for; and with the reason of `signal` when that aborts.
   */
  take(bytes: number, signal?: AbortSignal): Promise<void>
  give(bytes: number): void
}

/** What the answers of one type take until its pages were worked on. */
export type HeldResponses = {
  /** What the room was asked for, of an answer that was received. */
  add(bytes: number): void
  /** What is held so far, for one that gives it back by calling the result. */
  handOver(): () => void
}

/** What the SDK hands on of the options that a client is called with. */
export type ResponseOptions = {
  readonly abortSignal?: AbortSignal
  /** Of the scan. */
  readonly room?: ResponseMemory
  /** Who works on the answer, and gives its room back. */
  readonly held?: HeldResponses
}

type Waiting = { readonly bytes: number; readonly start: () => void }

export function createResponseMemory(
  memoryMib: number = defaultScanMemoryMib,
  patienceMs = giveUpAfterMs,
): ResponseMemory {
  const all = (memoryMib * mebibyte) / memoryPerByte
  let free = all
  let givenAt = performance.now()
  const waiting = new Set<Waiting>()

  function hasRoomFor(bytes: number): boolean {
    return bytes <= (bytes > smallResponseBytes ? free - all * partForSmallResponses : free)
  }

  function wait(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      let timer: NodeJS.Timeout
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        waiting.delete(entry)
      }
      const entry = {
        bytes,
        start() {
          leave()
          free -= bytes
          resolve()
        },
      }
      const abort = () => {
        leave()
        reject(signal?.reason as Error)
      }
      const look = () => {
        const leftMs = Math.max(since, givenAt) + patienceMs - performance.now()
        if (leftMs > 0) {
          timer = setTimeout(look, leftMs)
          return
        }
        leave()
        reject(new ResponseProblem(`was not received: the scan's other answers took up its ${memoryMib} MiB of memory`))
      }
      timer = setTimeout(look, patienceMs)
      waiting.add(entry)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  return {
    async take(bytes, signal) {
      signal?.throwIfAborted()
      if (hasRoomFor(bytes)) free -= bytes
      else await wait(bytes, signal)
    },
    give(bytes) {
      if (bytes === 0) return
      free += bytes
      givenAt = performance.now()
      for (const { bytes: wanted, start } of waiting) if (hasRoomFor(wanted)) start()
    },
  }
}

export function holdResponses(room: ResponseMemory): HeldResponses {
  let held = 0
  return {
    add(bytes) {
      held += bytes
    },
    handOver() {
      let given = held
      held = 0
      return () => {
        room.give(given)
        given = 0
      }
    },
  }
}
