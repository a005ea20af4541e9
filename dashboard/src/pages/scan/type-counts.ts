/** Counts the resources of each type: final counts of finished types, current counts of the others. */
import type { Coverage } from '../../session/scan.ts'
import { capitalized, countKeyName, kindNamePlural } from '../../shared/resource-kind.ts'

export type TypeCount = {
  readonly name: string
  readonly count: number
  /** `null`: the resources aren’t listed individually. */
  readonly type: string | null
}

/** Type of counts without a collector; these resources aren’t listed individually. */
const uncollected = 'other'

/** Largest first. Types that couldn’t be read have no count. */
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
