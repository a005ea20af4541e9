/** Connections between VPCs: peering, transit gateways, VPN, Direct Connect, and endpoint services. */
import type { Resource, ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { typesWith, typePlaying } from '../../../resource-types/look-ups.ts'
import { type Flow, flowTo } from '../flows/flow.ts'
import { displayName, type GraphIndex } from '../../../graph/graph-index.ts'
import { locationOf } from '../placement/resource-location.ts'

const networkType = typePlaying('VPC')
const transitType = typePlaying('transit gateway')
const attachmentType = typePlaying('transit gateway attachment')
const vpnType = typePlaying('VPN connection')
const vpnGatewayType = typePlaying('virtual private gateway')
const directGatewayType = typePlaying('Direct Connect gateway')
const serviceType = typePlaying('endpoint service')
const endpointType = typePlaying('VPC endpoint')
const balancerType = typePlaying('load balancer')

const between = typesWith('network').flatMap(({ type, role }) =>
  role.at === 'between' ? [{ type, heading: role.heading }] : [],
)
const headings = [
  'Transit gateways',
  'Peering connections',
  'Site-to-Site VPN',
  'Direct Connect',
  'Endpoint services',
] as const

/** The types that connect VPCs, under their headings. */
export const vpcConnectionCategories: readonly { readonly name: string; readonly types: readonly string[] }[] =
  headings.map((name) => ({ name, types: between.filter(({ heading }) => heading === name).map(({ type }) => type) }))

export const vpcConnectionTypes: readonly string[] = vpcConnectionCategories.flatMap(({ types }) => types)

/** From the first type to each of the others, by a relation of the graph. */
const links: readonly (readonly [type: string, verb: Verb, targets: readonly string[]])[] = [
  [typePlaying('peering connection'), 'associated with', [networkType]],
  [vpnType, 'attached to', [vpnGatewayType, transitType, typePlaying('customer gateway')]],
  [directGatewayType, 'associated with', [transitType, vpnGatewayType]],
  [
    typePlaying('virtual interface'),
    'attached to',
    [typePlaying('Direct Connect connection'), directGatewayType, vpnGatewayType],
  ],
]

/** `whole`: decides in which VPC a load balancer or an endpoint is. `withEndpoints`: endpoints have boxes of their own. */
export function linkFlows(index: GraphIndex, whole: GraphIndex, withEndpoints: boolean): readonly Flow[] {
  const direct = links.flatMap(([type, verb, targetTypes]) =>
    index
      .ofType(type)
      .flatMap((source) =>
        targetTypes.flatMap((targetType) =>
          index.targets(source, verb, targetType).map((target) => flowTo(index, 'link', source, target)),
        ),
      ),
  )
  const attached = index.ofType(attachmentType).flatMap((attachment) => {
    const transit = index.targets(attachment, 'contained in', transitType)
    const joined: readonly ResourceReference[] = [
      ...index.targets(attachment, 'attached to', networkType),
      ...index.targets(attachment, 'attached to', transitType),
      // A VPN connection references its transit gateway itself.
      ...index.targets(attachment, 'attached to', directGatewayType),
    ]
    return transit.flatMap((source) =>
      joined
        .filter(({ id }) => id !== source.id)
        .map((target) => flowTo(index, 'link', source, target, { via: `attachment ${attachment.id}` })),
    )
  })
  return [...direct, ...attached, ...serviceFlows(index, whole, withEndpoints)]
}

/**
 * From endpoints to endpoint services, and on to the VPCs of their load balancers. Without endpoints, to their VPCs too, so
 * that a VPC has one line to all that connects it.
 */
function serviceFlows(index: GraphIndex, whole: GraphIndex, withEndpoints: boolean): readonly Flow[] {
  const consumers = index
    .ofType(endpointType)
    .flatMap((endpoint) =>
      index
        .targets(endpoint, 'routes to', serviceType)
        .flatMap((service) =>
          withEndpoints
            ? [flowTo(index, 'link', endpoint, service)]
            : networksOf(whole, endpoint).map((network) =>
                flowTo(index, 'link', service, network, { via: `VPC endpoint ${displayName(endpoint)}` }),
              ),
        ),
    )
  const providers = index.ofType(serviceType).flatMap((service) =>
    whole.targets(service, 'routes to', balancerType).flatMap((reference) => {
      const balancer = whole.find(reference)
      if (balancer === null) return []
      return networksOf(whole, balancer).map((network) =>
        flowTo(index, 'link', service, network, { via: `load balancer ${displayName(balancer)}` }),
      )
    }),
  )
  return [...consumers, ...providers]
}

function networksOf(whole: GraphIndex, resource: Resource): readonly ResourceReference[] {
  const { network } = locationOf(whole, resource)
  return network === null ? [] : [network]
}
