/** To networks behind VPN connections, up to the edge: what is behind it is not known. */
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
  doubt,
  doubtAbout,
  doubtOrGap,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'

export function toVpnGateway(walk: Walk, stage: Stage, route: RouteTarget): Arrival | null {
  const { network, vpcId } = stage
  const gateway = network.find('virtual private gateway', route.id)
  if (gateway === null) return doubtOrGap(walk, network, 'virtual private gateway', `${route.id} was not read.`)
  const { destination } = walk.packet
  const connections = network.index
    .sources(gateway, 'attached to', typePlaying('VPN connection'))
    .flatMap(({ id }) => network.find('VPN connection', id) ?? [])
    .filter(({ properties }) => properties['state'] !== 'deleted' && properties['state'] !== 'deleting')
  const direct = network.index.sources(gateway, 'associated with', typePlaying('Direct Connect gateway'))
  const gap = network.gap('VPN connection')
  if (gap !== null) return doubt(walk, gap)
  const leading = connections.filter((connection) => route.propagated || leadsTo(connection, destination))
  const [connection, ...others] = leading
  if (connection === undefined || others.length > 0 || direct.length > 0) {
    return doubtAbout(
      walk,
      network,
      gateway,
      `Which connection of ${gateway.id} leads to ${addressesText(destination)} is not known.`,
    )
  }
  pass(walk, network, gateway, `leads out of ${vpcId}`)
  return throughVpn(walk, network, connection, gateway, vpcId)
}

/** By its static routes. */
function leadsTo(connection: Resource, destination: AddressSet): boolean {
  const ranges = (textsOf(connection, 'staticRoutes') ?? []).flatMap((each) => parseRange(each) ?? [])
  return destination.every((range) => ranges.some((each) => contains(each, range)))
}

/** Up to the edge: what is behind it is not known. */
export function throughVpn(
  walk: Walk,
  network: Network,
  connection: Resource,
  resource: Resource,
  vpcId: string | null = null,
): Arrival | null {
  const { packet } = walk
  const state = text(connection.properties['state'])
  if (state !== 'available') return block(walk, connection, 'BAD_STATE_VPN', `It is ${state ?? 'in no known state'}.`)
  const tunnels = textsOf(connection, 'tunnelStatus') ?? []
  if (tunnels.length === 0) {
    return doubtAbout(walk, network, connection, `Whether a tunnel of ${connection.id} is up was not read.`)
  }
  if (!tunnels.includes('UP')) return block(walk, connection, 'BAD_STATE_VPN', 'None of its tunnels is up.')
  pass(walk, network, connection, `leads to ${addressesText(packet.destination)}`)
  const { goal } = packet
  if (goal.kind === 'place') {
    return block(
      walk,
      connection,
      'NO_POSSIBLE_DESTINATION',
      `It leads out of AWS, and ${goal.resource.id} is not there.`,
    )
  }
  const at: Outside = { kind: 'private network', addresses: packet.destination, gateway: { network, resource, vpcId } }
  return arrivalAt({ ...walk, groups: 'no' }, at)
}
