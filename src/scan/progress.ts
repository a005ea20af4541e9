/** Computes the `progress` counts of a scan. */
import type { TypeCoverage } from '../graph/resource-graph.ts'
import type { Progress } from '../store/scan-status.ts'

/** The keys that every scan shows from its start. Others appear once resources of theirs are found. */
const alwaysShown = ['networks', 'subnets', 'computeInstances', 'functions', 'storageBuckets']

/** Returns the counts of a running scan. */
export function progressSoFar(counts: ReadonlyMap<string, number>): Progress {
  return Object.fromEntries([...alwaysShown.map((key) => [key, 0] as const), ...counts])
}

/** Returns the counts of an ended scan. 0 means collected without resources. Types that couldn't be read are absent. */
export function finalProgress(coverage: readonly TypeCoverage[]): Progress {
  return Object.fromEntries(
    coverage.flatMap(({ status, count, countKey, uncertain }) =>
      status === 'collected' && uncertain !== true && count !== null && (count > 0 || alwaysShown.includes(countKey))
        ? [[countKey, count] as const]
        : [],
    ),
  )
}
