/** When a failed attempt is repeated: bounded in number and in time, with no quota that a throttled service could use up for good. */
import type { RetryErrorInfo, RetryStrategyV2, RetryToken } from '@smithy/types'

/**
 * With 30 % of attempts throttled, 5 % answered by errors and 1 % cut off, 0.36^16 = 8e-8 of all calls fail: one in a thousand
 * scans of 10,000 calls.
 */
export const maxAttempts = 16
/** A call that still fails this long after its first failure is given up, however few attempts it has had. */
const giveUpAfterMs = 90_000
const firstDelayMs = { THROTTLING: 250, TRANSIENT: 50 } as const
const longestDelayMs = 5_000
/** The longest wait that an answer may ask for by `Retry-After`. */
const longestHintMs = 20_000

type PatientToken = RetryToken & { readonly firstFailureAt: number | null }

/** Shared by clients: it keeps nothing between calls. `now`: milliseconds that never go back. */
export function patientRetryStrategy(now: () => number = () => performance.now()): RetryStrategyV2 {
  return {
    acquireInitialRetryToken: () => Promise.resolve(token(0, 0, null)),
    refreshRetryTokenForRetry(previous, { errorType, retryAfterHint }) {
      const retries = previous.getRetryCount() + 1
      const firstFailureAt = (previous as PatientToken).firstFailureAt ?? now()
      const isOver = retries >= maxAttempts || now() - firstFailureAt > giveUpAfterMs
      if (isOver || (errorType !== 'THROTTLING' && errorType !== 'TRANSIENT')) {
        // The SDK throws the call's own error instead.
        return Promise.reject(new Error('No further attempt'))
      }
      const delayMs = Math.max(backoffMs(errorType, retries), hintMs(retryAfterHint))
      return Promise.resolve(token(retries, delayMs, firstFailureAt))
    },
    recordSuccess: () => undefined,
  }
}

/** Between half and all of a delay that doubles: spread out, yet never at once. */
function backoffMs(errorType: 'THROTTLING' | 'TRANSIENT', retries: number): number {
  const full = Math.min(longestDelayMs, firstDelayMs[errorType] * 2 ** (retries - 1))
  return Math.round(full * (0.5 + Math.random() / 2))
}

function hintMs(hint: RetryErrorInfo['retryAfterHint']): number {
  return hint === undefined ? 0 : Math.min(longestHintMs, hint.getTime() - Date.now())
}

function token(retries: number, delayMs: number, firstFailureAt: number | null): PatientToken {
  return { getRetryCount: () => retries, getRetryDelay: () => delayMs, firstFailureAt }
}
