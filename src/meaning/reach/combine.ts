/** Combines the results of several paths. */
import type { ReachAnswer } from './answer.ts'

/**
 * `several`: one working path is enough. `one of`: only one of them exists, but it is unknown which, so they must
 * agree. Without a path, the result is unknown.
 */
export function combine(answers: readonly ReachAnswer[], means: 'several' | 'one of'): ReachAnswer {
  const [first] = answers
  if (first === undefined) return { verdict: 'unknown', path: [], returnPath: [], blockedBy: [], unknownBecause: [] }
  const reachable = answers.find(({ verdict }) => verdict === 'reachable')
  const agree = answers.every(({ verdict }) => verdict === first.verdict)
  if (reachable !== undefined && (means === 'several' || agree)) return reachable
  if (first.verdict === 'blocked' && agree)
    return answers.reduce((best, each) => (each.path.length > best.path.length ? each : best))
  const gaps = answers.flatMap(({ unknownBecause }) => unknownBecause)
  const distinct = new Map(gaps.map((gap) => [JSON.stringify(gap), gap]))
  const shown = answers.find(({ verdict }) => verdict === 'unknown') ?? first
  return { ...shown, verdict: 'unknown', unknownBecause: [...distinct.values()] }
}
