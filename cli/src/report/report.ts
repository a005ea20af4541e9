/** What `scan`, `compare`, and `plan` found out, before it is written in one of the formats. */
import type { Comparison, Coverage, PlanAgainstScan, Scan } from '../client/index.ts'

/** A condition as written in `--fail-on`. */
type WrittenCondition = { readonly text: string }

export type ReportedAccount = { readonly id: string; readonly alias: string; readonly cloudAccountId: string }

export type CoverageSummary = {
  /** Resource types that are available in the region. */
  readonly types: number
  readonly collected: number
  /** The types that were denied or failed. */
  readonly gaps: readonly Coverage[]
}

export type ConditionResult = {
  readonly condition: WrittenCondition
  /** skipped: there is no earlier scan. */
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What failed it, or the measured value. */
  readonly findings: readonly string[]
  /** What the baseline file accepts. */
  readonly accepted: readonly string[]
}

export type BaselineUse = {
  /** The path as written. */
  readonly file: string
  /** Entries of this scan that match nothing any more, or that are unknown. */
  readonly unused: readonly string[]
}

export type ScanReport = {
  readonly account: ReportedAccount
  readonly scan: Scan
  /** Null unless the scan is completed. */
  readonly coverage: CoverageSummary | null
  readonly comparison: Comparison | null
  /** Why there is no comparison, though one was requested. */
  readonly note: string | null
  /** Empty without conditions. */
  readonly gate: readonly ConditionResult[]
  /** Null without a baseline file. */
  readonly baseline: BaselineUse | null
  /** The written diagrams. */
  readonly files: readonly string[]
  /** Only of `plan`, which compares the scan with what the plan would make of it. */
  readonly plan?: PlanReport
}

export type PlanReport = Omit<PlanAgainstScan, 'comparison'>

export type Report = {
  readonly scans: readonly ScanReport[]
  /** Regions of `--region all` that AWS doesn't have, or the account hasn't enabled. */
  readonly notAvailable: readonly string[]
}

export function summarizeCoverage(coverage: readonly Coverage[]): CoverageSummary {
  const available = coverage.filter(({ status }) => status !== 'unavailable')
  return {
    types: available.length,
    collected: available.filter(({ status }) => status === 'collected').length,
    gaps: available.filter(({ status }) => status !== 'collected'),
  }
}

export function coveragePercent({ types, collected }: CoverageSummary): number {
  return types === 0 ? 0 : (collected / types) * 100
}

/** Rounded down, so that 94.96 % isn't shown as 95 %. */
export function percentText(coverage: CoverageSummary): string {
  return `${Math.floor(coveragePercent(coverage) * 10) / 10} %`
}

export function failedConditions(report: Report): readonly ConditionResult[] {
  return report.scans.flatMap(({ gate }) => gate.filter(({ state }) => state === 'failed'))
}

export function isGateFailed(report: Report): boolean {
  return failedConditions(report).length > 0
}

export function resourceCount({ progress }: Scan): number {
  return Object.values(progress ?? {}).reduce((sum, count) => sum + count, 0)
}

export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : several}`
}

/** `2026-11-15 12:00 UTC` */
export function timeText(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`
}

export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = text.slice(0, length - 1)
  // Half of a surrogate pair isn't a character.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}
