/** Makes the node of one resource or of several similar ones: label, detail, and tooltip. */
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { withoutGeneratedEnding } from '../../../meaning/applications/generated-ending.ts'
import { rolesOf, unusualState } from '../../../resource-types/look-ups.ts'
import type { Card } from '../../../resource-types/resource-type.ts'
import type { DiagramNode } from '../../diagram.ts'
import {
  capitalized,
  countedKind,
  countedShort,
  formatCount,
  kindOfResource,
  kindWithin,
  resourceKind,
} from '../../resource-kinds.ts'
import { compareReferences, compareText, displayName, resourceKey, textProperty } from '../../../graph/graph-index.ts'
import { commonName, ownNames } from './common-name.ts'
import { shortList } from './short-list.ts'

/** The number of characters of a detail that fit on a card. */
export const mostDetail = 28
/** The number of members in a tooltip. The rest is only counted. */
const namedMembers = 20

export function resourceNode(resource: Resource): DiagramNode {
  const label = shownName(resource)
  const detail =
    resource.presence === 'read' ? detailOf(resource) : presenceDetail(resource, resourceKind(resource.type).short[0])
  return {
    kind: 'node',
    id: resourceKey(resource),
    form: 'resource',
    type: resource.type,
    members: [reference(resource)],
    presence: resource.presence,
    variant: textProperty(resource, 'loadBalancerType'),
    label,
    detail,
    description: [label, `${capitalized(kindOfResource(resource).singular)} ${resource.id}`, detail]
      .filter((line) => line !== '')
      .join('\n'),
    opens: null,
  }
}

/**
 * How a summary box is named: by what its members' names have in common, otherwise by their type; by their type; by
 * their type, beside other boxes of the type; by their type and what they are part of; or by a given name, such as that
 * of their Auto Scaling group.
 */
export type StackName =
  | { readonly by: 'names' | 'type' | 'rest' }
  | { readonly by: 'part'; readonly name: string }
  | { readonly by: 'name'; readonly name: string; readonly scaled?: true }

/**
 * `holder` is the ID of the element that contains the box. `key` distinguishes it from others there. The ID is unique
 * and stable.
 */
export function stackNode(
  holder: string,
  key: string,
  resources: readonly [Resource, ...Resource[]],
  called: StackName,
): DiagramNode {
  const [first] = resources
  const scaled = called.by === 'name' && called.scaled === true
  const both = called.by === 'names' ? bothNames(resources, mostOfBoth) : null
  const name = both ?? nameOf(resources, called)
  const counted = capitalized(countedKind(resources))
  const [, plural] = kindWithin(resources).short
  const names = resources
    .slice(0, namedMembers)
    .map((resource) => joined(`${displayName(resource)} (${resource.id})`, unusualState(resource)))
  return {
    kind: 'node',
    id: `stack:${holder}/${first.type}/${scaled ? 'auto scaling/' : ''}${key}`,
    form: 'stack',
    type: first.type,
    members: resources.map(reference).sort((left, right) => compareReferences(left, right)),
    presence: first.presence,
    variant: textProperty(first, 'loadBalancerType'),
    label: both ?? (name === null ? typeLabel(resources, called) : `${formatCount(resources.length)} × ${name}`),
    detail: first.presence === 'read' ? commonDetail(resources, name === null, scaled) : presenceDetail(first, plural),
    description: [counted, shortList(names, namedMembers, resources.length)].join('\n'),
    opens: null,
  }
}

/** A generated ID of AWS, such as `i-0a7e852f486a07524`. */
const generatedId = /^[a-z]+-[\da-f]{8,17}$/u

function isUnnamed({ name, id }: Resource): boolean {
  return (name ?? '').trim() === '' && generatedId.test(id)
}

/** `null` if the type is more useful. Resources that weren't read have only identifiers, which aren't useful. */
function nameOf(resources: readonly [Resource, ...Resource[]], called: StackName): string | null {
  if (called.by === 'name') return called.name
  if (called.by !== 'names' || resources[0].presence !== 'read') return null
  if (resources.some(isUnnamed)) return null
  return commonName(resources.map((resource) => shownName(resource)))
}

