/** Reads the `Prefer` header (RFC 7240). */
import type { IncomingHttpHeaders } from 'node:http'

/** Longer waits are limited to this. */
export const longestWaitSeconds = 3600

export type Preferences = {
  readonly respondAsync: boolean
  /** `null` if absent or not a whole number of seconds. */
  readonly waitSeconds: number | null
}

/** The first of repeated preferences counts. Parameters of a preference aren't preferences. */
export function readPreferences(headers: IncomingHttpHeaders): Preferences {
  const preferences = new Map<string, string>()
  // Commas within quoted text don't separate preferences.
  for (const [element] of [headers.prefer ?? []]
    .flat()
    .join(',')
    .matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/g)) {
    const [, name = '', value = ''] = /^\s*([^\s=;"]+)\s*(?:=\s*("[^]*?"|[^\s;"]*)\s*)?(?:;|$)/.exec(element) ?? []
    const known = name.toLowerCase()
    if (!preferences.has(known)) preferences.set(known, value.replaceAll('"', ''))
  }
  const wait = preferences.get('wait') ?? ''
  return {
    respondAsync: preferences.has('respond-async'),
    waitSeconds: /^\d+$/.test(wait) ? Math.min(Number(wait), longestWaitSeconds) : null,
  }
}

/** Returns the `Preference-Applied` header of the response; `null` if no preference was applied. */
export function preferenceApplied({ respondAsync, waitSeconds }: Preferences): string | null {
  const applied = [...(respondAsync ? ['respond-async'] : []), ...(waitSeconds === null ? [] : [`wait=${waitSeconds}`])]
  return applied.length === 0 ? null : applied.join(', ')
}
