/** The gate of `scan`, `compare`, and `plan`: the conditions of `--fail-on`, less what the baseline file accepts. */
import { usageError } from '../exit-codes.ts'
import {
  acceptFindings,
  baselineText,
  decidedGate,
  isAcceptedBy,
  readBaselineFile,
  unusedEntries,
} from '../report/baseline-file.ts'
import type { Place } from '../report/baseline-file.ts'
import { evaluate, parseConditions } from '../report/gate.ts'
import type { Condition, Facts } from '../report/gate.ts'
import type { ScanReport } from '../report/report.ts'
import { checkTarget, writeWholeFile } from '../terminal/write-file.ts'

export type GateOptions = {
  readonly failOn?: string
  readonly baselineFile?: string
  /** Writes what the gate finds into the baseline file. */
  readonly accept?: boolean
}

export type ScanGate = {
  readonly conditions: readonly Condition[]
  evaluate(place: Place, facts: Facts): Pick<ScanReport, 'gate' | 'baseline'>
  /** Writes the baseline file with `--accept`. */
  save(): Promise<void>
}

/** Throws a usage error before anything is scanned. `isPlan`: whether conditions of plans are allowed. */
export async function openGate(options: GateOptions, { isPlan = false } = {}): Promise<ScanGate> {
  const conditions = parseConditions(options.failOn ?? '', { isPlan })
  const { baselineFile: path, accept = false } = options
  if (path !== undefined && conditions.length === 0) throw usageError('--baseline-file needs --fail-on.')
  if (path === undefined && accept) throw usageError('--accept needs --baseline-file.')
  if (path !== undefined && accept) await checkTarget(path)
  let file = path === undefined ? null : await readBaselineFile(path, accept)
  return {
    conditions,
    evaluate(place, facts) {
      const decided = decidedGate(place, conditions, facts)
      if (file !== null && accept) file = acceptFindings(file, decided)
      const isAccepted = isAcceptedBy(file, place)
      return {
        gate: conditions.map((condition) => evaluate(condition, facts, isAccepted)),
        baseline: file === null ? null : { file: file.path, unused: unusedEntries(file, decided) },
      }
    },
    async save() {
      if (file !== null && accept) await writeWholeFile(file.path, baselineText(file))
    },
  }
}
