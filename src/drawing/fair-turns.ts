/** Limits how many tasks run at once. Waiting tasks take turns by owner, so that many tasks of one owner never delay those of another. */

export type FairTurns = {
  /** Resolves with a function that ends the turn. Rejects with the reason of `signal` if it aborts before the turn. */
  take(owner: string, signal: AbortSignal): Promise<() => void>
  waitingOf(owner: string): number
}

export function createFairTurns(atOnce: number): FairTurns {
  let free = atOnce
  /** The next owner comes first. */
  const queues = new Map<string, Set<() => void>>()

  const passOn = (): void => {
    const [next] = queues
    const [start] = next?.[1] ?? []
    if (next === undefined || start === undefined) {
      free++
      return
    }
    const [owner, queue] = next
    queue.delete(start)
    queues.delete(owner)
    if (queue.size > 0) queues.set(owner, queue)
    start()
  }

  const wait = (owner: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(owner) ?? new Set()
      queues.set(owner, queue)
      const leave = (): void => {
        queue.delete(start)
        if (queue.size === 0 && queues.get(owner) === queue) queues.delete(owner)
        reject(signal.reason as Error)
      }
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      queue.add(start)
      signal.addEventListener('abort', leave, { once: true })
    })

  return {
    async take(owner, signal) {
      if (free > 0) free--
      else {
        signal.throwIfAborted()
        await wait(owner, signal)
      }
      let isHeld = true
      return () => {
        if (isHeld) passOn()
        isHeld = false
      }
    },
    waitingOf: (owner) => queues.get(owner)?.size ?? 0,
  }
}
