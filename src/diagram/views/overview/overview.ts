/**
 * The overview: applications and VPCs as cards with counts by type, what the internet can reach, and the arrows between
 * cards.
 */
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import { indexGraph } from '../../../graph/graph-index.ts'
import type { Diagram, DiagramElement, ViewOptions } from '../../diagram.ts'
import { architectureView } from '../architecture/architecture.ts'
import { accountFrame, internetNode, titleOf } from '../boxes/account-frame.ts'
import {
  applicationCount,
  applicationsFor,
  byPurpose,
  mostTelling,
  type PurposeGroup,
  withAlikeTogether,
} from '../boxes/application-groups.ts'
import { type Reach, reachedApart, reachWords, strongestReach } from '../boxes/exposed-resources.ts'
import { band, elementCount, present } from '../boxes/group.ts'
import { countedStates } from '../boxes/resource-node.ts'
import { categories, placedTypes } from '../boxes/shelves.ts'
import { type AlikeApplications, alikeApplications } from '../dataflow/alike-applications.ts'
import { outsideResources } from '../flows/outside-flows.ts'
import { notDrawn, notRead, outsideNotDrawn } from '../placement/not-drawn.ts'
import { networkView } from '../network/network.ts'
import { vpcConnectionTypes } from '../network/vpc-connections.ts'
import { isEmpty } from '../placement/network-group.ts'
import { type PlacedNetwork, placeResources } from '../placement/placement.ts'
import { defaultViewOptions } from '../view-options.ts'
import { type Card, cardGroup, foldedCard, networkCardOf } from './overview-cards.ts'
import { foldedGaps } from '../boxes/folded-gap.ts'
import type { BundledEdges } from '../flows/bundled-edges.ts'
import { cardEdges, cardFlows } from './card-edges.ts'

/** The maximum number of VPCs and applications with a card of their own: few enough to read aloud. */
const mostNetworks = 12
const mostApplications = 14
const mostCountsOfCard = 6
/** Where there are few cards, each has up to eight counts. Where there are very few, all together have at most `countsOfFewest`. */
const countsOfFew = 80
const mostCountsOfFew = 8
const countsOfFewest = 36

const connectsNetworks = new Set(vpcConnectionTypes)

/** The detail page of a card is the architecture of its resources, or the network view of connections between VPCs. */
export function overviewView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  if (options.page !== '') {
    const draw = options.page === betweenNetworks.id ? networkView : architectureView
    return { ...draw(graph, options), view: 'overview', title: titleOf('Overview', options) }
  }
  const index = indexGraph(graph)
  const whole = options.scanned === null ? index : indexGraph(options.scanned)
  const permitted = options.permitted === null ? whole : indexGraph(options.permitted)
  const placement = placeResources(index, options.scanned)
  const { groups, rest } = byPurpose(
    [...placement.edge.filter(({ type }) => !connectsNetworks.has(type)), ...placement.outside],
    applicationsFor(index, options),
    options.groupBy,
  )
  const connections = vpcConnectionTypes
    .flatMap((type) => index.ofType(type))
    .filter(({ presence }) => presence !== 'external')
  const outside = outsideResources(index, placedTypes)
  const beyond = outside.length === 0 ? [] : [{ ...outsideCard, resources: outside }]
  const gaps = foldedGaps(graph.coverage, options)
  const flows = cardFlows(index, placement, { whole, permitted })
  const reachOf = reachedApart(whole)
  let elements: readonly DiagramElement[] = []
  let arrows: BundledEdges = { edges: [], leftOut: 0 }
  for (const { cards, counts } of levelsToTry(options)) {
    const own = [
      ...networkCards(placement.networks, Math.min(mostNetworks, cards)),
      ...(connections.length === 0 ? [] : [{ ...betweenNetworks, resources: connections }]),
      ...applicationCards(groups, Math.min(mostApplications, cards), () => alikeApplications(index, options), reachOf),
      ...restCards(rest, groups.length > 0),
    ]
    const most = counts ?? countsFor(own.length + beyond.length)
    const drawn = own.map((card) => cardGroup(card, most, whole))
    const others = beyond.map((card) => cardGroup(card, most, whole))
    arrows = cardEdges(flows, [...drawn, ...others])
    const content = band('cards', 'shelves', present<DiagramElement>([...drawn, ...gaps.boxes]))
    const account = accountFrame(graph, content === null ? [] : [content])
    const entered = arrows.edges.some(({ source }) => source === internetNode.id)
    elements = present<DiagramElement>([entered ? internetNode : null, band('scanned', 'row', [account, ...others])])
    if (elementCount(elements) <= options.elementLimit) break
  }
  return {
    view: 'overview',
    page: options.page,
    title: titleOf('Overview', options),
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'containment',
    direction: options.direction ?? 'down',
    elements,
    edges: arrows.edges,
    notDrawn: [
      ...notDrawn(index, elements),
      ...notRead(index),
      ...outsideNotDrawn(index, elements),
      ...gaps.notDrawn,
      ...(arrows.leftOut === 0 ? [] : [{ what: 'arrows of cards with many', count: arrows.leftOut }]),
    ],
    simplified: '',
  }
}

