/** The counts of a scan, as its `progress` shows them. */
import type { TypeCoverage } from '../graph/resource-graph.ts'
import type { Progress } from '../store/scan-status.ts'

/** The keys that every scan shows from its start; others appear once something of theirs is found. */
const alwaysShown = ['networks', 'subnets', 'computeInstances', 'functions', 'storageBuckets']

/** What has been found so far, of a scan that still runs. */
export function progressSoFar(counts: ReadonlyMap<string, number>): Progress {
  return Object.fromEntries([...alwaysShown.map((key) => [key, 0] as const), ...counts])
}

/** Of a scan that ended: 0 means read and empty; what could not be read is absent. */
export function finalProgress(coverage: readonly TypeCoverage[]): Progress {
  return Object.fromEntries(
    coverage.flatMap(({ status, count, countKey, uncertain }) =>
      status === 'collected' && uncertain !== true && count !== null && (count > 0 || alwaysShown.includes(countKey))
        ? [[countKey, count] as const]
        : [],
    ),
  )
}
