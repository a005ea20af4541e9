/** Formats what a scan found, and what it couldn't read. */
import { resourceType } from '../resource-types/look-ups.ts'

type Coverage = {
  readonly type: string
  readonly status: string
  readonly count: number | null
  readonly reason: string | null
}

export function coverageLines(region: string, coverage: readonly Coverage[]): readonly string[] {
  const read = coverage.filter(({ status }) => status === 'collected')
  const unavailable = coverage.filter(({ status }) => status === 'unavailable')
  const unread = coverage.filter(({ status }) => status === 'denied' || status === 'failed')
  const found = read.filter(({ count }) => count !== null && count > 0)
  return [
    `Found ${foundText(found.map(({ count }) => count ?? 0)) || 'no resources'} in ${region}:`,
    ...found.map(({ type, count }) => `  ${String(count).padStart(5)}  ${typeName(type, count ?? 0)}`),
    `${types(read.length - found.length)} without resources.`,
    unread.length === 0
      ? 'All supported types in the region were collected.'
      : `Couldn't be read (${unread.length} of ${types(coverage.length)}):`,
    ...unread.map(({ type, status, reason }) => `  ${typeName(type, 2)}: ${status}. ${reason ?? ''}`),
    ...(unavailable.length === 0 ? [] : [`Not available in this region: ${types(unavailable.length)}.`]),
    ...read.flatMap(({ reason }) => reason ?? []),
  ]
}

/** By type; empty if there are none. */
export function foundText(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 ? '' : `${total} ${total === 1 ? 'resource' : 'resources'} of ${types(counts.length)}`
}

function types(count: number): string {
  return `${count} ${count === 1 ? 'type' : 'types'}`
}

/** The name of a type, or `resources of unsupported types` for `other`. */
function typeName(type: string, count: number): string {
  const names = resourceType(type)?.names ?? ['resource of an unsupported type', 'resources of unsupported types']
  return count === 1 ? names[0] : names[1]
}
