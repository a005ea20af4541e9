/** Asks the product and the packet walker the same, and lists where a definite answer is another one. */
import { indexGraph } from '../../../src/graph/graph-index.ts'
import { reach } from '../../../src/meaning/reach/reach.ts'
import { graphOfWorld } from './graph-of-world.ts'
import { walkConnection } from './packet-walker.ts'
import { randomFlow, randomFrom, randomNetwork } from './random-network.ts'

export type WalkComparison = {
  readonly packets: number
  readonly counts: Readonly<Record<'reachable' | 'blocked' | 'unknown', number>>
  /** With the seed of the network. */
  readonly disagreements: readonly string[]
}

/** `networks` different ones, the first from this seed, with so many packets each. */
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
      const answer = reach([index], protocol === 'icmp' ? { from, to, protocol } : { from, to, protocol, port })
      if ('problem' in answer) throw new Error(`${answer.parameter} is ${answer.problem}`)
      counts[answer.verdict] += 1
      const walked = walkConnection(world, flow)
      if (answer.verdict !== 'unknown' && answer.verdict !== walked) {
        disagreements.push(
          `seed ${seed + place}: ${from} to ${to} by ${protocol} ${port} is ${answer.verdict}, walked ${walked}`,
        )
      }
    }
  }
  return { packets: networks * packetsEach, counts, disagreements }
}
