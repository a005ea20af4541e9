/**
 * Limits the memory for the responses of one scan. Each response reserves its size before it is received, and releases
 * it once it is processed.
 */
import { ResponseProblem } from './response-error.ts'

const mebibyte = 1024 * 1024

/** The default for one scan. A scan of 20,000 resources has about 10 MiB of responses in progress. */
export const defaultScanMemoryMib = 256
/** The lowest configurable value, so that the largest response fits. */
export const leastScanMemoryMib = 128
/** The largest documented pages (1,000 instances with all their fields) stay under 10 MiB. */
export const largestResponseMib = 32

/** A response counts twice: for its bytes, and for the values that are parsed from them. */
const memoryPerByte = 2
/**
 * Larger responses leave a quarter of the memory to small ones. Otherwise pages could wait forever for small responses
 * that find no memory.
 */
const smallResponseBytes = mebibyte
const partForSmallResponses = 1 / 4
const giveUpAfterMs = 30_000

export type ResponseMemory = {
  /**
   * Waits until this number of bytes is available. Rejects with a `ResponseProblem` if no memory was released for too
   * long, because the waiting responses may block each other. Rejects with the reason of `signal` when it aborts.
   */
  take(bytes: number, signal?: AbortSignal): Promise<void>
  give(bytes: number): void
}

/** The memory of one type's responses until their pages are processed. */
export type HeldResponses = {
  /** Adds the reserved memory of a received response. */
  add(bytes: number): void
  /** Hands over the memory so far. Calling the returned function releases it. */
  handOver(): () => void
}

/** The call options that the SDK passes to the request handler. */
export type ResponseOptions = {
  readonly abortSignal?: AbortSignal
  /** The memory of the scan. */
  readonly room?: ResponseMemory
  /** The holder, which releases the memory. */
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
        reject(new ResponseProblem(`was not received: the scan's other responses used its ${memoryMib} MiB of memory`))
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
