/** Compares the verdicts of the product with those of the packet walker, and lists definite differences. */
import { indexGraph } from '../../../src/graph/graph-index.ts'
import type { GraphIndex } from '../../../src/graph/graph-index.ts'
import { reach } from '../../../src/meaning/reach/reach.ts'
import { graphOfWorld } from './graph-of-world.ts'
import { type Flow, walkConnection } from './packet-walker.ts'
import { randomFlow, randomFrom, randomNetwork } from './random-network.ts'

export type WalkComparison = {
  readonly packets: number
  readonly counts: Readonly<Record<'reachable' | 'blocked' | 'unknown', number>>
  /** Each with the seed of the network. */
  readonly disagreements: readonly string[]
}

/** Compares `networks` networks, the first with this seed, with this number of packets each. */
export function compareWalks(seed: number, networks: number, packetsEach: number): WalkComparison {
  const counts = { reachable: 0, blocked: 0, unknown: 0 }
  const disagreements: string[] = []
  for (let place = 0; place < networks; place += 1) {
    const random = randomFrom(seed + place)
    const world = randomNetwork(random)
    const index = indexGraph(graphOfWorld(world))
    for (let packet = 0; packet < packetsEach; packet += 1) {
      const flow = randomFlow(world, random)
      const { from, to, protocol, port } = flow
      const verdict = verdictOf(index, flow)
      counts[verdict] += 1
      const walked = walkConnection(world, flow)
      if (verdict !== 'unknown' && verdict !== walked) {
        disagreements.push(
          `seed ${seed + place}: ${from} to ${to} by ${protocol} ${port} is ${verdict}, walked ${walked}`,
        )
      }
    }
  }
  return { packets: networks * packetsEach, counts, disagreements }
}

function verdictOf(index: GraphIndex, { from, to, protocol, port }: Flow) {
  const answer = reach([index], protocol === 'icmp' ? { from, to, protocol } : { from, to, protocol, port })
  // An unread resource can't be found.
  if ('problem' in answer) return 'unknown'
  return answer.verdict
}

/** Of EC2. Each can be denied. */
export const networkTypes = [
  'Subnet',
  'RouteTable',
  'NetworkAcl',
  'SecurityGroup',
  'NetworkInterface',
  'Instance',
  'InternetGateway',
  'NatGateway',
  'PrefixList',
  'VPC',
  'VPCPeeringConnection',
  'TransitGateway',
  'TransitGatewayAttachment',
  'TransitGatewayRouteTable',
  'VPCBlockPublicAccessOptions',
  'VPCBlockPublicAccessExclusion',
]

/** Compares the same packets with complete data, and with each type denied. */
export function compareUnread(
  seed: number,
  networks: number,
  packetsEach: number,
): { readonly packets: number; readonly contradictions: readonly string[] } {
  const contradictions: string[] = []
  let packets = 0
  for (let place = 0; place < networks; place += 1) {
    const random = randomFrom(seed + place)
    const world = randomNetwork(random)
    const flows = Array.from({ length: packetsEach }, () => randomFlow(world, random))
    const whole = indexGraph(graphOfWorld(world))
    for (const type of networkTypes) {
      const index = indexGraph(graphOfWorld(world, { [`AWS::EC2::${type}`]: { action: 'ec2:Describe' } }))
      for (const flow of flows) {
        packets += 1
        const [full, part] = [verdictOf(whole, flow), verdictOf(index, flow)]
        if (part !== 'unknown' && part !== full) {
          contradictions.push(
            `seed ${seed + place}: ${flow.from} to ${flow.to} by ${flow.protocol} is ${full}, without ${type} ${part}`,
          )
        }
      }
    }
  }
  return { packets, contradictions }
}
