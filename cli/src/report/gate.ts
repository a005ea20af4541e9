/** The conditions of `--fail-on`: their syntax, and what fails them. */
import type { ComparedExposure, Comparison } from '../client/index.ts'
import { usageError } from '../exit-codes.ts'
import { coveragePercent, percentText } from './report.ts'
import type { ConditionResult, CoverageSummary, PlanReport } from './report.ts'

export type Condition =
  | { readonly kind: 'list'; readonly text: string; readonly name: ListName; readonly type: RegExp | null }
  | { readonly kind: 'coverage'; readonly text: string; readonly minimumPercent: number }

type Finding = { readonly type: string; readonly text: string }
type Compared = { readonly comparison: Comparison; readonly coverage: CoverageSummary }

/** What each condition looks for. `unread` needs no earlier scan. */
const lists = {
  'exposure-opened': ({ comparison }: Compared) => comparison.exposures.opened.map(ofExposure),
  'exposure-changed': ({ comparison }: Compared) => comparison.exposures.changed.map(ofExposure),
  'exposure-unknown': ({ comparison }: Compared) => comparison.exposures.unknown.map(ofExposure),
  added: ({ comparison }: Compared) => comparison.added.map(ofResource),
  removed: ({ comparison }: Compared) => comparison.removed.map(ofResource),
  replaced: ({ comparison }: Compared) => changesOf(comparison, 'replaced'),
  changed: ({ comparison }: Compared) => changesOf(comparison, 'changed'),
  unknown: ({ comparison }: Compared) => comparison.unknown.map(ofResource),
} as const

/** What only plans have. */
const planLists = {
  'cut-off': ({ cutOff }: PlanReport) => cutOff.map(ofCutOff),
  breaks: ({ breaks }: PlanReport) =>
    breaks.flatMap(({ resource, dependents }) => dependents.filter(isWorse).map((each) => ofBreak(resource, each))),
  missing: ({ missing }: PlanReport) => missing.map(({ address, type, id }) => ({ type, text: `${address} (${id})` })),
  unmanaged: ({ unmanaged }: PlanReport) => (unmanaged ?? []).map(ofResource),
  unjudged: ({ unknown }: PlanReport) => unknown.map(ofUnknown),
} as const

export function planFindings(name: PlanListName, plan: PlanReport): readonly string[] {
  return planLists[name](plan).map(({ text }) => text)
}

type PlanListName = keyof typeof planLists
type ListName = keyof typeof lists | PlanListName | 'unread'

const listNames: readonly string[] = [...Object.keys(lists), 'unread', ...Object.keys(planLists)]

export const conditionsHelp = `
Conditions of --fail-on, separated by commas. TYPE is a CloudFormation type, with * for any characters:
  exposure-opened[:TYPE]   the internet or another account reaches something that it didn't before
  exposure-changed[:TYPE]  an exposure has another condition than before
  exposure-unknown[:TYPE]  an exposure couldn't be compared
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
  const ofPlan = conditions.find((condition) => condition.kind === 'list' && isPlanList(condition.name))
  if (ofPlan !== undefined && !isPlan) throw usageError(`"${ofPlan.text}" is a condition of "surveyor plan" only.`)
  return conditions
}

function parseCondition(text: string): Condition {
  const coverage = /^coverage\s*<\s*(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text)
  if (coverage !== null && Number(coverage[1]) <= 100) {
    return { kind: 'coverage', text, minimumPercent: Number(coverage[1]) }
  }
  const [, name = '', type] = /^([a-z-]+)(?::([\w:*]+))?$/.exec(text) ?? []
  if (isListName(name)) return { kind: 'list', text, name, type: type === undefined ? null : pattern(type) }
  throw usageError(
    `"${text}" isn't a condition. Conditions: ${listNames.join(', ')}, each with :TYPE if you like, and coverage<95%.`,
  )
}

function isListName(name: string): name is ListName {
  return listNames.includes(name)
}

function pattern(type: string): RegExp {
  return new RegExp(`^${type.replaceAll('*', '.*')}$`, 'i')
}

export function needsComparison(conditions: readonly Condition[]): boolean {
  return conditions.some((condition) => condition.kind === 'list' && condition.name !== 'unread')
}

/** `comparison` is null if there is no earlier scan, and `plan` unless it is about one. */
export function evaluate(
  condition: Condition,
  coverage: CoverageSummary,
  comparison: Comparison | null,
  plan: PlanReport | null = null,
): ConditionResult {
  if (condition.kind === 'coverage') {
    const isBelow = coveragePercent(coverage) < condition.minimumPercent
    return { condition, state: isBelow ? 'failed' : 'passed', findings: [`coverage is ${percentText(coverage)}`] }
  }
  const { name, type } = condition
  const findings = findingsOf(name, coverage, comparison, plan)
  if (findings === null) return { condition, state: 'skipped', findings: [] }
  const matching = findings.filter((finding) => type === null || type.test(finding.type))
  return { condition, state: matching.length > 0 ? 'failed' : 'passed', findings: matching.map(({ text }) => text) }
}

/** Null: there is nothing to compare. */
function findingsOf(
  name: ListName,
  coverage: CoverageSummary,
  comparison: Comparison | null,
  plan: PlanReport | null,
): readonly Finding[] | null {
  if (name === 'unread') return unread(coverage)
  if (isPlanList(name)) return plan === null ? null : planLists[name](plan)
  return comparison === null ? null : lists[name]({ comparison, coverage })
}

function isPlanList(name: ListName): name is PlanListName {
  return Object.hasOwn(planLists, name)
}

function unread({ gaps }: CoverageSummary): readonly Finding[] {
  return gaps.map(({ type, status, action }) => ({
    type,
    text: `${type} couldn't be read (${status}${action === null ? '' : ` ${action}`})`,
  }))
}

function ofResource({ type, id, name }: Comparison['added'][number]): Finding {
  return { type, text: name === null || name === id ? `${type} ${id}` : `${type} ${name} (${id})` }
}

function ofCutOff({ from, summary }: PlanReport['cutOff'][number]): Finding {
  return { type: from.slice(0, from.indexOf('/')), text: summary }
}

type Broken = PlanReport['breaks'][number]

function isWorse({ effect }: Broken['dependents'][number]): boolean {
  return effect === 'breaks' || effect === 'degrades'
}

function ofBreak(cause: Broken['resource'], { resource, effect }: Broken['dependents'][number]): Finding {
  return { type: resource.type, text: `${ofResource(resource).text} ${effect} without ${cause.name ?? cause.id}` }
}

function ofUnknown({ address, resource, reason }: PlanReport['unknown'][number]): Finding {
  return { type: resource?.type ?? '', text: address === null ? reason : `${address}: ${reason}` }
}

function changesOf({ changes }: Comparison, kind: 'replaced' | 'changed'): readonly Finding[] {
  return changes
    .filter((change) => change.kind === kind)
    .map(({ resource, summary }) => ({ type: resource.type, text: summary }))
}

function ofExposure(exposure: ComparedExposure): Finding {
  const { type, name, id } = exposure.resource
  return { type, text: `${name ?? id ?? type}: ${exposureText(exposure)}` }
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
