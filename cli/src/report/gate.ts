/** The conditions of `--fail-on`: their syntax, and what fails them. */
import { compareNames } from '../../../contract/alike-changes.ts'
import { spacedList } from '../../../contract/list-text.ts'
import type { ComparedExposure, Comparison, Exposure } from '../client/index.ts'
import { usageError } from '../exit-codes.ts'
import { coveragePercent, percentText } from './report.ts'
import type { ConditionResult, CoverageSummary, PlanReport } from './report.ts'

export type Condition =
  | { readonly kind: 'list'; readonly text: string; readonly name: FindingKind; readonly type: RegExp | null }
  | { readonly kind: 'coverage'; readonly text: string; readonly minimumPercent: number }

export type Finding = {
  readonly kind: FindingKind
  readonly type: string
  /** Identifies the finding within its kind and type, the same in every scan. */
  readonly resource: string
  readonly detail: string
  readonly text: string
}

/** What a scan and its comparison found out. */
export type Facts = {
  readonly coverage: CoverageSummary
  /** Null if there is no earlier scan. */
  readonly comparison: Comparison | null
  /** Open exposures. Empty unless a condition needs them. */
  readonly exposures: readonly Exposure[]
  /** Null unless the comparison is with a plan. */
  readonly plan: PlanReport | null
}

type Found = Omit<Finding, 'kind'>

/** Of the scan alone. */
const stateLists = {
  exposed: ({ exposures }: Facts) => exposures.map(ofExposure),
  unread: ({ coverage }: Facts) => coverage.gaps.map(ofGap),
} as const

/** Of the comparison. */
const changeLists = {
  'exposure-opened': ({ exposures }: Comparison) => exposures.opened.map(ofExposure),
  'exposure-changed': ({ exposures }: Comparison) => exposures.changed.map(ofExposure),
  'exposure-unknown': ({ exposures }: Comparison) => exposures.unknown.map(ofExposure),
  added: ({ added }: Comparison) => added.map(ofResource),
  removed: ({ removed }: Comparison) => removed.map(ofResource),
  replaced: (comparison: Comparison) => changesOf(comparison, 'replaced'),
  changed: (comparison: Comparison) => changesOf(comparison, 'changed'),
  unknown: ({ unknown }: Comparison) => unknown.map(ofResource),
} as const

/** Of a plan. */
const planLists = {
  'cut-off': ({ cutOff }: PlanReport) => cutOff.map(ofCutOff),
  breaks: ({ breaks }: PlanReport) =>
    breaks.flatMap(({ resource, dependents }) => dependents.filter(isWorse).map((each) => ofBreak(resource, each))),
  missing: ({ missing }: PlanReport) => missing.map(ofMissing),
  unmanaged: ({ unmanaged }: PlanReport) => (unmanaged ?? []).map(ofResource),
  unjudged: ({ unknown }: PlanReport) => unknown.map(ofUnknown),
} as const

export function planFindings(name: PlanKind, plan: PlanReport): readonly string[] {
  return planLists[name](plan).map(({ text }) => text)
}

type StateKind = keyof typeof stateLists
type ChangeKind = keyof typeof changeLists
type PlanKind = keyof typeof planLists
export type FindingKind = StateKind | ChangeKind | PlanKind

const kinds: readonly string[] = [changeLists, stateLists, planLists].flatMap((lists) => Object.keys(lists))

export const conditionsHelp = `
Conditions of --fail-on, separated by commas. TYPE is a CloudFormation type, with * for any characters:
  exposure-opened[:TYPE]   the internet or another account reaches something that it didn't before
  exposure-changed[:TYPE]  an exposure has another condition than before
  exposure-unknown[:TYPE]  an exposure couldn't be compared
  exposed[:TYPE]           the internet or another account reaches something
  added[:TYPE]             a resource was added
  removed[:TYPE]           a resource was removed, or replaced by another one
  replaced[:TYPE]          a resource was replaced by another one
  changed[:TYPE]           a resource was changed
  unknown[:TYPE]           a resource couldn't be compared
  unread[:TYPE]            a resource type couldn't be read
  coverage<95%             fewer of the available resource types could be read

Only for plans:
  cut-off                  a connection that works would be blocked
  breaks[:TYPE]            a resource would break or degrade without one that is deleted or replaced
  missing[:TYPE]           a managed resource isn't in the scan
  unmanaged[:TYPE]         a resource isn't managed by the plan, though others of its type are
  unjudged[:TYPE]          something about the plan couldn't be judged

Example: --fail-on 'exposure-opened,removed:AWS::RDS::*,coverage<95%'`

/** `isPlan`: whether the conditions are about a plan, which has more of them. */
export function parseConditions(text: string, { isPlan = false } = {}): readonly Condition[] {
  const texts = text.split(',').map((part) => part.trim())
  const conditions = texts.filter((part) => part !== '').map(parseCondition)
  const ofPlan = conditions.find((condition) => condition.kind === 'list' && isPlanKind(condition.name))
  if (ofPlan !== undefined && !isPlan) throw usageError(`"${ofPlan.text}" is a condition of "surveyor plan" only.`)
  return conditions
}

function parseCondition(text: string): Condition {
  const coverage = /^coverage\s*<\s*(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text)
  if (coverage !== null && Number(coverage[1]) <= 100) {
    return { kind: 'coverage', text, minimumPercent: Number(coverage[1]) }
  }
  const [, name = '', type] = /^([a-z-]+)(?::([\w:*]+))?$/.exec(text) ?? []
  if (isFindingKind(name)) return { kind: 'list', text, name, type: type === undefined ? null : pattern(type) }
  throw usageError(
    `"${text}" isn't a condition. Conditions: ${kinds.join(', ')}, each with :TYPE if you like, and coverage<95%.`,
  )
}

