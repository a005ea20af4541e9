/** Defines when failed attempts at a delivery are repeated: ten attempts within a day. */

/** Seconds after each failed attempt. Together 23.6 hours. */
const pauses = [10, 60, 300, 1_800, 3_600, 7_200, 14_400, 25_200, 32_400]

export const mostAttempts = pauses.length + 1

/** A server may ask for a longer pause, up to this. */
const longestPauseSeconds = 32_400

/**
 * `attempt`: the number of the failed one, from 1. Returns `null` if none is left. `retryAfter`: the header of the
 * response, of which only seconds count.
 */
export function retryInSeconds(attempt: number, retryAfter: string | null): number | null {
  const pause = pauses[attempt - 1]
  if (pause === undefined) return null
  const wanted = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 0
  return Math.max(pause, Math.min(wanted, longestPauseSeconds))
}
