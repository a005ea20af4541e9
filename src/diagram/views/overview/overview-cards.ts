/** Cards of the overview: an application or a VPC, with the number of resources of each type. */
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import { compareReferences, compareText, type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import { internetVerdicts } from '../../../meaning/exposure/exposures.ts'
import type { DiagramGroup, DiagramNode, Reached } from '../../diagram.ts'
import { countedKind, countedResources, countedShort, formatCount, resourceKind } from '../../resource-kinds.ts'
import { group } from '../boxes/group.ts'
import { networkTexts } from '../boxes/network-texts.ts'
import { placedTypes } from '../boxes/shelves.ts'
import { shortList } from '../boxes/short-list.ts'
import { shownName } from '../boxes/resource-node.ts'
import type { PlacedNetwork } from '../placement/placement.ts'

export type Card = {
  readonly id: string
  readonly form: 'network' | 'category' | 'outside'
  readonly label: string
  readonly detail: string
  readonly resources: readonly Resource[]
  /** The resources of the card itself: a VPC with its subnets. */
  readonly own: readonly Resource[]
}

/** The number of lines in a tooltip. The rest is only counted. */
const namedMembers = 20

const subnetType = typePlaying('subnet')

export function networkCardOf(placed: PlacedNetwork): Card {
  const { network, subnets } = placed
  const texts = networkTexts(network, placed.isHidden)
  const zones = new Set(subnets.map(({ zone }) => zone).filter((zone) => zone !== '')).size
  const inZones = zones === 0 ? '' : ` in ${zones} ${zones === 1 ? 'AZ' : 'AZs'}`
  const counted = subnets.length === 0 ? '' : `${countedResources(subnetType, subnets.length)}${inZones}`
  return {
    id: network === null ? 'network:unknown' : resourceKey(network),
    form: 'network',
    label: texts.label,
    detail: [texts.detail, counted].filter(Boolean).join(' · '),
    resources: [
      ...placed.gateways,
      ...placed.loadBalancers,
      ...placed.requested,
      ...placed.spanning,
      ...subnets.flatMap(({ resources }) => resources),
    ],
    own: [...(network === null ? [] : [network]), ...subnets.map(({ subnet }) => subnet)],
  }
}

/** One card for all cards without room. `count`: how many things these show. */
export function foldedCard(
  form: 'network' | 'category',
  name: string,
  words: string,
  cards: readonly Card[],
  count = cards.length,
): Card {
  return {
    id: `category:${name}`,
    form,
    label: `${formatCount(count)} ${words}`,
    detail: shortNames(cards),
    resources: cards.flatMap(({ resources }) => resources),
    own: cards.flatMap(({ own }) => own),
  }
}

function shortNames(cards: readonly Card[]): string {
  const names = cards.slice(0, 3).map(({ label }) => label)
  return `${names.join(', ')}${cards.length > names.length ? ' and more' : ''}`
}

/** `counts`: the maximum number of counts. */
export function cardGroup(card: Card, counts: number, whole: GraphIndex): DiagramGroup {
  const { id, form, label, detail, own } = card
  const verdictOf = internetVerdicts(whole)
  const reachedOf = (resource: Resource): Reached | '' => {
    const verdict = resource.presence === 'read' ? verdictOf(resource) : 'closed'
    return verdict === 'open' || verdict === 'conditional' ? verdict : ''
  }
  const parts = countedParts(card.resources, whole, reachedOf)
  const isReached = ([first]: readonly Resource[]): boolean => first !== undefined && reachedOf(first) !== ''
  const usual = parts.filter((ofType) => isUsual(typeRankOf(ofType, reachedOf)))
  const most = Math.max(2, ...usual.map((ofType) => wholesOf(ofType).length))
  const ordered = parts.toSorted((left, right) => rankOf(left, most, reachedOf) - rankOf(right, most, reachedOf))
  const room = countsWith(counts, parts.filter(isReached).length)
  const shown = ordered.length > room ? ordered.slice(0, room - 1) : ordered
  // In the order of types, so that one more of a type moves no other.
  const inOrder = shown.toSorted((left, right) => typeRankOf(left, reachedOf) - typeRankOf(right, reachedOf))
  const rest = ordered.slice(shown.length)
  const open = card.resources.filter((resource) => reachedOf(resource) !== '').length
  return group({
    id,
    form,
    arrangement: 'grid',
    type: form === 'network' ? typePlaying('VPC') : null,
    members: own.map(({ type, id }) => ({ type, id })).sort(compareReferences),
    presence: form === 'outside' ? 'external' : (own[0]?.presence ?? 'read'),
    label,
    detail,
    description: [
      label,
      detail,
      ...(open === 0 ? [] : [`${formatCount(open)} reachable from the internet`]),
      ...ordered.map((ofType) => countedKind(wholesOf(ofType))),
    ]
      .filter(Boolean)
      .join('\n'),
    children: [
      ...inOrder.map((ofType) => countNode(id, ofType, reachedOf, sharesName(ofType, inOrder) || isGeneric(ofType))),
      ...(rest.length === 0 ? [] : [restCount(id, rest)]),
    ],
  })
}

/** One for the resources of each type that the internet can reach in the same way. Instances of a cluster belong to its count. */
function countedParts(
  resources: readonly Resource[],
  whole: GraphIndex,
  reachedOf: (resource: Resource) => Reached | '',
): readonly (readonly Resource[])[] {
  const own = new Map(resources.map((resource) => [resourceKey(resource), resource]))
  const typeOf = (resource: Resource): string => {
    const { partOf } = resourceType(resource.type) ?? {}
    const [cluster] = partOf === undefined ? [] : whole.targets(resource, 'contained in', partOf.whole)
    const found = cluster === undefined ? undefined : own.get(resourceKey(cluster))
    return found !== undefined && reachedOf(found) === reachedOf(resource) ? found.type : resource.type
  }
  const byType = Map.groupBy(resources, (resource) => `${reachedOf(resource)} ${typeOf(resource)}`)
  return [...byType.values()].map((ofType) =>
    ofType.toSorted((one, other) => Number(typeOf(one) !== one.type) - Number(typeOf(other) !== other.type)),
  )
}

/** Without the instances of clusters. */
function wholesOf(ofType: readonly Resource[]): readonly Resource[] {
  return ofType.filter(({ type }) => type === ofType[0]?.type)
}

/** What the internet can reach leaves room for other types, such as databases. `reached`: the number of its counts. */
const countsBesideReached = 4
const mostBesideReached = 8

function countsWith(counts: number, reached: number): number {
  return counts <= countsBesideReached
    ? counts
    : Math.max(counts, Math.min(reached + countsBesideReached, mostBesideReached))
}

/**
 * What the internet can reach comes first, then the most numerous type, then data stores, then the others. Gateways come
 * last. `most`: the number of resources of the most numerous type that the internet can't reach, at least two.
 */
function rankOf(ofType: readonly Resource[], most: number, reachedOf: (resource: Resource) => Reached | ''): number {
  const rank = typeRankOf(ofType, reachedOf)
  if (!isUsual(rank)) return rank
  const { length } = wholesOf(ofType)
  const isFirst = length === most || rolesOf(ofType[0]?.type ?? '').flow === 'store'
  return rank - length * 1e3 - (isFirst ? 5e8 : 0)
}

const usualRank = 2e9
const gatewayRank = 3e9

function isUsual(rank: number): boolean {
  return rank >= usualRank && rank < gatewayRank
}

/** What the internet can reach comes first, gateways come last. */
function typeRankOf([first]: readonly Resource[], reachedOf: (resource: Resource) => Reached | ''): number {
  if (first === undefined) return Infinity
  const reached = reachedOf(first)
  const isPlumbing = first.type === typePlaying('internet gateway') || first.type === typePlaying('NAT gateway')
  const byReach = reached === 'open' ? 0 : reached === 'conditional' ? 1e9 : isPlumbing ? gatewayRank : usualRank
  return byReach + placedTypes.indexOf(first.type)
}

function shortOf([first]: readonly Resource[]): string {
  return first === undefined ? '' : resourceKind(first.type).short[1]
}

/** Whether the short name of its type is also that of another type: a cluster of Redis or of Kafka. */
function sharesName(ofType: readonly Resource[], others: readonly (readonly Resource[])[]): boolean {
  return others.some((other) => other[0]?.type !== ofType[0]?.type && shortOf(other) === shortOf(ofType))
}

/** Short names that say nothing without their service. */
const genericNames: ReadonlySet<string> = new Set([
  'clusters',
  'connections',
  'domains',
  'endpoints',
  'gateways',
  'listeners',
  'rules',
  'services',
])

function isGeneric(ofType: readonly Resource[]): boolean {
  return genericNames.has(shortOf(ofType))
}

function countNode(
  holder: string,
  resources: readonly Resource[],
  reachedOf: (resource: Resource) => Reached | '',
  isAmbiguous: boolean,
): DiagramNode {
  const [first, ...others] = wholesOf(resources)
  if (first === undefined) throw new Error('A count has at least one resource')
  const reached = reachedOf(first)
  const words = reached === '' ? '' : reached === 'open' ? 'open to the internet' : 'conditionally open'
  const names = resources.map((resource) => shownName(resource)).toSorted(compareText)
  return {
    kind: 'node',
    id: `count:${holder}/${reached} ${first.type}`,
    form: 'count',
    type: first.type,
    members: resources.map(({ type, id }) => ({ type, id })).sort(compareReferences),
    presence: first.presence,
    variant: '',
    ...(reached === '' ? {} : { reached }),
    label: countedShort([first, ...others]),
    detail: words === '' && isAmbiguous ? resourceKind(first.type).service : words,
    description: [countedKind([first, ...others]), words, shortList(names, namedMembers)].filter(Boolean).join('\n'),
    opens: null,
  }
}

function restCount(holder: string, parts: readonly (readonly Resource[])[]): DiagramNode {
  const resources = parts.flat()
  const wholes = parts.map(wholesOf)
  const label = `${formatCount(wholes.flat().length)} more`
  const counted = wholes.map(countedKind)
  return {
    kind: 'node',
    id: `count:${holder}/rest`,
    form: 'count',
    type: null,
    members: resources.map(({ type, id }) => ({ type, id })).sort(compareReferences),
    presence: resources.every(({ presence }) => presence === 'external') ? 'external' : 'read',
    variant: '',
    label,
    detail: `of ${parts.length} types`,
    description: [label, shortList(counted, namedMembers)].join('\n'),
    opens: null,
  }
}