export function isFindingKind(name: string): name is FindingKind {
  return kinds.includes(name)
}

function isStateKind(name: FindingKind): name is StateKind {
  return Object.hasOwn(stateLists, name)
}

function isChangeKind(name: FindingKind): name is ChangeKind {
  return Object.hasOwn(changeLists, name)
}

function isPlanKind(name: FindingKind): name is PlanKind {
  return Object.hasOwn(planLists, name)
}

function pattern(type: string): RegExp {
  return new RegExp(`^${type.replaceAll('*', '.*')}$`, 'i')
}

export function needsComparison(conditions: readonly Condition[]): boolean {
  return conditions.some((condition) => condition.kind === 'list' && isChangeKind(condition.name))
}

export function needsExposures(conditions: readonly Condition[]): boolean {
  return conditions.some((condition) => condition.kind === 'list' && condition.name === 'exposed')
}

/** What meets a condition, or for coverage what lowers it. Null if that needs an earlier scan, and there is none. */
export function findingsOf(condition: Condition, facts: Facts): readonly Finding[] | null {
  const kind = kindOf(condition)
  const found = listOf(kind, facts)
  return found?.filter(({ type }) => concerns(condition, type)).map((one) => ({ kind, ...one })) ?? null
}

function listOf(kind: FindingKind, facts: Facts): readonly Found[] | null {
  if (isStateKind(kind)) return stateLists[kind](facts)
  if (isPlanKind(kind)) return facts.plan === null ? null : planLists[kind](facts.plan)
  return facts.comparison === null ? null : changeLists[kind](facts.comparison)
}

export function kindOf(condition: Condition): FindingKind {
  return condition.kind === 'coverage' ? 'unread' : condition.name
}

/** Whether a condition is about a type. */
export function concerns(condition: Condition, type: string): boolean {
  return condition.kind === 'coverage' || condition.type === null || condition.type.test(type)
}

/** Accepted findings fail nothing, and accepted types count as read. */
export function evaluate(
  condition: Condition,
  facts: Facts,
  isAccepted: (finding: Finding) => boolean = () => false,
): ConditionResult {
  const findings = findingsOf(condition, facts)
  if (findings === null) return { condition, state: 'skipped', findings: [], accepted: [] }
  const rest = findings.filter((finding) => !isAccepted(finding))
  const accepted = findings.filter((finding) => !rest.includes(finding)).map(({ text }) => text)
  if (condition.kind === 'coverage') {
    const { types, collected } = facts.coverage
    const counted = { types, collected: collected + accepted.length, gaps: [] }
    const isBelow = coveragePercent(counted) < condition.minimumPercent
    return {
      condition,
      state: isBelow ? 'failed' : 'passed',
      findings: [`coverage is ${percentText(counted)}`],
      accepted,
    }
  }
  const texts = rest.map(({ text }) => text).sort(compareNames)
  return { condition, state: rest.length > 0 ? 'failed' : 'passed', findings: texts, accepted }
}

function ofGap({ type, status, action }: CoverageSummary['gaps'][number]): Found {
  const text = `${type} couldn't be read (${status}${action === null ? '' : ` ${action}`})`
  return { type, resource: '', detail: '', text }
}

function ofResource({ type, id, name }: Comparison['added'][number]): Found {
  const text = name === null || name === id ? `${type} ${id}` : `${type} ${name} (${id})`
  return { type, resource: id, detail: '', text }
}

function ofMissing({ address, type, id }: PlanReport['missing'][number]): Found {
  return { type, resource: id, detail: address, text: `${address} (${id})` }
}

function ofCutOff({ from, summary }: PlanReport['cutOff'][number]): Found {
  return { type: from.slice(0, from.indexOf('/')), resource: from, detail: summary, text: summary }
}

type Broken = PlanReport['breaks'][number]

function isWorse({ effect }: Broken['dependents'][number]): boolean {
  return effect === 'breaks' || effect === 'degrades'
}

function ofBreak(cause: Broken['resource'], { resource, effect }: Broken['dependents'][number]): Found {
  const detail = `${effect} without ${cause.name ?? cause.id}`
  return { type: resource.type, resource: resource.id, detail, text: `${ofResource(resource).text} ${detail}` }
}

function ofUnknown({ address, resource, reason }: PlanReport['unknown'][number]): Found {
  const text = address === null ? reason : `${address}: ${reason}`
  return { type: resource?.type ?? '', resource: resource?.id ?? address ?? '', detail: reason, text }
}

/** Exposures have conditions of their own. */
function changesOf({ changes }: Comparison, kind: 'replaced' | 'changed'): readonly Found[] {
  return changes
    .filter((change) => change.kind === kind && change.area !== 'exposure')
    .map(({ resource: { type, id }, summary }) => ({ type, resource: id ?? '', detail: summary, text: summary }))
}

function ofExposure(exposure: Exposure | ComparedExposure): Found {
  const { type, name, id } = exposure.resource
  // Baseline files have the detail.
  const detail = exposureText(exposure)
  return { type, resource: id ?? '', detail, text: `${name ?? id ?? type}: ${spacedList(detail)}` }
}

/** For example `tcp 443 from internet by security group`. */
export function exposureText({
  protocol,
  ports,
  from,
  accounts,
  by,
}: Pick<ComparedExposure, 'protocol' | 'ports' | 'from' | 'accounts' | 'by'>) {
  const source =
    accounts.length === 0 ? from : `${accounts.length === 1 ? 'account' : 'accounts'} ${accounts.join(', ')}`
  return [protocol, ports, `from ${source}`, `by ${by}`].filter((part) => part !== null).join(' ')
}
