/** Lists the versions of the API. Requests choose one with the header `Service-Version`. */

/** Oldest first. */
export const versions = ['2026-02-01'] as const

export type Version = (typeof versions)[number]

/** The version that new API keys are pinned to. */
export const latestVersion: Version = '2026-02-01'

export function isVersion(text: string): text is Version {
  return versions.some((version) => version === text)
}
