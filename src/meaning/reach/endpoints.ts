/** Route targets other than gateways: endpoints, and instances that forward packets. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { Network } from '../network/network.ts'
import { text } from '../network/properties.ts'
import {
  type Arrival,
  arrivalAt,
  block,
  recordGapAbout,
  recordGapOrReason,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'

export function toEndpoint(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { packet } = walk
  const { network, vpcId } = stage
  const endpoint = network.find('VPC endpoint', id)
  if (endpoint === null) return recordGapOrReason(walk, network, 'VPC endpoint', `${id} was not read.`)
  if (endpoint.properties['endpointType'] !== 'Gateway') {
    return recordGapAbout(walk, network, endpoint, `How ${id} handles the traffic is not modeled.`)
  }
  if (packet.kind.protocol === 17) {
    return block(walk, endpoint, 'VPCE_GATEWAY_PROTOCOL_RESTRICTION', 'Gateway endpoints support only TCP.')
  }
  if (endpoint.properties['fullAccess'] !== true) {
    recordGapAbout(walk, network, endpoint, `The endpoint policy of ${id} is not modeled.`)
  }
  pass(walk, network, endpoint, `routes to ${text(endpoint.properties['serviceName']) ?? 'its service'}`)
  return arrivalAt(
    { ...walk, groups: 'no' },
    { kind: 'internet', addresses: packet.destination, gateway: { network, resource: endpoint, vpcId } },
  )
}

/** An instance forwards packets only with its source/destination check turned off. How it forwards them is unknown. */
export function toAppliance(
  walk: Walk,
  stage: Stage,
  part: 'network interface' | 'instance',
  id: string,
): Arrival | null {
  const { network } = stage
  const interfaces = interfacesBehind(network, part, id)
  const [first] = interfaces
  if (first === undefined) return recordGapOrReason(walk, network, 'network interface', `${id} was not read.`)
  if (interfaces.every(({ properties }) => properties['sourceDestCheck'] === true)) {
    return block(
      walk,
      first,
      'ENI_SOURCE_DEST_CHECK_RESTRICTION',
      `It accepts only packets to its own addresses.`,
      'ingress',
    )
  }
  return recordGapAbout(walk, network, first, `How ${id} handles the traffic is not modeled.`)
}

function interfacesBehind(network: Network, part: 'network interface' | 'instance', id: string): readonly Resource[] {
  if (part === 'network interface') return [network.find(part, id)].filter((each) => each !== null)
  const type = typePlaying('network interface')
  return network.index
    .sources({ type: typePlaying('instance'), id }, 'attached to', type)
    .flatMap((each) => network.find('network interface', each.id) ?? [])
}
