/** Writes a running scan's counts and coverage to the store: often enough to watch, rarely enough to be cheap. */
import type { TypeCoverage } from '../graph/resource-graph.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store } from '../store/store.ts'
import { progressSoFar } from './progress.ts'

const writeEveryMs = 200

export type ProgressRecorder = {
  readonly count: (countKey: string, countSoFar: number) => void
  readonly coverage: (coverage: TypeCoverage) => void
  /** Resolves after the write in progress. */
  close(): Promise<void>
}

export function openProgressRecorder(
  store: Store,
  scan: ScanRecord,
  on: { readonly onLost: () => void; readonly onError: (error: unknown) => void },
): ProgressRecorder {
  const counts = new Map<string, number>()
  let ended: TypeCoverage[] = []
  let changed = true
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    if (!changed) return
    changed = false
    const coverage = ended
    ended = []
    const current = await store.tenant(scan.organizationId, async (tenant) => {
      const current = await tenant.scans.recordProgress(scan.id, scan.attempt, progressSoFar(counts))
      if (current) await tenant.graphs.saveCoverage(scan.id, coverage)
      return current
    })
    if (!current) on.onLost()
  }

  const writeNext = () => {
    writing = writing.then(write).catch(on.onError)
  }
  writeNext()
  const timer = setInterval(writeNext, writeEveryMs)

  return {
    count(countKey, countSoFar) {
      counts.set(countKey, countSoFar)
      changed = true
    },
    coverage(coverage) {
      ended.push(coverage)
      // Types that couldn't be read in full have no count.
      if (coverage.status !== 'collected') counts.delete(coverage.countKey)
      changed = true
    },
    async close() {
      clearInterval(timer)
      await writing
    },
  }
}
