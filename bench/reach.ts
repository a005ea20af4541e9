/** Measures a reachability check, and the list of all exposures, in a region of 20,000 resources in memory. */
import { indexGraph } from '../src/graph/graph-index.ts'
import { exposures } from '../src/meaning/exposure/exposures.ts'
import { reach } from '../src/meaning/reach/reach.ts'
import { graphOfWorld } from '../test/support/network/graph-of-world.ts'
import { type Figure, figure } from './figure.ts'
import { instances, largeNetwork } from './large-network.ts'
import { median } from './median.ts'

const pairs = 3_000

export async function benchReach(say: (line: string) => void): Promise<readonly Figure[]> {
  const graph = graphOfWorld(largeNetwork())
  const index = indexGraph(graph)
  const ask = (from: string, to: string) => {
    const started = performance.now()
    const answer = reach([index], { from, to, protocol: 'tcp', port: 443 })
    const ms = performance.now() - started
    if ('problem' in answer) throw new Error(`${answer.parameter} is ${answer.problem}`)
    return { ms, verdict: answer.verdict }
  }
  // Lookups are created on first use.
  const first = ask('internet', 'i-web')
  const asked = Array.from({ length: pairs }, (_, place) =>
    place % 3 === 0
      ? ask('i-peer', at(place))
      : place % 3 === 1
        ? ask(at(place), '9.9.9.9')
        : ask(at(place), at(place + 500)),
  )
  for (const [verdict, answers] of Map.groupBy(asked, (each) => each.verdict)) say(`${answers.length} are ${verdict}`)
  const times = asked.map(({ ms }) => ms).toSorted((a, b) => a - b)
  // A third of the instances has a public address, for which each security group of them counts.
  const started = performance.now()
  const exposed = exposures(index)
  const exposedMs = performance.now() - started
  for (const [verdict, found] of Map.groupBy(exposed, (each) => each.verdict)) say(`${found.length} are ${verdict}`)
  const size = `${graph.resources.length.toLocaleString('en')} resources`
  return [
    figure(`${size}: the first pair, which prepares look-ups`, first.ms, 'ms'),
    figure(`${size}: one pair, median`, median(times), 'ms'),
    figure(`${size}: one pair, p99`, times[Math.floor(pairs * 0.99)] ?? Number.NaN, 'ms', 50),
    figure(`${size}: all exposures`, exposedMs, 'ms', 1000),
  ]
}

function at(place: number): string {
  return `i-${(place * 7) % instances}`
}
