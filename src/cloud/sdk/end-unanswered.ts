/** Ends all calls of a client whose service has answered none of them for a while: a scan waits for it as long as for one call. */
import type { FinalizeRequestMiddleware, SdkError } from '@smithy/types'
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry'
import type { WithMiddleware } from './middleware.ts'

/** About what `bounded-retry` takes for one call. Longer than AWS takes to recover from most faults. */
export const endUnansweredAfterMs = 40_000

type Sender = WithMiddleware & { send(command: never, options?: never): Promise<unknown> }

/** One call alone ends by its own retries: it may be about the one item that a service does not answer for. */
export function endUnanswered(client: Sender, afterMs = endUnansweredAfterMs): void {
  /** Calls in progress: how to end each. */
  const inProgress = new Set<(error: unknown) => void>()
  /** Calls with attempts that failed since the last answer. */
  const failing = new Set<object>()
  let failingSince = 0
  let lastError: SdkError | null = null
  let timer: NodeJS.Timeout | null = null
  let isEnded = false

  function answered(): void {
    failing.clear()
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function failed(call: object, startedAt: number, error: SdkError): void {
    if (failing.size === 0) failingSince = startedAt
    failing.add(call)
    lastError = error
    timer ??= setTimeout(endIfUnanswered, Math.max(0, failingSince + afterMs - performance.now())).unref()
    if (performance.now() - failingSince >= afterMs) endIfUnanswered()
  }

  function endIfUnanswered(): void {
    if (failing.size < 2) return
    isEnded = true
    for (const end of inProgress) end(sameError())
  }

  /** Of its own for each call, so that each can tell which operation it came from. */
  function sameError(): Error {
    const { name, message, $metadata } = lastError as SdkError
    const { httpStatusCode } = $metadata ?? {}
    return Object.assign(new Error(message), { name, $metadata: { httpStatusCode } })
  }

  const watched: FinalizeRequestMiddleware<object, object> = (next) => {
    const call = {}
    return async (request) => {
      const startedAt = performance.now()
      try {
        const output = await next(request)
        answered()
        return output
      } catch (error) {
        if (isUnanswered(error as SdkError)) failed(call, startedAt, error as SdkError)
        else answered()
        throw error
      }
    }
  }
  // One attempt, from when the rate budget lets it go.
  client.middlewareStack.addRelativeTo(watched as never, {
    name: 'endUnansweredMiddleware',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  })

  const send = client.send.bind(client)
  client.send = (command, options) =>
    new Promise((resolve, reject) => {
      if (isEnded) {
        reject(sameError())
        return
      }
      inProgress.add(reject)
      send(command, options)
        .then(resolve, reject)
        .finally(() => inProgress.delete(reject))
    })
}

/** What the SDK repeats. Any other error is an answer. */
function isUnanswered(error: SdkError): boolean {
  return isThrottlingError(error) || isTransientError(error) || isServerError(error)
}
