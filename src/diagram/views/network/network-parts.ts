/**
 * The parts of each VPC in the network view: gateways at its edge, subnets with their routes, route tables, network
 * ACLs, and endpoints.
 */
import type { Json, Resource } from '../../../graph/resource-graph.ts'
import { recordsOf } from '../../../meaning/exposure/listed.ts'
import { typesWith, typePlaying } from '../../../resource-types/look-ups.ts'
import type { DiagramGroup, DiagramNode } from '../../diagram.ts'
import { capitalized, countedResources, formatCount, resourceKind } from '../../resource-kinds.ts'
import { type DetailLevel, stackingOf } from '../boxes/detail-level.ts'
import {
  type GraphIndex,
  compareResources,
  displayName,
  resourceKey,
  textProperty,
} from '../../../graph/graph-index.ts'
import { group } from '../boxes/group.ts'
import { labelsInVpc } from '../boxes/network-texts.ts'
import { isFirewallEndpoint } from './firewall-endpoints.ts'
import { detailWithState } from '../boxes/resource-node.ts'
import type { PlacedNetwork, PlacedSubnet, Placement } from '../placement/placement.ts'
import { type Stacking, summarizeSimilar } from '../boxes/summarize-similar.ts'

const subnetType = typePlaying('subnet')
const routeTableType = typePlaying('route table')
const aclType = typePlaying('network ACL')
const endpointType = typePlaying('VPC endpoint')

const placesAt = typesWith('network')

const gatewayTypes = placesAt.filter(({ role }) => role.at === 'edge').map(({ type }) => type)

/** Headings below the Availability Zones of a VPC, with their types. Firewalls first, next to the subnets that route to them. */
const categories = placesAt
  .flatMap(({ type, role }) => (role.at === 'below' ? [[type, role.heading] as const] : []))
  .toSorted((left, right) => Number(right[1] === 'Firewalls') - Number(left[1] === 'Firewalls'))

const inSubnetTypes = placesAt.filter(({ role }) => role.at === 'subnet').map(({ type }) => type)

const isInSubnet: ReadonlySet<string> = new Set(inSubnetTypes)

export const inNetworkTypes: readonly string[] = [
  ...gatewayTypes,
  ...inSubnetTypes,
  ...categories.map(([type]) => type),
]

/** The placed VPCs, with network components in place of the resources in them. */
export function networkParts(index: GraphIndex, placement: Placement): readonly PlacedNetwork[] {
  return placement.networks.map((placed) => ({
    ...placed,
    gateways: [
      ...placed.gateways,
      ...(placed.network === null
        ? []
        : gatewayTypes
            .slice(1)
            .flatMap((type) =>
              found(index, index.sources(placed.network ?? { type: '', id: '' }, 'attached to', type)),
            )),
    ],
    loadBalancers: [],
    requested: [],
    spanning: placed.spanning.filter(({ type }) => isInSubnet.has(type)),
    subnets: placed.subnets.map((subnet): PlacedSubnet => {
      const resources = subnet.resources.filter(({ type }) => isInSubnet.has(type))
      // Those in several subnets, such as services with tasks in each, count in all of them.
      const spanning = [...placed.requested, ...placed.spanning].filter(
        (each) => !isInSubnet.has(each.type) && isAttached(index, each, subnet.subnet),
      )
      const others = subnet.resources.length - resources.length + spanning.length
      return {
        ...subnet,
        resources,
        note: others === 0 ? subnet.note : insideOf(others, subnet.leftOut),
      }
    }),
  }))
}

function isAttached(index: GraphIndex, resource: Resource, subnet: Resource): boolean {
  return index.targets(resource, 'attached to', subnet.type).some(({ id }) => id === subnet.id)
}

/** `4 resources`, or `2 of 4 resources` if the selection leaves out the others. */
function insideOf(count: number, leftOut: number): string {
  const all = formatCount(count + leftOut)
  const counted = leftOut === 0 ? all : `${formatCount(count)} of ${all}`
  return `${counted} ${count + leftOut === 1 ? 'resource' : 'resources'}`
}

