/** Starts the longest test files first, so that no worker begins one while the others have nothing left. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files of the slow suite that take longest on 2 idle cores, in this order. Many are short texts that wait or compute. */
export const longestFiles = [
  'test/fitness/add-a-type.slow.test.ts',
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
