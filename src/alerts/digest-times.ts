/** Computes when digests are sent. */

const hourUtc = 7
const monday = 1

/** The next time after `now`: 07:00 UTC each day, or each Monday. `null` without digests. */
export function nextDigestAt(frequency: 'immediate' | 'daily' | 'weekly', now: Date): Date | null {
  if (frequency === 'immediate') return null
  const first = new Date(now)
  first.setUTCHours(hourUtc, 0, 0, 0)
  const days = [0, 1, 2, 3, 4, 5, 6, 7].map((later) => {
    const day = new Date(first)
    day.setUTCDate(first.getUTCDate() + later)
    return day
  })
  return days.find((day) => day > now && (frequency === 'daily' || day.getUTCDay() === monday)) ?? null
}
