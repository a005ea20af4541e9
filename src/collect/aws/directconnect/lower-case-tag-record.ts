/** Converts tags of Direct Connect, which have `key` and `value` in lower case. */
import type { Tag } from '@aws-sdk/client-direct-connect'

export function lowerCaseTagRecord(tags: readonly Tag[] | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).map(({ key, value }) => [key ?? '', value ?? '']))
}
