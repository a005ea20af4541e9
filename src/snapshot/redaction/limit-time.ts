/** Limits the time of own patterns, because some regular expressions take exponential time for some texts. */
import { createContext, Script } from 'node:vm'

/** Runs `task`, and ends it with an error that `isTimeout` recognizes when `timeoutMs` have passed. Also ends a single regular expression. */
export function limitTime<Result>(task: () => Result, timeoutMs: number): Result {
  // The limit of a script also applies to the functions that it calls.
  return new Script('task()').runInContext(createContext({ task }), { timeout: timeoutMs }) as Result
}

export function isTimeout(error: unknown): boolean {
  // The error may belong to the context of the script, whose classes are others.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
