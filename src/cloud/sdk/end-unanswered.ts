/**
 * Ends all calls of a client after its service has responded to none of them for a while. A scan then waits for that
 * service only as long as for one call.
 */
import type { FinalizeRequestMiddleware, SdkError } from '@smithy/types'
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry'
import type { WithMiddleware } from './middleware.ts'

/** Roughly what `bounded-retry` allows for one call. Most AWS faults are shorter. */
export const endUnansweredAfterMs = 40_000

type Sender = WithMiddleware & { send(command: never, options?: never): Promise<unknown> }

/** A single failing call ends by its own retries: the fault may concern only the item of that call. */
export function endUnanswered(client: Sender, afterMs = endUnansweredAfterMs): void {
  /** Functions that end the calls in progress. */
  const inProgress = new Set<(error: unknown) => void>()
  /** Calls with failed attempts since the last response. */
  const failing = new Set<object>()
  let failingSince = 0
  let answeredAt = 0
  let lastError: SdkError | null = null
  let timer: NodeJS.Timeout | null = null
  let isEnded = false

  function answered(): void {
    answeredAt = performance.now()
    failing.clear()
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function failed(call: object, startedAt: number, error: SdkError): void {
    // An attempt may have started before the last response.
    if (failing.size === 0) failingSince = Math.max(startedAt, answeredAt)
    failing.add(call)
    lastError = error
    timer ??= setTimeout(afterResponses, Math.max(0, failingSince + afterMs - performance.now())).unref()
    if (performance.now() - failingSince >= afterMs) endIfUnanswered()
  }

  /** If the process itself was stalled, responses are waiting to be read. */
  function afterResponses(): void {
    setImmediate(endIfUnanswered)
  }

  function endIfUnanswered(): void {
    if (failing.size < 2) return
    isEnded = true
    for (const end of inProgress) end(sameError())
  }

  /** Each call gets its own error, so that the operation can be recorded for each. */
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
  // Watches one attempt, after the rate budget has granted it.
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

/** Whether the SDK would retry the error. Any other error counts as a response. */
function isUnanswered(error: SdkError): boolean {
  return isThrottlingError(error) || isTransientError(error) || isServerError(error)
}