/** The number of characters of two names that fit on a card. */
const mostOfBoth = 40

/** The names of two different things, whose common beginning says little. `null` if they are replicas, or longer than `most`. */
function bothNames(resources: readonly Resource[], most: number): string | null {
  if (resources.length !== 2 || resources.some((each) => each.presence !== 'read' || isUnnamed(each))) return null
  const names = ownNames(resources.map(shownName))?.join(', ') ?? ''
  return names === '' || names.length > most ? null : names
}

function typeLabel(resources: readonly [Resource, ...Resource[]], called: StackName): string {
  if (called.by === 'rest') return `${formatCount(resources.length)} more ${kindWithin(resources).short[1]}`
  const counted = capitalized(countedShort(resources))
  return called.by === 'part' ? `${counted} of ${called.name}` : counted
}

/**
 * Without the suffix that CloudFormation appended. A nested stack often has the logical ID of its only resource, which is
 * said once: `shop-DeadLetterQueue`. Resources without a name, or that weren't read, have only an
 * identifier, often a long one whose end is most useful.
 */
export function shownName(resource: Resource): string {
  const name = shownNames.get(resource) ?? findShownName(resource)
  shownNames.set(resource, name)
  return name
}

/** Each level of detail asks for the same names. */
const shownNames = new WeakMap<Resource, string>()

function findShownName(resource: Resource): string {
  const whole = displayName(resource)
  const shown = resource.presence === 'read' && whole !== resource.id ? whole : endOfArn(whole)
  const { 'aws:cloudformation:stack-name': stack, 'aws:cloudformation:logical-id': logicalId } = resource.tags
  const name = withoutGeneratedEnding(shown, stack, logicalId)
  return logicalId !== undefined && name.endsWith(`-${logicalId}-${logicalId}`)
    ? name.slice(0, -logicalId.length - 1)
    : name
}

function endOfArn(id: string): string {
  return id.startsWith('arn:') ? (/[^:/]+$/u.exec(id)?.[0] ?? id) : id
}

function reference(resource: Resource): ResourceReference {
  return { type: resource.type, id: resource.id }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}

function presenceDetail(resource: Resource, kind: string): string {
  const where = resource.presence === 'external' ? 'outside this scan' : "couldn't be read"
  // If there isn't room for both, the icon shows the kind.
  return kind.length + where.length > mostDetail ? where : `${kind}, ${where}`
}

/** Properties that distinguish caches, queues, and file systems. */
const finerKinds: readonly string[] = ['scheme', 'engine', 'fileSystemType', 'nodeType', 'machineType']

function detailOf(resource: Resource): string {
  const { card } = rolesOf(resource.type).box ?? {}
  return detailWithState(card === undefined ? kindAndFinerKind(resource) : cards[card](resource), resource)
}

/** A state other than the normal one is shown in place of all but the first part, and alone if there isn't room. */
export function detailWithState(parts: readonly string[], resource: Resource): string {
  const state = unusualState(resource)
  if (state === '') return joined(...parts)
  const withState = joined(parts[0] ?? '', state)
  return withState.length > mostDetail ? state : withState
}

function kindAndFinerKind(resource: Resource): readonly string[] {
  const finer = finerKinds.map((name) => textProperty(resource, name)).find((value) => value !== '')
  const kind = kindOfResource(resource).short[0]
  if (finer === undefined) return [kind]
  // If there isn't room for both, the icon shows the kind.
  return unusualState(resource) === '' && joined(kind, finer).length > mostDetail ? [finer] : [kind, finer]
}

