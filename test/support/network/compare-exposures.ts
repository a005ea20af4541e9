/** Compares exposures of instances with what the packet walker lets in from addresses of the internet. */
import { addressesOf, intersection, isEmpty, noAddresses } from '../../../src/graph/address-set.ts'
import { indexGraph } from '../../../src/graph/graph-index.ts'
import type { Exposure } from '../../../src/meaning/exposure/exposure.ts'
import { exposures } from '../../../src/meaning/exposure/exposures.ts'
import { addressesFrom } from '../../../src/meaning/exposure/outside.ts'
import { hasPort } from '../../../src/meaning/exposure/ports.ts'
import { networkTypes } from './compare-walks.ts'
import { graphOfWorld } from './graph-of-world.ts'
import { type Flow, walkConnection } from './packet-walker.ts'
import { outside, randomFrom, randomNetwork } from './random-network.ts'

export type ExposureComparison = {
  /** By what the packet walker says. */
  readonly packets: Readonly<Record<'reachable' | 'sometimes' | 'blocked', number>>
  /** Packets that pass, without an exposure that tells of them. Each with the seed of the network. */
  readonly hidden: readonly string[]
  /** Open exposures without a packet that passes. Each with the seed of the network. */
  readonly wrong: readonly string[]
}

const ports = [53, 443, 8080]

/** One in each /5, and those that rules of the random networks tell apart. */
const sources = [...outside, ...Array.from({ length: 27 }, (_, place) => `${1 + place * 8}.77.3.9`)].filter(
  (address) => !/^(?:10|127|169|172|192)\./u.test(address),
)

/** Compares `networks` networks, the first with this seed. */
export function compareExposuresWithWalks(seed: number, networks: number): ExposureComparison {
  const packets = { reachable: 0, sometimes: 0, blocked: 0 }
  const hidden: string[] = []
  const wrong: string[] = []
  for (let place = 0; place < networks; place += 1) {
    const world = randomNetwork(randomFrom(seed + place))
    const found = exposures(indexGraph(graphOfWorld(world))).filter(({ kind }) => kind === 'network')
    const instances = new Set(world.interfaces.flatMap(({ instance }) => instance ?? []))
    for (const to of instances) {
      const told = found.filter(({ resource: { id } }) => id === to || id === null)
      for (const protocol of ['tcp', 'udp'] as const) {
        for (const port of ports) {
          const flows = sources.map((from): Flow => ({ from, to, protocol, port }))
          const passing = flows.filter((flow) => {
            const walked = walkConnection(world, flow)
            packets[walked] += 1
            if (walked === 'reachable' && !told.some((each) => tellsOf(each, flow)))
              hidden.push(`seed ${seed + place}: ${flow.from} to ${to} by ${protocol} ${port}`)
            return walked !== 'blocked'
          })
          const isOpen = told.some((each) => isOpenTo(each, protocol, port))
          if (isOpen && passing.length === 0) wrong.push(`seed ${seed + place}: ${to} by ${protocol} ${port}`)
        }
      }
    }
  }
  return { packets, hidden, wrong }
}

/** The same for TCP, with each type denied. */
export function compareUnreadExposures(
  seed: number,
  networks: number,
): Pick<ExposureComparison, 'hidden' | 'wrong'> & { readonly checks: number } {
  const hidden: string[] = []
  const wrong: string[] = []
  let checks = 0
  for (let place = 0; place < networks; place += 1) {
    const world = randomNetwork(randomFrom(seed + place))
    const instances = new Set(world.interfaces.flatMap(({ instance }) => instance ?? []))
    const cases = [...instances].flatMap((to) =>
      ports.map((port) => {
        const flows = sources.map((from): Flow => ({ from, to, protocol: 'tcp', port }))
        const walked = flows.map((flow) => walkConnection(world, flow))
        return {
          to,
          port,
          passing: flows.filter((_, at) => walked[at] === 'reachable'),
          isClosed: walked.every((each) => each === 'blocked'),
        }
      }),
    )
    for (const type of networkTypes) {
      const unread = { [`AWS::EC2::${type}`]: { action: 'ec2:Describe' } }
      const found = exposures(indexGraph(graphOfWorld(world, unread))).filter(({ kind }) => kind === 'network')
      for (const { to, port, passing, isClosed } of cases) {
        checks += 1
        const told = found.filter(({ resource: { id } }) => id === to || id === null)
        const what = `seed ${seed + place}: ${to} by tcp ${port} without ${type}`
        if (!passing.every((flow) => told.some((each) => tellsOf(each, flow)))) hidden.push(what)
        if (isClosed && told.some((each) => isOpenTo(each, 'tcp', port))) wrong.push(what)
      }
    }
  }
  return { checks, hidden, wrong }
}

function isOpenTo(exposure: Exposure, protocol: string, port: number): boolean {
  return exposure.from === 'internet' && exposure.verdict === 'open' && hasTraffic(exposure, protocol, port)
}

function tellsOf(exposure: Exposure, { from, protocol, port }: Flow): boolean {
  const addresses = addressesFrom(exposure.from) ?? noAddresses
  const isFrom = !isEmpty(intersection(addresses, addressesOf(`${from}/32`) ?? noAddresses))
  return isFrom && (exposure.verdict === 'unknown' || hasTraffic(exposure, protocol, port))
}

function hasTraffic({ protocol: own, ports: listed }: Exposure, protocol: string, port: number): boolean {
  return (own === protocol || own === 'all') && (listed === null || hasPort(listed, port))
}
