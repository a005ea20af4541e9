/** How networks are joined: by peering, transit gateways, VPN, Direct Connect and endpoint services. */
import type { ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { typesWith } from '../../resource-types/look-ups.ts'
import { type Flow, flowTo } from './flow.ts'
import type { GraphIndex } from './graph-index.ts'

const networkType = 'AWS::EC2::VPC'
const transitType = 'AWS::EC2::TransitGateway'
const attachmentType = 'AWS::EC2::TransitGatewayAttachment'
const vpnType = 'AWS::EC2::VPNConnection'
const vpnGatewayType = 'AWS::EC2::VPNGateway'
const directGatewayType = 'AWS::DirectConnect::DirectConnectGateway'
const serviceType = 'AWS::EC2::VPCEndpointService'

const between = typesWith('network').flatMap(({ type, role }) =>
  role.at === 'between' ? [{ type, heading: role.heading }] : [],
)
const headings = ['Transit', 'Peering', 'VPN', 'Direct Connect', 'Endpoint services'] as const

/** What joins networks, under its heading. */
export const joiningCategories: readonly { readonly name: string; readonly types: readonly string[] }[] = headings.map(
  (name) => ({ name, types: between.filter(({ heading }) => heading === name).map(({ type }) => type) }),
)

export const joiningTypes: readonly string[] = joiningCategories.flatMap(({ types }) => types)

/** From the first type to each of the others, by the relation that the graph tells. */
const links: readonly (readonly [type: string, verb: Verb, targets: readonly string[]])[] = [
  ['AWS::EC2::VPCPeeringConnection', 'associated with', [networkType]],
  [vpnType, 'attached to', [vpnGatewayType, transitType, 'AWS::EC2::CustomerGateway']],
  [directGatewayType, 'associated with', [transitType, vpnGatewayType]],
  [
    'AWS::DirectConnect::VirtualInterface',
    'attached to',
    ['AWS::DirectConnect::Connection', directGatewayType, vpnGatewayType],
  ],
  ['AWS::EC2::VPCEndpoint', 'routes to', [serviceType]],
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
      // A VPN names its transit gateway itself.
      ...index.targets(attachment, 'attached to', directGatewayType),
    ]
    return transit.flatMap((source) =>
      joined
        .filter(({ id }) => id !== source.id)
        .map((target) => flowTo(index, 'link', source, target, `attachment ${attachment.id}`)),
    )
  })
  return [...direct, ...attached]
}
