/** When a failed attempt is retried: limited in number and time, without a quota that a throttled service could use up. */
import type { RetryErrorInfo, RetryStrategyV2, RetryToken } from '@smithy/types'
import { isTimeRejected } from '../rejected-time.ts'

/**
 * With 30 % of attempts throttled, 5 % answered by errors and 1 % cut off, 0.36^16 = 8e-8 of all calls fail: one in a thousand
 * scans of 10,000 calls.
 */
export const maxAttempts = 16
/** Of these, attempts that failed otherwise than by throttling: (0.06 ÷ 0.7)^8 = 3e-9 of all calls have as many. */
export const maxFaults = 8
/**
 * Attempts whose time AWS rejected. The first one corrects the client's clock offset, which all its calls share. The SDK repeats them
 * only where the new offset is large, not where the clock was set right again.
 */
const maxTimeRejections = 2
/** A call that still fails this long after its first failure is given up, however few attempts it has had. */
const giveUpAfterMs = 35_000
/** Attempts whose answer did not come in time, of which each takes 20 s. */
export const maxTimeouts = 2
const firstDelayMs = { throttling: 250, fault: 50 }
/** The bucket of the call slows down as well, so that the waits need not grow beyond what it takes a provider's bucket to refill. */
const longestDelayMs = 3_000
/** The longest wait that an answer may ask for by `Retry-After`. */
const longestHintMs = 20_000

type Failures = {
  readonly throttlings: number
  readonly faults: number
  readonly timeouts: number
  readonly since: number
}
type FailureToken = RetryToken & { readonly failures: Failures | null }

/** Shared by clients: it keeps nothing between calls. `now`: milliseconds that never go back. */
export function boundedRetryStrategy(now: () => number = () => performance.now()): RetryStrategyV2 {
  return {
    acquireInitialRetryToken: () => Promise.resolve(token(0, 0, null)),
    refreshRetryTokenForRetry(previous, { error, errorType, retryAfterHint }) {
      const isThrottling = errorType === 'THROTTLING'
      const before = (previous as FailureToken).failures ?? { throttlings: 0, faults: 0, timeouts: 0, since: now() }
      const failures = {
        throttlings: before.throttlings + (isThrottling ? 1 : 0),
        faults: before.faults + (isThrottling ? 0 : 1),
        timeouts: before.timeouts + (isTimeout(error) ? 1 : 0),
        since: before.since,
      }
      const retries = previous.getRetryCount() + 1
      const isOver =
        retries >= maxAttempts ||
        failures.faults >= maxFaults ||
        failures.timeouts >= maxTimeouts ||
        now() - failures.since > giveUpAfterMs
      const mayCorrectTime =
        error instanceof Error && isTimeRejected(error.name, error.message) && failures.faults <= maxTimeRejections
      if (isOver || (!isThrottling && errorType !== 'TRANSIENT' && !mayCorrectTime)) {
        // The SDK throws the call's own error instead.
        return Promise.reject(new Error('No further attempt'))
      }
      const delayMs = isThrottling
        ? backoffMs(firstDelayMs.throttling, failures.throttlings)
        : backoffMs(firstDelayMs.fault, failures.faults)
      return Promise.resolve(token(retries, Math.max(delayMs, hintMs(retryAfterHint)), failures))
    },
    recordSuccess: () => undefined,
  }
}

/** As the request handler and `receiveResponse` throw it; a connection that is not made in time is given up sooner, and has no code. */
function isTimeout(error: RetryErrorInfo['error']): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === 'ETIMEDOUT'
}

/** Between half and all of a delay that doubles: spread out, yet never at once. */
function backoffMs(firstMs: number, count: number): number {
  const full = Math.min(longestDelayMs, firstMs * 2 ** (count - 1))
  return Math.round(full * (0.5 + Math.random() / 2))
}

function hintMs(hint: RetryErrorInfo['retryAfterHint']): number {
  return hint === undefined ? 0 : Math.min(longestHintMs, hint.getTime() - Date.now())
}

function token(retries: number, delayMs: number, failures: Failures | null): FailureToken {
  return { getRetryCount: () => retries, getRetryDelay: () => delayMs, failures }
}
