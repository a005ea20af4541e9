/** Connections between VPCs: peering, transit gateways, VPN, Direct Connect, and endpoint services. */
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { typesWith, typePlaying } from '../../../resource-types/look-ups.ts'
import { type Flow, flowTo } from '../flows/flow.ts'
import type { GraphIndex } from '../../../graph/graph-index.ts'

const networkType = typePlaying('VPC')
const transitType = typePlaying('transit gateway')
const attachmentType = typePlaying('transit gateway attachment')
const vpnType = typePlaying('VPN connection')
const vpnGatewayType = typePlaying('virtual private gateway')
const directGatewayType = typePlaying('Direct Connect gateway')
const serviceType = typePlaying('endpoint service')

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
  [typePlaying('VPC endpoint'), 'routes to', [serviceType]],
]

export function linkFlows(index: GraphIndex): readonly Flow[] {
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
  return [...direct, ...attached]
}
