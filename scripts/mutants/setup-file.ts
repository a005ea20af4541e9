/**
 * Runs before each test file of a mutation run: activates the mutant, or records which mutants the test file reaches.
 */
import { afterAll, inject } from 'vitest'

export interface ActiveMutant {
  readonly path: string
  readonly number: number
  /** The time when an endless loop is ended, in milliseconds since the epoch. */
  readonly deadline: number
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly activeMutant: ActiveMutant | null
  }
  interface TaskMeta {
    /** The numbers of the reached mutants by file. Not recorded while a mutant is active. */
    mutantVisits?: readonly (readonly [path: string, numbers: readonly number[]])[]
  }
}

/** Reading the clock costs more than a switch. */
const switchesBetweenClockReadings = 4096

const active = inject('activeMutant')
const visits = new Map<string, Set<number>>()
let count = 0

globalThis.surveyorMutants = {
  ofFile: (path) => {
    if (active === null) return noting(path)
    if (active.path !== path) return limited
    return (number) => limited() || number === active.number
  },
}

function noting(path: string): (number: number) => boolean {
  const visited = visits.get(path) ?? new Set()
  visits.set(path, visited)
  return (number) => {
    visited.add(number)
    return false
  }
}

function limited(): false {
  count += 1
  if (count % switchesBetweenClockReadings === 0 && active !== null && Date.now() > active.deadline)
    throw new Error('The mutant runs for too long')
  return false
}

if (active === null)
  // Vitest requires a pattern here.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(({}, { file }) => {
    file.meta.mutantVisits = [...visits].map(([path, numbers]) => [path, [...numbers]])
  })
