/** Finds a limit for what a page draws with few drawings. */

/**
 * What the highest limit draws that fits. `limits`: highest first. With lower limits than one that fits, there must be ever
 * less, up to too little. `null` if no limit fits.
 */
export function searchLimit<Drawn>(
  limits: readonly number[],
  draw: (limit: number) => Drawn,
  judge: (drawn: Drawn) => 'too much' | 'fits' | 'too little',
): Drawn | null {
  const position = Math.floor(limits.length / 2)
  const limit = limits[position]
  if (limit === undefined) return null
  const drawn = draw(limit)
  const verdict = judge(drawn)
  if (verdict === 'too much') return searchLimit(limits.slice(position + 1), draw, judge)
  return searchLimit(limits.slice(0, position), draw, judge) ?? (verdict === 'fits' ? drawn : null)
}
