/** Runs the tests that reach a mutant, the quickest first, until one fails. */
import type { Lane } from './lanes.ts'
import type { Mutant } from './mutants-of.ts'
import type { SourceFile } from './rooms.ts'
import type { TestFile } from './visits.ts'

export type Outcome = 'killed' | 'timed out' | 'survived' | 'not reached'

export interface Verdict {
  readonly outcome: Outcome
  /** The failed test and the reason, or `null`. */
  readonly by: string | null
}

export interface Candidate {
  readonly file: SourceFile
  readonly mutant: Mutant
}

/** The time of a run besides its tests, and the factor for a busy machine. */
const startMs = 30_000
const slowdown = 8
/** Endless loops end themselves within this time. After that, the process is ended. */
const graceMs = 20_000
/** The total time of the tests in the first run. Later runs take longer ones. */
const firstRunMs = 2000
const growth = 5

export function createJudge(testFiles: readonly TestFile[]): (candidate: Candidate, lane: Lane) => Promise<Verdict> {
  /** The number of killed mutants by test. Successful tests run early. */
  const kills = new Map<string, number>()

  return async ({ file, mutant }, lane) => {
    const reaching = testFiles.filter((test) => test.visits(file, mutant.number))
    if (reaching.length === 0) return { outcome: 'not reached', by: null }
    const cost = ({ path, durationMs }: TestFile) =>
      (durationMs + 100) / ((kills.get(path) ?? 0) + (isBeside(path, file) ? 8 : 1))
    for (const tests of batchesOf(reaching.toSorted((one, other) => cost(one) - cost(other)))) {
      const limitMs = startMs + slowdown * tests.reduce((sum, { durationMs }) => sum + durationMs, 0)
      const active = { path: file.path, number: mutant.number, deadline: Date.now() + limitMs }
      const runs = await lane.run({ tests: tests.map(({ path }) => path), mutant: active }, limitMs + graceMs)
      if (runs === null) return { outcome: 'timed out', by: null }
      const failed = runs.find(({ passed }) => !passed)
      if (failed === undefined) continue
      kills.set(failed.test, (kills.get(failed.test) ?? 0) + 1)
      return { outcome: 'killed', by: `${failed.test}: ${failed.failure}` }
    }
    return { outcome: 'survived', by: null }
  }
}

function isBeside(test: string, { path }: SourceFile): boolean {
  return test === path.replace(/\.ts$/, '.test.ts')
}

function batchesOf(tests: readonly TestFile[]): readonly (readonly TestFile[])[] {
  const batches: TestFile[][] = []
  let room = 0
  let size = firstRunMs
  for (const test of tests) {
    const batch = batches.at(-1)
    if (batch === undefined || test.durationMs > room) {
      batches.push([test])
      room = size - test.durationMs
      size *= growth
    } else {
      batch.push(test)
      room -= test.durationMs
    }
  }
  return batches
}
