/**
 * A VPC: gateways at its edge, load balancers below, then its Availability Zones as columns of subnets, then resources
 * that span them.
 */
import { typePlaying } from '../../../resource-types/look-ups.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramGroup, DiagramNode } from '../../diagram.ts'
import type { Exposure } from '../../../meaning/subnet-exposure.ts'
import { capitalized, countedResources, formatCount } from '../../resource-kinds.ts'
import { type DetailLevel, stackingOf } from '../boxes/detail-level.ts'
import { placedTypes } from '../boxes/shelves.ts'
import { compareReferences, compareText, displayName, resourceKey, textProperty } from '../../../graph/graph-index.ts'
import { band, group, present } from '../boxes/group.ts'
import { networkTexts, labelsInVpc } from '../boxes/network-texts.ts'
import { nodesByType, type ScaledBy, summarized } from '../boxes/nodes-by-type.ts'
import type { PlacedNetwork, PlacedSubnet, Tier } from './placement.ts'

const tiers: readonly Tier[] = ['public', 'application', 'data']

/** `components`: groups below the Availability Zones. */
export function networkGroup(
  placed: PlacedNetwork,
  level: DetailLevel,
  scaledBy: ScaledBy,
  components: readonly DiagramGroup[] = [],
): DiagramGroup {
  const { network } = placed
  const id = network === null ? 'network:unknown' : resourceKey(network)
  const each = (resources: readonly Resource[], limit: number): readonly DiagramNode[] =>
    nodesInPlace(id, resources, level, scaledBy, limit)
  return group({
    id,
    form: 'network',
    arrangement: 'column',
    type: typePlaying('VPC'),
    members: network === null ? [] : [{ type: network.type, id: network.id }],
    presence: network?.presence ?? (placed.isHidden ? 'read' : 'unknown'),
    ...networkTexts(network, placed.isHidden),
    children: present([
      band(`${id}/gateways`, 'row', each(placed.gateways, 2)),
      band(`${id}/load balancers`, 'grid', each(placed.loadBalancers, Math.max(4, level.subnetStackAbove))),
      band(`${id}/requested`, 'grid', each(placed.requested, Math.max(4, level.subnetStackAbove))),
      band(`${id}/zones`, 'matrix', zoneGroups(id, placed, level, scaledBy)),
      band(`${id}/spanning`, 'grid', each(placed.spanning, Math.max(4, level.subnetStackAbove))),
      ...components,
    ]),
  })
}

/** A VPC as a card with counts. */
export function networkCard(placed: PlacedNetwork): DiagramNode {
  const { network } = placed
  const content = [
    ...placed.gateways,
    ...placed.loadBalancers,
    ...placed.requested,
    ...placed.spanning,
    ...placed.subnets.flatMap(({ subnet, resources }) => [subnet, ...resources]),
  ]
  const byType = Map.groupBy(content, ({ type }) => type)
  const counts = [typePlaying('subnet'), ...placedTypes].flatMap((type) => {
    const count = byType.get(type)?.length ?? 0
    return count === 0 ? [] : [{ type, count, text: countedResources(type, count) }]
  })
  const largest = counts
    .filter(({ type }) => !isPlumbing(type))
    .toSorted((left, right) => right.count - left.count || compareText(left.type, right.type))
  const texts = networkTexts(network, placed.isHidden)
  return {
    kind: 'node',
    id: network === null ? 'network:unknown' : resourceKey(network),
    form: isEmpty(placed) ? 'resource' : 'stack',
    type: typePlaying('VPC'),
    members: [...(network === null ? [] : [network]), ...content]
      .map(({ type, id }) => ({ type, id }))
      .sort((left, right) => compareReferences(left, right)),
    presence: network?.presence ?? (placed.isHidden ? 'read' : 'unknown'),
    variant: '',
    label: texts.label,
    detail: isEmpty(placed) ? emptyWords(placed) : (largest[0]?.text ?? ''),
    description: [
      texts.description,
      ...counts.map(({ text }) => capitalized(text)),
      ...(placed.leftOut === 0 ? [] : [capitalized(outsideSelection(placed.leftOut))]),
    ].join('\n'),
    opens: null,
  }
}

/** A VPC is only shown as empty if nothing was left out and nothing can be missing. */
function emptyWords({ leftOut, mayBeIncomplete }: PlacedNetwork): string {
  if (leftOut > 0) return outsideSelection(leftOut)
  return mayBeIncomplete ? 'may be incomplete' : 'no resources'
}

function outsideSelection(count: number): string {
  return `${formatCount(count)} outside this selection`
}

/** Types that every VPC has, regardless of its purpose. */
function isPlumbing(type: string): boolean {
  return (
    type === typePlaying('subnet') || type === typePlaying('internet gateway') || type === typePlaying('NAT gateway')
  )
}

/** Whether it contains only gateways and empty subnets. */
export function isEmpty(placed: PlacedNetwork): boolean {
  return (
    placed.loadBalancers.length === 0 &&
    placed.requested.length === 0 &&
    placed.spanning.length === 0 &&
    placed.subnets.every(({ resources }) => resources.length === 0)
  )
}

