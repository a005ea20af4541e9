/** Describes the changes between two scans in words, the most important first. */
import { spacedList } from '../../../contract/list-text.ts'
import { type ChangedValue, type GraphComparison, ownValue } from '../../graph/compare.ts'
import { compareText } from '../../graph/compare-text.ts'
import type { Json, Relation, Resource, ResourceGraph, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { naturalSortKey } from '../../graph/graph-index.ts'
import { visibleText } from '../../graph/visible-text.ts'
import { resourceType } from '../../resource-types/look-ups.ts'
import type { ComparedExposure, ExposureComparison, ExposureState } from '../exposure/compare-exposures.ts'
import { allowsEveryone } from './allows-everyone.ts'
import { type Area, areaOfProperty, areaOfType, areas, isNoise, rankOf } from './areas.ts'
import { hashLabel, isHashLabel, propertyWords } from './property-words.ts'
import { findReplacements } from './replacements.ts'
import { type ValueChange, valueChanges } from './value-changes.ts'

export type ChangeDetail = ValueChange & { readonly area: Area }

export type Change = {
  /** 1 for the most important area. */
  readonly rank: number
  readonly area: Area
  /** `opened` and `closed`: an exposure of the resource. `read` and `unread`: a type that only this or only the base scan read. */
  readonly kind: 'opened' | 'closed' | 'added' | 'removed' | 'replaced' | 'changed' | 'read' | 'unread'
  /** `id`: `null` for a whole type, only of `read` and `unread`. */
  readonly resource: Pick<Resource, 'type' | 'arn' | 'name'> & { readonly id: string | null }
  /** The removed resource that it replaced. Only if `replaced`. */
  readonly replaces: Pick<Resource, 'type' | 'id' | 'arn' | 'name'> | null
  /** One sentence, for example "bastion-ssh: ingress + tcp 3389 from 0.0.0.0/0". */
  readonly summary: string
  /** Most important first. Empty for added and removed resources, exposures, and types. */
  readonly details: readonly ChangeDetail[]
}

export type Changes = {
  /** Sorted by rank. What allows everyone something comes first in its area, and the rest is in the order of kinds, types, and names. */
  readonly changes: readonly Change[]
  /** The number of resources with only unimportant differences, for example a certificate that is now in use. */
  readonly unimportant: number
}

/** With what decides about its place among those of the same area. */
type RankedDetail = ChangeDetail & { readonly isForEveryone?: boolean }
type RankedChange = Omit<Change, 'details'> & { readonly details: readonly RankedDetail[] }

type Compared = Pick<ResourceGraph, 'resources'>

/** `base` and `scan` have at least the resources of the comparison. */
export function describeChanges(
  comparison: GraphComparison,
  base: Compared,
  scan: Compared,
  exposures: ExposureComparison | null = null,
): Changes {
  const before = new Map(base.resources.map((resource) => [keyOf(resource), resource]))
  const after = new Map(scan.resources.map((resource) => [keyOf(resource), resource]))
  const removed = comparison.removed.flatMap((reference) => before.get(keyOf(reference)) ?? [])
  const added = comparison.added.flatMap((reference) => after.get(keyOf(reference)) ?? [])
  const replacements = findReplacements(removed, added)
  const replaced = new Map(replacements.map((pair) => [keyOf(pair.before), keyOf(pair.after)]))
  const replacing = new Set(replaced.values())

  const values = new Map(
    comparison.changed.map((resource) => [
      keyOf(resource),
      resource.changes
        .filter((change) => !isNameAgain(change, resource.changes))
        .flatMap(({ path: [field = '', key = ''], before: old, after: now }) => detailsOf(field, key, old, now)),
    ]),
  )
  const relations = relationDetails(comparison, { before, after, replaced })
  const changed = [...new Set([...values.keys(), ...relations.keys()])].flatMap((key) => after.get(key) ?? [])
  const described = changed.map((resource) =>
    changedResource(resource, [...(values.get(keyOf(resource)) ?? []), ...(relations.get(keyOf(resource)) ?? [])]),
  )
  return {
    changes: [
      ...(exposures === null ? [] : exposureChanges(exposures)),
      ...removed
        .filter((resource) => !replaced.has(keyOf(resource)))
        .map((resource) => addedOrRemoved('removed', resource)),
      ...added
        .filter((resource) => !replacing.has(keyOf(resource)))
        .map((resource) => addedOrRemoved('added', resource)),
      ...replacements.map(replacement),
      ...described.filter((change) => change !== null),
      ...comparison.coverageChanged.flatMap(coverageChange),
    ]
      .sort(byRank)
      .map(readable),
    unimportant: described.filter((change) => change === null).length,
  }
}

// A JSON array, so that different types and IDs never have the same key.
const keyOf = ({ type, id }: ResourceReference) => JSON.stringify([type, id])

const summaryOf = ({ type, id, arn, name }: Resource) => ({ type, id, arn, name })

/** A `Name` tag can be empty. */
const nameOf = ({ id, name }: Pick<Resource, 'id' | 'name'>) => (name === null || name.trim() === '' ? id : name)

/** For example `EC2 instance`. */
export function typeName(type: string): string {
  return resourceType(type)?.names[0] ?? type
}

/** A type that a scan didn't request isn't a change. Scans of earlier versions read fewer types. */
function coverageChange({ type, before, after }: GraphComparison['coverageChanged'][number]): readonly Change[] {
  if (before === null || after === null || (before !== 'collected' && after !== 'collected')) return []
  const isRead = after === 'collected'
  const plural = resourceType(type)?.names[1] ?? type
  return [
    {
      rank: rankOf('coverage'),
      area: 'coverage',
      kind: isRead ? 'read' : 'unread',
      resource: { type, id: null, arn: null, name: null },
      replaces: null,
      summary: isRead ? `${plural} were read (${before} before)` : `${plural} were no longer read (${after})`,
      details: [],
    },
  ]
}

function addedOrRemoved(kind: 'added' | 'removed', resource: Resource): Change {
  const area = areaOfType(resource.type)
  return {
    rank: rankOf(area),
    area,
    kind,
    resource: summaryOf(resource),
    replaces: null,
    summary: `${typeName(resource.type)} ${nameOf(resource)} was ${kind}`,
    details: [],
  }
}

function replacement({ before, after }: { readonly before: Resource; readonly after: Resource }): RankedChange {
  const area = areaOfType(after.type)
  const fields = (['properties', 'tags'] as const).flatMap((field) =>
    [...new Set([...Object.keys(before[field]), ...Object.keys(after[field])])]
      .filter((key) => !isOwnToEach(field, key, before, after))
      .flatMap((key) => detailsOf(field, key, ownValue(before[field], key), ownValue(after[field], key))),
  )
  return {
    rank: rankOf(area),
    area,
    kind: 'replaced',
    resource: summaryOf(after),
    replaces: summaryOf(before),
    summary:
      nameOf(after) === after.id
        ? `${typeName(after.type)} ${before.id} was replaced by ${after.id}`
        : `${typeName(after.type)} ${nameOf(after)} was replaced: ${before.id} by ${after.id}`,
    details: fields.sort(byArea),
  }
}

/** The `Name` tag of a resource that has this name. */
function isNameAgain({ path, before, after }: ChangedValue, changes: readonly ChangedValue[]): boolean {
  const isSame = (other: ChangedValue) => other.path[0] === 'name' && other.before === before && other.after === after
  return path[0] === 'tags' && path[1] === 'Name' && changes.some(isSame)
}

/** Values that are unique for each resource, such as addresses and times, aren't part of a replacement's changes. */
function isOwnToEach(field: 'properties' | 'tags', key: string, before: Resource, after: Resource): boolean {
  if (JSON.stringify(ownValue(before[field], key)) === JSON.stringify(ownValue(after[field], key))) return true
  return field === 'properties' && /(?:Address(?:es)?|Date|Ip|Time|createdAt|created|dnsName|endpoint)$/i.test(key)
}

function detailsOf(field: string, key: string, before: Json, after: Json): readonly RankedDetail[] {
  if (field === 'properties' && isNoise(key, before, after)) return []
  const hash = field === 'properties' ? hashLabel(key) : null
  if (hash !== null) return hashChange(hash, areaOfProperty(key), before, after)
  const area = field === 'tags' ? 'tags' : field === 'properties' ? areaOfProperty(key) : 'settings'
  const isForEveryone = allowsEveryone(key, before, after)
  return valueChanges(labelOf(field, key), before, after).map((change) => ({ ...change, area, isForEveryone }))
}

/** A hash shows that something changed, but not what. Scans of earlier versions have none. */
function hashChange(label: string, area: Area, before: Json, after: Json): readonly ChangeDetail[] {
  if (typeof before !== 'string' || typeof after !== 'string') return []
  return [{ label, removed: [before], added: [after], area }]
}

function labelOf(field: string, key: string): string {
  if (field === 'tags') return `Tag ${key}`
  return propertyWords(field === 'properties' ? key : field)
}

/** Exposures of single resources. Those of whole types can't be compared. */
function exposureChanges({ opened, closed, changed }: ExposureComparison): readonly Change[] {
  const lists = [
    ['opened', opened],
    ['closed', closed],
    ['changed', changed],
  ] as const
  return lists.flatMap(([kind, list]) => list.flatMap((compared) => exposureChange(kind, compared)))
}

function exposureChange(kind: 'opened' | 'closed' | 'changed', compared: ComparedExposure): readonly Change[] {
  const { resource, from, accounts = [], by, protocol, ports, before, after } = compared
  const { id } = resource
  if (id === null) return []
  const traffic = [protocol === 'all' ? 'all traffic' : protocol, ports].filter((part) => part !== null).join(' ')
  const outside =
    from === 'internet' ? 'the internet' : accounts.length === 0 ? spacedList(from) : accountsText(accounts)
  const verdicts = `${verdictText(before)} → ${verdictText(after)}`
  return [
    {
      rank: rankOf('exposure'),
      area: 'exposure',
      kind,
      resource: { ...resource, id },
      replaces: null,
      summary: `${nameOf({ id, name: resource.name })}: exposure ${kind}: ${traffic === '' ? '' : `${spacedList(traffic)} `}from ${outside} by ${by}, ${verdicts}`,
      details: [],
    },
  ]
}

/** More are only counted. */
const accountsInSummary = 3

function accountsText(accounts: readonly string[]): string {
  const hidden = accounts.length - accountsInSummary
  const shown = accounts.slice(0, accountsInSummary).join(', ')
  return `${accounts.length === 1 ? 'account' : 'accounts'} ${shown}${moreText(hidden)}`
}

function verdictText({ verdict, condition }: ExposureState): string {
  return condition === null ? verdict : `${verdict} (${condition})`
}

/** Changes of these relations are already shown by properties of the source. */
const shownByProperties: ReadonlySet<Verb> = new Set(['allows traffic from', 'allows traffic to', 'routes to'])

type Known = {
  readonly before: ReadonlyMap<string, Resource>
  readonly after: ReadonlyMap<string, Resource>
  readonly replaced: ReadonlyMap<string, string>
}

function endOf({ source, verb, target }: Relation, key = keyOf(target)): string {
  return JSON.stringify([keyOf(source), verb, key])
}

/** Of resources in both scans, by their keys. A target and its replacement are the same. */
function relationDetails(
  { relationsAdded, relationsRemoved }: GraphComparison,
  { before, after, replaced }: Known,
): ReadonlyMap<string, readonly ChangeDetail[]> {
  // Others may still point to what was removed.
  const isInBoth = (key: string) => [before, after].every((side) => side.get(key)?.presence === 'read')
  const counts = ({ verb, source }: Relation) => !shownByProperties.has(verb) && isInBoth(keyOf(source))
  const added = relationsAdded.filter(counts)
  const removed = relationsRemoved.filter(counts)
  const addedEnds = new Set(added.map((relation) => endOf(relation)))
  const isKept = (relation: Relation) => {
    const successor = replaced.get(keyOf(relation.target))
    return successor !== undefined && addedEnds.has(endOf(relation, successor))
  }
  const kept = new Set(removed.filter(isKept).map((relation) => endOf(relation, replaced.get(keyOf(relation.target)))))
  const all = [
    ...removed.filter((relation) => !isKept(relation)).map((relation) => ({ relation, isAdded: false })),
    ...added.filter((relation) => !kept.has(endOf(relation))).map((relation) => ({ relation, isAdded: true })),
  ]
  const bySource = Map.groupBy(all, ({ relation }) => keyOf(relation.source))
  return new Map(
    [...bySource].map(([key, members]) => [
      key,
      [...Map.groupBy(members, ({ relation: { verb, basis } }) => `${basis ?? ''} ${verb}`).values()].map((same) => {
        const text = (isAdded: boolean) =>
          same
            .filter((each) => each.isAdded === isAdded)
            .map(({ relation: { target } }) =>
              nameOf((isAdded ? after : before).get(keyOf(target)) ?? { ...target, name: null }),
            )
        const [{ relation } = same[0] as (typeof same)[number]] = same
        return {
          label: relation.basis === 'permitted' ? `Permitted: ${relation.verb}` : propertyWords(relation.verb),
          removed: text(false),
          added: text(true),
          area: relation.basis === 'permitted' ? ('access' as const) : areaOfVerb(relation.verb),
        }
      }),
    ]),
  )
}

function areaOfVerb(verb: Verb): Area {
  return verb === 'contained in' || verb === 'attached to' || verb === 'associated with' ? 'network' : 'workload'
}

/** `null` if no difference is worth a line. */
function changedResource(resource: Resource, details: readonly RankedDetail[]): RankedChange | null {
  const [first, ...others] = details.toSorted(byArea)
  if (first === undefined) return null
  return {
    rank: rankOf(first.area),
    area: first.area,
    kind: 'changed',
    resource: summaryOf(resource),
    replaces: null,
    summary: `${nameOf(resource)}: ${detailText(first)}${othersText(others.length)}`,
    details: [first, ...others],
  }
}

/** On one line, without characters that change the text direction. */
function readable({ summary, details, ...change }: RankedChange): Change {
  return {
    ...change,
    summary: visibleText(summary).replaceAll(/[\s\p{Cc}]+/gu, ' '),
    details: details.map(({ area, label, removed, added }) => ({
      area,
      label: visibleText(label),
      removed: removed.map(visibleText),
      added: added.map(visibleText),
    })),
  }
}

/** With more items, the rest is only counted. */
const itemsInSummary = 2

/** Longer values are cut in the middle: they often differ at the end. */
const lettersInSummary = 120

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function shortened(text: string): string {
  if (text.length <= lettersInSummary) return text
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  if (letters.length <= lettersInSummary) return text
  const half = lettersInSummary / 2
  return `${letters.slice(0, half).join('')}…${letters.slice(1 - half).join('')}`
}

function detailText({ label, removed, added }: ChangeDetail): string {
  const [before] = removed
  const [after] = added
  if (isHashLabel(label)) return label
  const isOneValue = removed.length === 1 && added.length === 1
  if (isOneValue && before !== undefined && after !== undefined)
    return `${label} ${shortened(before)} → ${shortened(after)}`
  const signed = [...added.map((item) => `+ ${shortened(item)}`), ...removed.map((item) => `− ${shortened(item)}`)]
  return `${label} ${signed.slice(0, itemsInSummary).join(', ')}${moreText(signed.length - itemsInSummary)}`
}

function moreText(count: number): string {
  return count > 0 ? `, and ${count} more` : ''
}

function othersText(count: number): string {
  return count === 0 ? '' : `, and ${count} other ${count === 1 ? 'change' : 'changes'}`
}

function byArea(left: RankedDetail, right: RankedDetail): number {
  return areas.indexOf(left.area) - areas.indexOf(right.area) || placeOf(left) - placeOf(right)
}

function placeOf(first: RankedDetail | undefined): number {
  return first?.isForEveryone === true ? 0 : 1
}

/** An exposure that changed may be open to more than before, so it comes before those that were closed. */
const kinds = ['opened', 'removed', 'replaced', 'changed', 'closed', 'added', 'unread', 'read'] as const

function byRank(left: RankedChange, right: RankedChange): number {
  return (
    left.rank - right.rank ||
    placeOf(left.details[0]) - placeOf(right.details[0]) ||
    kinds.indexOf(left.kind) - kinds.indexOf(right.kind) ||
    compareText(left.resource.type, right.resource.type) ||
    compareText(sortKeyOf(left.resource), sortKeyOf(right.resource)) ||
    compareText(left.resource.id ?? '', right.resource.id ?? '')
  )
}

function sortKeyOf({ id, name }: Change['resource']): string {
  return naturalSortKey({ id: id ?? '', name })
}
