/** The conditions of `--fail-on`: their syntax, and what fails them. */
import type { ComparedExposure, Comparison } from '../client/index.ts'
import { usageError } from '../exit-codes.ts'
import { coveragePercent, percentText } from './report.ts'
import type { ConditionResult, CoverageSummary } from './report.ts'

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

type ListName = keyof typeof lists | 'unread'

const listNames: readonly string[] = [...Object.keys(lists), 'unread']

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

Example: --fail-on 'exposure-opened,removed:AWS::RDS::*,coverage<95%'`

export function parseConditions(text: string): readonly Condition[] {
  const texts = text.split(',').map((part) => part.trim())
  return texts.filter((part) => part !== '').map(parseCondition)
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

/** `comparison` is null if there is no earlier scan. */
export function evaluate(
  condition: Condition,
  coverage: CoverageSummary,
  comparison: Comparison | null,
): ConditionResult {
  if (condition.kind === 'coverage') {
    const isBelow = coveragePercent(coverage) < condition.minimumPercent
    return { condition, state: isBelow ? 'failed' : 'passed', findings: [`coverage is ${percentText(coverage)}`] }
  }
  const { name, type } = condition
  if (name !== 'unread' && comparison === null) return { condition, state: 'skipped', findings: [] }
  const findings = name === 'unread' || comparison === null ? unread(coverage) : lists[name]({ comparison, coverage })
  const matching = findings.filter((finding) => type === null || type.test(finding.type))
  return { condition, state: matching.length > 0 ? 'failed' : 'passed', findings: matching.map(({ text }) => text) }
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