const cards: Readonly<Record<Card, (resource: Resource) => readonly string[]>> = {
  instance: (resource) => [textProperty(resource, 'instanceType'), textProperty(resource, 'privateIpAddress')],
  'kind and scheme': (resource) => [textProperty(resource, 'loadBalancerType'), textProperty(resource, 'scheme')],
  classic: (resource) => ['classic', textProperty(resource, 'scheme')],
  connectivity: (resource) => [
    resourceKind(resource.type).short[0],
    textProperty(resource, 'connectivityType') === 'private' ? 'private' : '',
  ],
  'runtime and memory'(resource) {
    const memory = textProperty(resource, 'memorySizeMb')
    return [textProperty(resource, 'runtime'), memory === '' ? '' : `${memory} MB`]
  },
  'in its cluster'(resource) {
    // `cluster/name`, also at the end of an ARN.
    const cluster = resource.id.split('/').at(-2)
    const kind = resourceKind(resource.type).short[0]
    const place = cluster === undefined ? '' : `in ${withoutGeneratedEnding(cluster)}`
    // If there isn't room for both, the icon shows the kind.
    return unusualState(resource) === '' && joined(kind, place).length > mostDetail ? [place] : [kind, place]
  },
  engine(resource) {
    const zones = resource.properties['multiAz'] === true ? 'multi-AZ' : ''
    return [`${textProperty(resource, 'engine')} ${textProperty(resource, 'engineVersion')}`.trim(), zones]
  },
  brokers(resource) {
    const [version, count] = [textProperty(resource, 'version'), textProperty(resource, 'brokers')]
    if (version === '') return [resource.properties['clusterType'] === 'SERVERLESS' ? 'serverless Kafka' : 'Kafka']
    return [`Kafka ${version}`, count === '' ? '' : `${count} brokers`]
  },
  'engine cluster': (resource) => [`${textProperty(resource, 'engine')} cluster`.trim()],
}

/**
 * The kinds in a summary box, most frequent first: `t3.large, t3.small`. Doesn't repeat what the label says. The number of
 * resources with a state other than the normal one is more important.
 */
function commonDetail(resources: readonly [Resource, ...Resource[]], saysType: boolean, scaled: boolean): string {
  const plural = scaled ? 'Auto Scaling group' : kindWithin(resources).short[1]
  const states = countedStates(resources)
  if (states.length > 0) {
    const [kind, state] = [saysType && !scaled ? '' : plural, states.join(', ')]
    // What doesn't fit is cut at its end.
    return joined(kind, state).length > mostDetail ? joined(state, kind) : joined(kind, state)
  }
  const [scheme = '', ...others] = new Set(resources.map((each) => textProperty(each, 'scheme')))
  if (scheme !== '' && others.length === 0) return saysType ? scheme : joined(plural, scheme)
  if (saysType && !scaled) return bothNames(resources, mostDetail) ?? distinguishingDetail(resources)
  const sizes = sizesWithin(resources)
  if (sizes.length === 0) return plural
  if (sizes.length > 2) return `${plural} of ${sizes.length} kinds`
  const withSizes = joined(plural, sizes.join(', '))
  return scaled && withSizes.length > mostDetail ? joined('Auto Scaling', sizes.join(', ')) : withSizes
}

/** `2 stopped`, or `stopped` if all are. */
export function countedStates(resources: readonly Resource[]): readonly string[] {
  const states = Map.groupBy(resources.map(unusualState).filter(Boolean).toSorted(compareText), (state) => state)
  return [...states].map(([state, { length }]) =>
    length === resources.length ? state : `${formatCount(length)} ${state}`,
  )
}

/** What distinguishes resources of a type: their sizes, otherwise their names. */
export function distinguishingDetail(resources: readonly Resource[]): string {
  const sizes = sizesWithin(resources)
  if (sizes.length > 2) return `${sizes.slice(0, 2).join(', ')} and ${sizes.length - 2} more`
  if (sizes.length > 0) return sizes.join(', ')
  const names = resources.slice(0, 2).map((resource) => shownName(resource))
  return resources.length > 2 ? `${names[0]} and ${formatCount(resources.length - 1)} more` : names.join(', ')
}

const sizeProperties: readonly string[] = ['instanceType', 'loadBalancerType', 'engine', 'runtime']

/** Sizes or engines, most frequent first. */
function sizesWithin(resources: readonly Resource[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const resource of resources) {
    const property = sizeProperties.find((name) => textProperty(resource, name) !== '')
    const size = property === undefined ? undefined : textProperty(resource, property)
    if (size !== undefined) counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => right[1] - left[1] || compareText(left[0], right[0])).map(([size]) => size)
}
