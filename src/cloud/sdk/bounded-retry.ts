/**
 * Decides when a failed attempt is retried: limited in number and time, without a quota that a throttled service could
 * use up.
 */
import { isTransientError } from '@smithy/core/retry'
import type { RetryErrorInfo, RetryStrategyV2, RetryToken } from '@smithy/types'
import { isTimeRejected } from '../rejected-time.ts'

/**
 * If 30 % of attempts are throttled, 5 % fail, and 1 % are cut off, 0.36^16 = 8e-8 of all calls fail: one in a thousand
 * scans of 10,000 calls.
 */
export const maxAttempts = 16
/**
 * The maximum number of attempts that failed for other reasons than throttling: (0.06 ÷ 0.7)^8 = 3e-9 of all calls have
 * as many.
 */
export const maxFaults = 8
/**
 * The maximum number of retries of a call whose time AWS rejected. The first rejection corrects the client's clock
 * offset, which all its calls share. The clock may jump once more during the call.
 */
const maxTimeRejections = 2
/** A call that still fails this long after its first failure isn't retried, even with attempts left. */
const giveUpAfterMs = 35_000
/** The maximum number of attempts that timed out, each after 20 s. */
export const maxTimeouts = 2
const firstDelayMs = { throttling: 250, fault: 50 }
/** The rate budget also slows down, so waits need not be longer than the refill of an AWS bucket. */
const longestDelayMs = 3_000
/** The maximum wait from a `Retry-After` header. */
const longestHintMs = 20_000

type Failures = {
  readonly throttlings: number
  readonly faults: number
  readonly timeouts: number
  readonly timeRejections: number
  readonly since: number
}
type FailureToken = RetryToken & { readonly failures: Failures | null }

/** Clients can share it, because it has no state between calls. `now`: a monotonic clock in milliseconds. */
export function boundedRetryStrategy(now: () => number = () => performance.now()): RetryStrategyV2 {
  return {
    acquireInitialRetryToken: () => Promise.resolve(token(0, 0, null)),
    refreshRetryTokenForRetry(previous, { error, errorType, retryAfterHint }) {
      const isThrottling = errorType === 'THROTTLING'
      const isTimeRejection = error instanceof Error && isTimeRejected(error.name, error.message)
      const before = (previous as FailureToken).failures ?? {
        throttlings: 0,
        faults: 0,
        timeouts: 0,
        timeRejections: 0,
        since: now(),
      }
      const failures = {
        throttlings: before.throttlings + (isThrottling ? 1 : 0),
        faults: before.faults + (isThrottling ? 0 : 1),
        timeouts: before.timeouts + (isTimeout(error) ? 1 : 0),
        timeRejections: before.timeRejections + (isTimeRejection ? 1 : 0),
        since: before.since,
      }
      const retries = previous.getRetryCount() + 1
      const isOver =
        retries >= maxAttempts ||
        failures.faults >= maxFaults ||
        failures.timeouts >= maxTimeouts ||
        now() - failures.since > giveUpAfterMs
      const isTemporary = isTimeRejection
        ? failures.timeRejections <= maxTimeRejections
        : isThrottling || (errorType === 'TRANSIENT' && !isOnlyMarkedTransient(error))
      if (isOver || !isTemporary) {
        // The SDK throws the call's own error instead of this one.
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

/**
 * While the clock of this machine is wrong, the SDK's clock correction marks each error response as transient, also
 * denied calls. Returns whether the error has no other reason for a retry.
 */
function isOnlyMarkedTransient(error: RetryErrorInfo['error']): boolean {
  if (error?.$metadata?.clockSkewCorrected !== true) return false
  const unmarked = { ...error.$metadata, clockSkewCorrected: undefined }
  return !isTransientError(Object.create(error, { $metadata: { value: unmarked } }) as typeof error)
}

/**
 * A timeout as the request handler and `receiveResponse` throw it. Connection timeouts come sooner and have no code.
 */
function isTimeout(error: RetryErrorInfo['error']): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === 'ETIMEDOUT'
}

/** Returns a random wait between half and all of a delay that doubles, so that retries spread out. */
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
