/** Delivers a packet to the resource with the destination address in a VPC. */
import type { Resource } from '../../graph/resource-graph.ts'
import { type AddressSet, contains, isSingle } from '../network/addresses.ts'
import { isBalancer, isSameEnd, type Place, placesOfInterface } from './ends.ts'
import {
  addressesText,
  type Arrival,
  arrivalAt,
  block,
  recordGapAbout,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'
import { checkAcl, checkGroups } from './check-filters.ts'

/** The resource with the destination address in a VPC. `null` if it is outside, or unknown. */
export function destinationIn({ estate, packet }: Walk, { vpcId }: Pick<Stage, 'vpcId'>): Place | null {
  const { goal, destination } = packet
  if (goal.kind === 'place' && goal.vpcId === vpcId && isWithin(destination, goal.addresses)) return goal
  const [address] = destination
  if (address === undefined || !isSingle(destination)) return null
  for (const network of estate.networks) {
    const found = network.interfaceAt(vpcId, address)
    const place =
      found === null
        ? undefined
        : placesOfInterface(network, found, found).find(({ addresses }) => addresses[0]?.family === address.family)
    if (place !== undefined) return { ...place, addresses: destination }
  }
  return null
}

function isWithin(inner: AddressSet, outer: AddressSet): boolean {
  return inner.every((range) => outer.some((each) => contains(each, range)))
}

export function deliver(walk: Walk, place: Place, from: Resource | null): Arrival | null {
  const { packet } = walk
  const { goal } = packet
  if (from?.id !== place.subnet.id) checkAcl(walk, place, 'ingress')
  if (goal.kind !== 'place' || !isSameEnd(place, goal)) {
    const reason = `${addressesText(packet.destination)} is the address of ${place.resource.id} there.`
    return block(walk, place.resource, 'NO_POSSIBLE_DESTINATION', reason)
  }
  if (!packet.reply) checkGroups(walk, goal, 'ingress')
  if (!packet.reply && goal.groups === null && !isBalancer(goal.resource)) {
    recordGapAbout(
      walk,
      goal.network,
      goal.resource,
      `Inbound traffic of ${goal.resource.id}, which has no security groups, is not modeled.`,
    )
  }
  pass(walk, goal.network, goal.resource, `has ${addressesText(packet.destination)} in ${goal.subnet.id}`)
  return arrivalAt(walk, goal)
}
