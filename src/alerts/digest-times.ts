/** Computes when digests are sent. */

const hourUtc = 7
const monday = 1

/** The next time after `now`: 07:00 UTC each day, or each Monday. `null` without digests. */
export function nextDigestAt(frequency: 'immediate' | 'daily' | 'weekly', now: Date): Date | null {
  if (frequency === 'immediate') return null
  const next = new Date(now)
  next.setUTCHours(hourUtc, 0, 0, 0)
  while (next <= now || (frequency === 'weekly' && next.getUTCDay() !== monday)) next.setUTCDate(next.getUTCDate() + 1)
  return next
}
