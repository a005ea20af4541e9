/** Starts the longest test files first, so that no worker begins one while the others have nothing left. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files of the slow suite that take longest, in about this order. Those that wait are between those that compute, so
 * that neither occupy all workers.
 */
export const longestFiles = [
  'test/faults/frozen-worker.test.ts',
  'test/service/exposure.slow.test.ts',
  'test/pictures/goldens.test.ts',
  'test/service/faults.slow.test.ts',
  'test/pages/map.test.ts',
  'action/test/pipelines.slow.test.ts',
  'test/faults/rolling-restart.test.ts',
  'test/service/diagram-formats.slow.test.ts',
  'test/service/process.slow.test.ts',
  'src/drawing/drawing-pool.slow.test.ts',
  'test/faults/dropped-connections.test.ts',
  'test/fitness/first-pages.slow.test.ts',
  'test/pages/overview.test.ts',
  'src/diagram/renderers/mermaid.slow.test.ts',
  'action/test/action.slow.test.ts',
  'src/snapshot/redacted-archive.slow.test.ts',
  'test/pages/accessibility.test.ts',
  'test/pages/schedules.test.ts',
  'test/contract/agent-answers.slow.test.ts',
  'test/service/schedules.slow.test.ts',
  'src/store/embedded-postgres.slow.test.ts',
  'test/pages/changes.test.ts',
  'test/faults/database-outage.test.ts',
  'test/fitness/add-a-type.slow.test.ts',
  'test/pages/scan.test.ts',
  'test/pages/failed-scan.test.ts',
  'test/service/sharing.slow.test.ts',
  'test/session/hostile-provider.slow.test.ts',
  'test/pages/ways-in.test.ts',
  'src/scan/schedule/schedule-maintenance.slow.test.ts',
  'test/service/alerts.slow.test.ts',
  'test/service/failed-connection.slow.test.ts',
  'cli/test/packed.slow.test.ts',
] as const

/** Vitest sorts by the durations of the last run. A fresh clone has none, and would sort by the size of the files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const found = longestFiles.indexOf(relative(this.ctx.config.root, moduleId) as (typeof longestFiles)[number])
      return found === -1 ? longestFiles.length : found
    }
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}
