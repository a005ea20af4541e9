/** The parts of a plan's report as lines: what it opens, cuts off, and breaks, and what is unknown. */
import { groupAlike, namesOf } from '../../../contract/alike-changes.ts'
import type { Change } from '../client/index.ts'
import { plainText } from '../terminal/terminal.ts'
import type { Style } from '../terminal/terminal.ts'
import { plural } from './report.ts'
import type { PlanReport, ScanReport } from './report.ts'

export type PlanLine = { readonly name: string; readonly text: string; readonly style: Style | null }

/** More of the same kind are only counted. */
const listed = 20

/** With a plan, exposures have lines of their own. */
export function withoutExposures({ comparison, plan }: ScanReport): readonly Change[] {
  const changes = comparison?.changes ?? []
  return plan === undefined ? changes : changes.filter(({ area }) => area !== 'exposure')
}

/** What only one of the scans could read. Null if that is nothing. */
export function unknownText({ comparison, plan }: ScanReport): string | null {
  const [resources, exposures] = [comparison?.unknown.length ?? 0, comparison?.exposures.unknown.length ?? 0]
  const parts = [
    ...(resources === 0 ? [] : [plural(resources, 'resource')]),
    ...(exposures === 0 || plan !== undefined ? [] : [plural(exposures, 'exposure')]),
  ]
  return parts.length === 0 ? null : `${parts.join(' and ')} couldn't be compared`
}

export function planLines({ plan }: ScanReport): readonly PlanLine[] {
  if (plan === undefined) return []
  return [
    { name: 'Plan', text: `${plan.format}: ${actionsText(plan)}`, style: null },
    ...section('Exposure', exposureTexts(plan)),
    ...section('Cut off', plan.cutOff.map(cutOffText)),
    ...section('Breaks', breakTexts(plan)),
    ...section(
      'Missing',
      plan.missing.map(({ address, id }) => ({ text: `${address} (${id}) isn't in the scan`, style: 'yellow' })),
    ),
    ...section('Unmanaged', unmanagedTexts(plan)),
    ...section(
      'Unknown',
      plan.unknown.map(({ address, reason }) => ({
        text: address === null ? reason : `${address}: ${reason}`,
        style: 'yellow',
      })),
    ),
  ]
}

type Line = Omit<PlanLine, 'name'>

function section(name: string, lines: readonly Line[]): readonly PlanLine[] {
  const hidden = lines.length - listed
  const shown = lines.slice(0, listed).map(({ text, style }) => ({ text: plainText(text), style }))
  const rest = hidden > 0 ? [{ text: `and ${hidden} more`, style: null }] : []
  return [...shown, ...rest].map((line, at) => ({ ...line, name: at === 0 ? name : '' }))
}

const participles = { create: 'to create', update: 'to update', replace: 'to replace', delete: 'to delete' } as const

function actionsText({ touched }: PlanReport): string {
  const counts = Object.entries(participles).flatMap(([action, words]) => {
    const count = touched.filter((each) => each.action === action).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return counts.length === 0 ? 'no changes' : counts.join(', ')
}

const exposureStyles = { opened: 'red', changed: 'yellow', unknown: 'yellow', closed: 'green' } as const

function exposureTexts({ exposures }: PlanReport): readonly Line[] {
  return groupAlike(exposures, wordsWithoutName).map((group) => {
    const [{ kind, causedBy, reasons, after }] = group
    const condition = after.condition === null || kind === 'closed' ? '' : ` (${after.condition})`
    const reason = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`
    const causes = causedBy.join(', ')
    // The reasons name the resources.
    const because = causes === '' || reasons.length > 0 ? '' : `, because of ${causes}`
    return { text: `${groupSummary(group)}${condition}${because}${reason}`, style: exposureStyles[kind] }
  })
}

type PlannedExposure = PlanReport['exposures'][number]

/** The sentence of the service names the resource once. */
function withName({ summary, resource: { id, name } }: PlannedExposure, text: string): string | null {
  const own = ` ${name ?? id ?? ''} to `
  const parts = summary.split(own)
  return id === null || parts.length !== 2 ? null : parts.join(` ${text} to `)
}

/** Equal for exposures that differ in their resource alone. */
function wordsWithoutName(exposure: PlannedExposure): string | null {
  const { kind, resource, causedBy, reasons, after } = exposure
  const words = withName(exposure, '')
  return words === null ? null : JSON.stringify([kind, resource.type, words, causedBy, reasons, after])
}

const namedResources = 20

/** For example "Closes tcp 8080 of web-1, web-2, web-3 to the internet by load balancer". */
function groupSummary(group: readonly [PlannedExposure, ...PlannedExposure[]]): string {
  const [first] = group
  if (group.length === 1) return first.summary
  const names = namesOf(group.flatMap(({ resource: { id, name } }) => (id === null ? [] : [{ id, name }])))
  const hidden = names.length - namedResources
  const more = hidden > 0 ? ` and ${hidden} more` : ''
  return withName(first, `${names.slice(0, namedResources).join(', ')}${more}`) ?? first.summary
}

function cutOffText({ summary, causedBy, blockedBy }: PlanReport['cutOff'][number]): Line {
  const [first] = blockedBy
  const because = causedBy.length > 0 ? `, because of ${causedBy.join(', ')}` : ''
  const reason = first === undefined ? '' : `: ${first.reason}`
  return { text: `${summary}${because}${reason}`, style: 'red' }
}

const namedDependents = 3

/** One line for each effect: "Deleting aws_nat_gateway.a breaks private-a". */
function breakTexts({ breaks }: PlanReport): readonly Line[] {
  return breaks.flatMap(({ address, action, dependents }) =>
    effects.flatMap((effect): readonly Line[] => {
      const names = dependents
        .filter((each) => each.effect === effect)
        .map(({ resource }) => resource.name ?? resource.id)
      if (names.length === 0) return []
      const more = names.length > namedDependents ? ` and ${names.length - namedDependents} more` : ''
      const verb = action === 'delete' ? 'Deleting' : 'Replacing'
      const text = `${verb} ${address} ${effectTexts[effect]} ${names.slice(0, namedDependents).join(', ')}${more}`
      return [{ text, style: effect === 'breaks' ? 'red' : 'yellow' }]
    }),
  )
}

const effects = ['breaks', 'degrades', 'orphaned', 'unknown'] as const

const effectTexts = {
  breaks: 'breaks',
  degrades: 'degrades',
  orphaned: 'leaves without a purpose',
  unknown: 'may affect',
} as const

function unmanagedTexts({ unmanaged }: PlanReport): readonly Line[] {
  if (unmanaged === null || unmanaged.length === 0) return []
  const byType = new Map<string, number>()
  for (const { type } of unmanaged) byType.set(type, (byType.get(type) ?? 0) + 1)
  const types = [...byType].map(([type, count]) => `${count} ${type}`).join(', ')
  return [{ text: `${plural(unmanaged.length, 'resource')} of managed types: ${types}`, style: null }]
}
