/** Packets to NAT gateways, which forward them with their own address. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { type Family, familyOf } from '../network/addresses.ts'
import type { Network } from '../network/network.ts'
import { text } from '../network/properties.ts'
import { allClientPorts } from '../network/traffic.ts'
import { type Place, placesOfInterface } from './ends.ts'
import {
  addressesText,
  type Arrival,
  arrivalAt,
  block,
  recordGapOrReason,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'
import { checkAcl } from './check-filters.ts'

export function toNatGateway(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { packet } = walk
  const { network } = stage
  const gateway = network.find('NAT gateway', id)
  if (gateway === null) return recordGapOrReason(walk, network, 'NAT gateway', `${id} was not read.`)
  if (packet.reply) {
    return block(
      walk,
      gateway,
      'NGW_SOURCE_ADDRESS_REASSIGN',
      'The response would leave with the address of the NAT gateway.',
      'egress',
    )
  }
  const place = natPlace(network, gateway, familyOf(packet.destination))
  if (place === null) return recordGapOrReason(walk, network, 'network interface', `The address of ${id} is unknown.`)
  if (place.subnet.id !== stage.subnet.id) {
    checkAcl(walk, stage, 'egress')
    checkAcl(walk, place, 'ingress')
  }
  if (gateway.properties['state'] !== 'available') {
    return block(walk, gateway, 'BAD_STATE', `It is ${text(gateway.properties['state']) ?? 'in an unknown state'}.`)
  }
  pass(walk, network, gateway, `translates the source to ${addressesText(place.addresses)}`)
  // It isn't documented whether its rules still see the security groups of the sender.
  return { ...arrivalAt({ ...walk, groups: 'perhaps' }, place), nat: true }
}

function natPlace(network: Network, gateway: Resource, family: Family): Place | null {
  const [reference, ...others] = network.index.targets(gateway, 'attached to', typePlaying('network interface'))
  // A NAT gateway with several network interfaces chooses by Availability Zone.
  if (reference === undefined || others.length > 0) return null
  const networkInterface = network.find('network interface', reference.id)
  const place =
    networkInterface === null
      ? undefined
      : placesOfInterface(network, networkInterface, gateway).find(({ addresses }) => familyOf(addresses) === family)
  return place === undefined ? null : { ...place, groups: null, ports: allClientPorts }
}
