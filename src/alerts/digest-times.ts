/** Computes when digests are sent. */

export const defaultDigestHour = 7
const monday = 1

/** The next time after `now`: at this hour in UTC, each day or each Monday. `null` without digests. */
export function nextDigestAt(
  { frequency, digestHour }: { readonly frequency: 'immediate' | 'daily' | 'weekly'; readonly digestHour: number },
  now: Date,
): Date | null {
  if (frequency === 'immediate') return null
  const first = new Date(now)
  first.setUTCHours(digestHour, 0, 0, 0)
  const days = [0, 1, 2, 3, 4, 5, 6, 7].map((later) => {
    const day = new Date(first)
    day.setUTCDate(first.getUTCDate() + later)
    return day
  })
  return days.find((day) => day > now && (frequency === 'daily' || day.getUTCDay() === monday)) ?? null
}
