/** How many resources of each type a scan has found: by what has ended, and so far where it still runs. */
import type { Coverage } from '../../session/scan.ts'
import { capitalized, countKeyName, kindNamePlural } from '../../shared/resource-kind.ts'

export type TypeCount = {
  readonly name: string
  readonly count: number
  /** `null`: there is no list of them. */
  readonly type: string | null
}

/** Counts that no collector made, of what is not listed one by one. */
const uncollected = 'other'

/** The most numerous first. What could not be read has no count. */
export function typeCounts(
  coverage: readonly Pick<Coverage, 'type' | 'countKey' | 'count'>[],
  progress: Readonly<Record<string, number>>,
): readonly TypeCount[] {
  const ended = new Set(coverage.map(({ countKey }) => countKey))
  const ofTypes = coverage.flatMap(({ type, count }) =>
    count === null
      ? []
      : [{ name: capitalized(kindNamePlural(type)), count, type: type === uncollected ? null : type }],
  )
  const soFar = Object.entries(progress)
    .filter(([key]) => !ended.has(key))
    .map(([key, count]) => ({ name: countKeyName(key), count, type: null }))
  return [...ofTypes, ...soFar].toSorted((left, right) => right.count - left.count)
}
