/** Packets to networks behind VPN connections. The path ends at the edge of AWS. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { type AddressSet, contains, parseRange } from '../network/addresses.ts'
import type { Network, RouteTarget } from '../network/network.ts'
import { text, textsOf } from '../network/properties.ts'
import type { Outside } from './ends.ts'
import {
  addressesText,
  type Arrival,
  arrivalAt,
  block,
  recordGap,
  recordGapAbout,
  recordGapOrReason,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'

export function toVpnGateway(walk: Walk, stage: Stage, route: RouteTarget): Arrival | null {
  const { network, vpcId } = stage
  const gateway = network.find('virtual private gateway', route.id)
  if (gateway === null) return recordGapOrReason(walk, network, 'virtual private gateway', `${route.id} was not read.`)
  const { destination } = walk.packet
  const connections = network.index
    .sources(gateway, 'attached to', typePlaying('VPN connection'))
    .flatMap(({ id }) => network.find('VPN connection', id) ?? [])
    .filter(({ properties }) => properties['state'] !== 'deleted' && properties['state'] !== 'deleting')
  const gap = network.gap('VPN connection') ?? network.gap('virtual interface')
  if (gap !== null) return recordGap(walk, gap)
  // Routes of Direct Connect take precedence over those of VPN connections.
  const directGateways = textsOf(gateway, 'directConnectGateways')
  if (directGateways === null) {
    return recordGapAbout(walk, network, gateway, `The Direct Connect gateways of ${gateway.id} were not read.`)
  }
  const interfaces = network.index.sources(gateway, 'attached to', typePlaying('virtual interface'))
  const hasDirectConnect = directGateways.length > 0 || interfaces.length > 0
  const leading = connections.filter((connection) => route.propagated || leadsTo(connection, destination))
  const [connection, ...others] = leading
  if (connection === undefined || others.length > 0 || hasDirectConnect || isReplaced(connection, connections)) {
    return recordGapAbout(
      walk,
      network,
      gateway,
      `It is unknown which connection of ${gateway.id} routes to ${addressesText(destination)}.`,
    )
  }
  pass(walk, network, gateway, `routes out of ${vpcId}`)
  return throughVpn(walk, network, connection, gateway, vpcId)
}

/** Whether another connection may route while this one is down. Which networks BGP announces isn't known. */
function isReplaced(connection: Resource, connections: readonly Resource[]): boolean {
  return isDown(connection) && connections.some((each) => usesBgp(each) && !isDown(each))
}

function usesBgp({ properties }: Resource): boolean {
  return properties['staticRoutesOnly'] !== true
}

function isDown(connection: Resource): boolean {
  const tunnels = textsOf(connection, 'tunnelStatus') ?? []
  return connection.properties['state'] !== 'available' || (tunnels.length > 0 && !tunnels.includes('UP'))
}

/** By its static routes. */
function leadsTo(connection: Resource, destination: AddressSet): boolean {
  const ranges = (textsOf(connection, 'staticRoutes') ?? []).flatMap((each) => parseRange(each) ?? [])
  return destination.every((range) => ranges.some((each) => contains(each, range)))
}

/** Up to the edge of AWS. What is behind it is unknown. */
export function throughVpn(
  walk: Walk,
  network: Network,
  connection: Resource,
  resource: Resource,
  vpcId: string | null = null,
): Arrival | null {
  const { packet } = walk
  const state = text(connection.properties['state'])
  if (state !== 'available') return block(walk, connection, 'BAD_STATE_VPN', `It is ${state ?? 'in an unknown state'}.`)
  const tunnels = textsOf(connection, 'tunnelStatus') ?? []
  if (tunnels.length === 0) {
    return recordGapAbout(walk, network, connection, `Whether a tunnel of ${connection.id} is up was not read.`)
  }
  if (!tunnels.includes('UP')) return block(walk, connection, 'BAD_STATE_VPN', 'None of its tunnels is up.')
  pass(walk, network, connection, `routes to ${addressesText(packet.destination)}`)
  const { goal } = packet
  if (goal.kind === 'place') {
    return block(
      walk,
      connection,
      'NO_POSSIBLE_DESTINATION',
      `It routes out of AWS, but ${goal.resource.id} is in AWS.`,
    )
  }
  const at: Outside = { kind: 'private network', addresses: packet.destination, gateway: { network, resource, vpcId } }
  return arrivalAt({ ...walk, groups: 'no' }, at)
}