/** Route tables, network ACLs, endpoints, and firewalls of a VPC, each under a heading. */
export function vpcComponentGroups(
  index: GraphIndex,
  network: Resource | null,
  level: DetailLevel,
): readonly DiagramGroup[] {
  if (network === null) return []
  const holder = resourceKey(network)
  return categories.flatMap(([type, heading]) => {
    const resources = found(index, index.sources(network, 'contained in', type))
      .filter((resource) => !isFirewallEndpoint(index, resource))
      .toSorted(compareResources)
    if (resources.length === 0) return []
    const label = `${heading} (${formatCount(resources.length)})`
    const labelOf = labelsInVpc(index.find(network), resources)
    return [
      group({
        id: `category:${holder}/${heading}`,
        form: 'category',
        arrangement: 'grid',
        label,
        description: label,
        children: componentNodes(
          index,
          `${holder}/${heading}`,
          resources,
          stackingOf(level, Math.max(2, level.serviceStackAbove)),
          labelOf,
        ),
      }),
    ]
  })
}

function componentNodes(
  index: GraphIndex,
  holder: string,
  resources: readonly Resource[],
  stacking: Stacking,
  labelOf: (resource: Resource) => string,
): readonly DiagramNode[] {
  const nodes = summarizeSimilar(holder, resources, stacking)
  return nodes.map((node) => {
    const [only] = node.members
    const resource = only === undefined || node.form !== 'resource' ? null : index.find(only)
    if (resource === null || resource.presence !== 'read') return node
    const { detail, lines } = componentTexts(index, resource)
    const short = labelOf(resource)
    const label = short === displayName(resource) ? node.label : short
    return { ...node, label, detail, description: [node.description, ...lines].join('\n') }
  })
}

function componentTexts(
  index: GraphIndex,
  resource: Resource,
): { readonly detail: string; readonly lines: readonly string[] } {
  const subnets = index.targets(resource, 'associated with', subnetType)
  const counted = subnets.length === 0 ? '' : countedResources(subnetType, subnets.length)
  switch (resource.type) {
    case routeTableType: {
      const routes = recordsOf(resource, 'routes')
      const main = resource.properties['main'] === true ? 'main' : ''
      return {
        detail: [main, counted, countedOf(routes.length, 'route')].filter(Boolean).join(' · '),
        lines: routes.map(({ destination, target, state }) =>
          [`${text(destination)} to ${text(target)}`, state === 'blackhole' ? '(blackhole)' : '']
            .filter(Boolean)
            .join(' '),
        ),
      }
    }
    case aclType: {
      const inbound = recordsOf(resource, 'ingress')
      const isDefault = resource.properties['isDefault'] === true
      return {
        detail: [counted, countedOf(inbound.length, 'inbound rule')].filter(Boolean).join(' · '),
        lines: [
          ...(isDefault ? ['Default network ACL'] : []),
          ...inbound.map(
            ({ rule, action, protocol, cidrBlock }) =>
              `${text(rule)}: ${text(action)} ${protocol === '-1' ? 'all' : text(protocol)} from ${text(cidrBlock)}`,
          ),
        ],
      }
    }
    case endpointType: {
      const service = textProperty(resource, 'serviceName')
      const type = textProperty(resource, 'endpointType').toLowerCase()
      const kind = type === 'gatewayloadbalancer' ? 'GWLB' : type
      return { detail: detailWithState([kind, shortService(service)], resource), lines: [service] }
    }
    default:
      return { detail: detailWithState([capitalized(resourceKind(resource.type).short[0])], resource), lines: [] }
  }
}

/** `com.amazonaws.us-east-1.s3` becomes `s3`. */
function shortService(name: string): string {
  return name.startsWith('com.amazonaws.vpce.') ? 'endpoint service' : name.split('.').slice(3).join('.') || name
}

function countedOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}

function text(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function found(
  index: GraphIndex,
  references: readonly { readonly type: string; readonly id: string }[],
): readonly Resource[] {
  return references.map((reference) => index.find(reference)).filter((resource) => resource !== null)
}

/** The number of the VPC's parts in this view, then the number of types in `whole`, the VPC with all its content. */
export function partsWithin(
  { network, gateways, spanning, subnets }: PlacedNetwork,
  whole: PlacedNetwork,
): readonly [number, number] {
  if (network === null) return [0, 0]
  const inSubnets = subnets.reduce((sum, { resources }) => sum + 1 + resources.length, 0)
  const kinds = new Set(whole.subnets.flatMap(({ resources }) => resources.map(({ type }) => type)))
  return [gateways.length + spanning.length + inSubnets, kinds.size]
}