function zoneGroups(
  holder: string,
  { network, subnets }: PlacedNetwork,
  level: DetailLevel,
  scaledBy: ScaledBy,
): readonly DiagramGroup[] {
  const labelOf = labelsInVpc(
    network,
    subnets.map(({ subnet }) => subnet),
  )
  const byZone = [...Map.groupBy(subnets, ({ zone }) => zone)].sort((left, right) => compareText(left[0], right[0]))
  const zones = byZone.map(([zone, inZone]) => {
    const ofTiers = tiers.flatMap((tier) => inZone.filter((placed) => placed.tier === tier))
    const boxes = [
      ...Map.groupBy(ofTiers, ({ subnet, tier }) =>
        level.mergeSubnets ? tier : (level.shared.get(resourceKey(subnet)) ?? resourceKey(subnet)),
      ),
    ].flatMap(([box, [first, ...others]]) => {
      if (first === undefined) return []
      const drawn =
        others.length === 0
          ? subnetGroup(first, labelOf(first.subnet), level, scaledBy)
          : mergedSubnet(`${holder}/${zone}`, box, [first, ...others], labelOf, level, scaledBy)
      return [{ tier: first.tier, drawn }]
    })
    return {
      zone,
      byTier: tiers.map((tier) => boxes.flatMap((box) => (box.tier === tier ? [box.drawn] : []))),
    }
  })
  const rowsOfTier = tiers.map((_, tier) => Math.max(0, ...zones.map(({ byTier }) => byTier[tier]?.length ?? 0)))
  const firstRow = rowsOfTier.map((_, tier) => rowsOfTier.slice(0, tier).reduce((sum, rows) => sum + rows, 0))
  return zones.map(({ zone, byTier }) =>
    group({
      id: `${holder}/zone ${zone}`,
      form: 'zone',
      arrangement: 'column',
      label: zone === '' ? 'Unknown Availability Zone' : zone,
      detail: zone === '' ? '' : 'Availability Zone',
      description: zone === '' ? 'Unknown Availability Zone' : `Availability Zone ${zone}`,
      children: byTier.flatMap((groups, tier) =>
        groups.map((subnet, position) => ({ ...subnet, row: (firstRow[tier] ?? 0) + position })),
      ),
    }),
  )
}

const exposureWords: Readonly<Record<Exposure, string>> = {
  public: 'public',
  private: 'private',
  isolated: 'isolated',
  unknown: 'unknown routes',
}

function subnetGroup(placed: PlacedSubnet, label: string, level: DetailLevel, scaledBy: ScaledBy): DiagramGroup {
  const { subnet, exposure, via, isBlackhole, resources, note } = placed
  const id = resourceKey(subnet)
  const cidr = textProperty(subnet, 'cidrBlock')
  const way = via.length === 0 ? '' : `Default route through ${via.join(', ')}`
  // Short, so that the addresses beside it fit above a single box.
  const lost = isBlackhole ? 'blackhole' : ''
  const words = subnet.presence === 'read' ? exposureWords[exposure] : "couldn't be read"
  return group({
    id,
    form: 'subnet',
    arrangement: 'grid',
    type: subnet.type,
    members: [{ type: subnet.type, id: subnet.id }],
    presence: subnet.presence,
    exposure,
    label,
    detail: [words, lost, cidr, note].filter((part) => part !== '').join(' · '),
    description: [
      displayName(subnet),
      `Subnet ${subnet.id}`,
      `${words} ${cidr}`.trim(),
      way,
      isBlackhole ? 'Its default route is a blackhole' : '',
      note,
    ]
      .filter(Boolean)
      .join('\n'),
    children: nodesInPlace(id, resources, level, scaledBy),
  })
}

/** The number of characters of names that fit on a subnet. */
const mostOfNames = 30

/** `box`: what its ID ends with. */
function mergedSubnet(
  holder: string,
  box: string,
  placed: readonly PlacedSubnet[],
  labelOf: (subnet: Resource) => string,
  level: DetailLevel,
  scaledBy: ScaledBy,
): DiagramGroup {
  const id = `subnets:${holder}/${box}`
  const exposures = [...new Set(placed.map(({ exposure }) => exposure))].sort(compareText)
  const [exposure = 'unknown', ...others] = exposures
  const words = exposures.map((each) => exposureWords[each]).join(', ')
  const lost = placed.some(({ isBlackhole }) => isBlackhole) ? 'blackhole' : ''
  const counted = countedResources(typePlaying('subnet'), placed.length)
  const names = placed.map(({ subnet }) => labelOf(subnet)).join(', ')
  return group({
    id,
    form: 'subnet',
    arrangement: 'grid',
    type: typePlaying('subnet'),
    members: placed.map(({ subnet }) => ({ type: subnet.type, id: subnet.id })),
    presence: placed.every(({ subnet }) => subnet.presence === 'read') ? 'read' : 'unknown',
    exposure: others.length > 0 ? null : exposure,
    label: level.mergeSubnets || names.length > mostOfNames ? counted : names,
    detail: [words, lost].filter(Boolean).join(' · '),
    description: [`${counted}, ${words}`]
      .concat(placed.slice(0, 20).map(({ subnet }) => `${displayName(subnet)} (${subnet.id})`))
      .join('\n'),
    children: nodesInPlace(
      id,
      placed.flatMap(({ resources }) => resources),
      level,
      scaledBy,
    ),
  })
}

/** Types that are too many for a place are counted together. */
function nodesInPlace(
  holder: string,
  resources: readonly Resource[],
  level: DetailLevel,
  scaledBy: ScaledBy,
  ofOneType: number = level.subnetStackAbove,
): readonly DiagramNode[] {
  const nodes = nodesByType(holder, resources, stackingOf(level, ofOneType), scaledBy)
  return nodes.length <= level.placeLimit
    ? nodes
    : summarized(holder, resources, stackingOf(level, level.placeLimit), scaledBy)
}