type Level = {
  /** The number of VPC cards, and of application cards. */
  readonly cards: number
  /** On each card. `null`: as many as the number of cards leaves room for. */
  readonly counts: number | null
}

/** First fewer counts on a card, down to one for all types, starting with the requested number. Then fewer cards. */
function levelsToTry({ collapse, elementLimit }: ViewOptions): readonly Level[] {
  const first = Math.max(1, mostCountsOfCard - (collapse ?? 0))
  return [
    ...(collapse === null ? [{ cards: Infinity, counts: null }] : []),
    ...Array.from({ length: first }, (_, less) => ({ cards: Infinity, counts: first - less })),
    { cards: Math.ceil(elementLimit / 6), counts: 1 },
  ]
}

/** The maximum number of counts on each card. */
function countsFor(cards: number): number {
  const ofFew = Math.min(mostCountsOfFew, Math.floor(countsOfFew / cards))
  return Math.max(mostCountsOfCard, ofFew, Math.floor(countsOfFewest / cards))
}

const outsideCard: Omit<Card, 'resources'> = {
  id: 'outside',
  form: 'outside',
  label: 'Outside this scan',
  detail: 'another account or region, or deleted',
  own: [],
}

/** Transit gateways, peering connections, VPN, and Direct Connect. */
const betweenNetworks: Omit<Card, 'resources'> = {
  id: 'category:between VPCs',
  form: 'category',
  label: 'Between VPCs',
  detail: '',
  own: [],
}

/** The largest VPCs, and one card for all others. Empty VPCs have no card. */
function networkCards(networks: readonly PlacedNetwork[], most: number): readonly Card[] {
  const used = networks.filter((placed) => !isEmpty(placed))
  const cards = used.map((placed) => networkCardOf(placed))
  const bySize = cards.toSorted((left, right) => right.resources.length - left.resources.length)
  const kept = new Set(bySize.slice(0, cards.length > most ? most - 1 : most))
  const others = cards.filter((card) => !kept.has(card))
  return [
    ...cards.filter((card) => kept.has(card)),
    ...(others.length === 0 ? [] : [foldedCard('network', 'networks', 'more VPCs', others)]),
  ]
}

/**
 * One card for each application. If there are too many, those that are alike share a card. If there are still too many, the
 * smallest share one, and those that the internet reaches keep theirs longest. No card mixes open, conditionally open, and
 * other applications.
 */
function applicationCards(
  groups: readonly PurposeGroup[],
  most: number,
  alike: () => AlikeApplications,
  reachOf: (resource: Resource) => Reach,
): readonly Card[] {
  const all = groups.length > most ? withAlikeTogether(groups, most, alike()) : groups
  if (all.length <= most) return all.map(categoryCard)
  const reachOfGroup = new Map(all.map((each) => [each, strongestReach(each.resources, reachOf)]))
  const reach = (group: PurposeGroup): Reach => reachOfGroup.get(group) ?? ''
  const foldedWith = (kept: readonly PurposeGroup[]): ReadonlyMap<Reach, readonly PurposeGroup[]> =>
    Map.groupBy(
      all.filter((each) => !kept.includes(each)),
      reach,
    )
  const kinds = foldedWith(mostTelling(all, most - 1, reach)).size
  const kept = mostTelling(all, Math.max(0, most - kinds), reach)
  return [
    ...kept.map(categoryCard),
    ...[...foldedWith(kept)].map(([kind, others]) => {
      const words = ['more', reachWords[kind], 'applications'].filter(Boolean).join(' ')
      const id = kind === '' ? 'more' : `more ${kind}`
      return foldedCard('category', id, words, others.map(categoryCard), applicationCount(others))
    }),
  ]
}

/** Resources without a known application: one card beside applications, otherwise by category. */
function restCards(resources: readonly Resource[], isBeside: boolean): readonly Card[] {
  if (resources.length === 0) return []
  if (isBeside) {
    return [categoryCard({ name: 'Other', label: 'Other', detail: 'unknown application', resources })]
  }
  const byType = Map.groupBy(resources, ({ type }) => type)
  return categories.flatMap(({ name, types }) => {
    const onShelf = types.flatMap((type) => byType.get(type) ?? [])
    return onShelf.length === 0 ? [] : [categoryCard({ name, label: name, detail: '', resources: onShelf })]
  })
}

function categoryCard({ name, label, detail, resources, alike }: Omit<PurposeGroup, 'beginnings'>): Card {
  const states = alike === undefined ? [] : countedStates(resources)
  return {
    id: `category:${name}`,
    form: 'category',
    label,
    detail: [...states, detail].filter(Boolean).join(', '),
    resources,
    own: [],
  }
}
