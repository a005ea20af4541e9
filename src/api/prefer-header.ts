/** Reads the header `Prefer`, as RFC 7240 defines it. */
import type { IncomingHttpHeaders } from 'node:http'

/** Longer waits count as this one. */
export const longestWaitSeconds = 3600

export type Preferences = {
  readonly respondAsync: boolean
  /** `null`: none, or no whole number of seconds. */
  readonly waitSeconds: number | null
}

/** Of a preference that is given twice the first counts; parameters of a preference are none themselves. */
export function readPreferences(headers: IncomingHttpHeaders): Preferences {
  const preferences = new Map<string, string>()
  // Commas within quoted text separate nothing.
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

/** The header `Preference-Applied` of an answer that keeps to them; `null` where there are none. */
export function preferenceApplied({ respondAsync, waitSeconds }: Preferences): string | null {
  const applied = [...(respondAsync ? ['respond-async'] : []), ...(waitSeconds === null ? [] : [`wait=${waitSeconds}`])]
  return applied.length === 0 ? null : applied.join(', ')
}
