/**
 * Checks whether a connection is possible, with evidence: the path of its packets in both directions, or what blocks
 * it.
 */
import { compareText, type GraphIndex } from '../../graph/graph-index.ts'
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import {
  type AddressSet,
  contains,
  type Family,
  familyOf,
  internet,
  isPublic,
  parseAddress,
  parseRange,
  type Range,
} from '../network/addresses.ts'
import { type Estate, estateOf, type Located } from '../network/estate.ts'
import { gapAt } from '../network/gap.ts'
import { gapOfEarlierScan, type Network } from '../network/network.ts'
import type { Traffic } from '../network/traffic.ts'
import type { ReachAnswer } from './answer.ts'
import { combine } from './combine.ts'
import { connect } from './connect.ts'
import {
  balancerOf,
  type End,
  isBalancer,
  isOfUnreadBalancer,
  isOutwardOnly,
  type Outside,
  type Place,
  placesOf,
  placesOfInterface,
  type Placing,
} from './ends.ts'
import { toClassicTargets, toTargets } from './load-balancers.ts'
import { resourcesNamed } from './named-resources.ts'

export type ReachQuery = {
  /** `internet`, an address, or a resource: its ID, its ARN, or its type and ID separated by a slash. */
  readonly from: string
  readonly to: string
} & Traffic

/** The end that matches no resource, or several of different types. */
export type EndError = {
  readonly parameter: 'from' | 'to'
  readonly problem: 'not found' | 'several'
  readonly types: readonly string[]
}

/** `indexes`: the requested scan first. The others contain resources that it only references. */
export function reach(indexes: readonly GraphIndex[], query: ReachQuery): ReachAnswer | EndError {
  const estate = estateOf(indexes)
  const from = findEnd(estate, 'from', query.from)
  if ('problem' in from) return from
  const to = findEnd(estate, 'to', query.to)
  if ('problem' in to) return to
  const early = estate.networks.flatMap((network) => gapOfEarlierScan(network) ?? [])
  if (early.length > 0) return unclear(early)
  const ends = { from: endsOf(estate, from, to), to: endsOf(estate, to, from) }
  const gaps = [...ends.from.gaps, ...ends.to.gaps]
  if (gaps.length > 0) return unclear(gaps)
  const answers = ends.from.ends.flatMap((start) => {
    const calls = callsOf(start, ends.to)
    if (calls.length === 0) return []
    return [
      combine(
        calls.map((call) => answerCall(estate, query, call)),
        ends.to.means,
      ),
    ]
  })
  if (answers.length > 0) return byGateway(combine(answers, ends.from.means), from, to)
  return unclear(gapsOfFirst(estate, 'The two ends have no IP address family in common.'))
}

/** If an end is an internet gateway, the path must go through it. */
function byGateway(answer: ReachAnswer, ...ends: readonly FoundEnd[]): ReachAnswer {
  for (const end of ends) {
    if (end.kind !== 'resource' || end.located.resource.type !== typePlaying('internet gateway')) continue
    const { network, resource } = end.located
    if ([...answer.path, ...answer.returnPath, ...answer.blockedBy].some(({ id }) => id === resource.id)) continue
    return unclear([gapAt(network.index, resource.type, `The path to the internet doesn't go through ${resource.id}.`)])
  }
  return answer
}

function unclear(unknownBecause: ReachAnswer['unknownBecause']): ReachAnswer {
  return { verdict: 'unknown', path: [], returnPath: [], blockedBy: [], unknownBecause }
}

type FoundEnd =
  | { readonly kind: 'internet' }
  | { readonly kind: 'address'; readonly address: Range }
  | { readonly kind: 'resource'; readonly located: Located }

function findEnd(estate: Estate, parameter: 'from' | 'to', name: string): FoundEnd | EndError {
  if (name === 'internet') return { kind: 'internet' }
  const address = parseAddress(name)
  if (address !== null) return { kind: 'address', address }
  for (const network of estate.networks) {
    const found = resourcesNamed(network.index, name)
    const [resource, ...others] = found
    if (others.length > 0)
      return { parameter, problem: 'several', types: found.map(({ type }) => type).sort(compareText) }
    if (resource !== undefined) return { kind: 'resource', located: { network, resource } }
  }
  return { parameter, problem: 'not found', types: [] }
}

type Ends = {
  readonly ends: readonly End[]
  readonly means: Placing['means']
  readonly gaps: Placing['gaps']
  /** The requested public address, if it maps to a private one. */
  readonly publicAddress?: Range
}

function endsOf(estate: Estate, end: FoundEnd, other: FoundEnd): Ends {
  if (end.kind === 'internet') {
    const families: readonly Family[] = [4, 6]
    return several(
      families.map((family): Outside => ({ kind: 'internet', addresses: internet[family], gateway: null })),
    )
  }
  if (end.kind === 'resource') return endsOfResource(estate, end.located)
  const inside = placesWithAddress(estate, end.address, other)
  if (inside.length > 1) {
    const reason = 'Several network interfaces have this address. Name one of them.'
    return { ends: [], means: 'several', gaps: gapsOfFirst(estate, reason) }
  }
  if (isLinkLocal(end.address)) {
    const reason = 'Link-local addresses, for example of instance metadata, are not modeled.'
    return { ends: [], means: 'several', gaps: gapsOfFirst(estate, reason) }
  }
  if (inside.length === 1) {
    const isPublicIpv4 = end.address.family === 4 && isPublic([end.address])
    return { ...several(inside), ...(isPublicIpv4 && { publicAddress: end.address }) }
  }
  const addresses: AddressSet = [end.address]
  return several([{ kind: isPublic(addresses) ? 'internet' : 'private network', addresses, gateway: null }])
}

function gapsOfFirst(estate: Estate, reason: string): Ends['gaps'] {
  return estate.networks.slice(0, 1).map(({ index }) => gapAt(index, typePlaying('network interface'), reason))
}

const linkLocal = ['169.254.0.0/16', 'fe80::/10'].flatMap((block) => parseRange(block) ?? [])

function isLinkLocal(address: Range): boolean {
  return linkLocal.some((range) => contains(range, address))
}

function several(ends: readonly End[]): Ends {
  return { ends, means: 'several', gaps: [] }
}

/** In the VPC of the other end if an address is used more than once. */
function placesWithAddress(estate: Estate, address: Range, other: FoundEnd): readonly Place[] {
  const outside = estate.withPublicAddress(address)
  const places = estate.networks.flatMap((network) =>
    network.interfacesWith(address).flatMap((each) => placeAt(network, each, address)),
  )
  if (outside !== null && places.length === 0) return placeAt(outside.network, outside.resource, outside.address)
  const nearby = other.kind === 'resource' ? placesOf(other.located.network, other.located.resource).places : []
  const near = places.filter(({ vpcId }) => nearby.some((place) => place.vpcId === vpcId))
  return near.length > 0 ? near : places
}

function placeAt(network: Network, networkInterface: Resource, address: Range): readonly Place[] {
  const [place] = placesOfInterface(network, networkInterface, ownerOf(network, networkInterface))
  const own = network
    .addressesOf(networkInterface)
    .find((each) => each.address.first === address.first && each.address.family === address.family)
  if (place === undefined || own === undefined) return []
  const publicAddress = address.family === 6 ? (isPublic([address]) ? address : null) : own.publicAddress
  return [{ ...place, addresses: [address], publicAddress }]
}

function endsOfResource(estate: Estate, { network, resource }: Located): Ends {
  if (resource.presence !== 'read') {
    const elsewhere = estate.networks.find(({ index }) => index.find(resource)?.presence === 'read')
    const found = elsewhere?.index.find(resource)
    if (elsewhere !== undefined && found !== undefined && found !== null)
      return endsOfResource(estate, { network: elsewhere, resource: found })
    const reason = `${resource.id} was not read: it is in another account or region, or could not be read.`
    return { ends: [], means: 'several', gaps: [gapAt(network.index, resource.type, reason)] }
  }
  if (resource.type === typePlaying('internet gateway'))
    return endsOf(estate, { kind: 'internet' }, { kind: 'internet' })
  const { places, means, gaps } = placesOf(network, ownerOf(network, resource))
  return { ends: places, means, gaps }
}

/** A NAT gateway or a load balancer, which decides about traffic to its network interfaces. */
function ownerOf(network: Network, resource: Resource): Resource {
  if (resource.type !== typePlaying('network interface')) return resource
  const balancer = balancerOf(network, resource)
  if (balancer !== null) return balancer
  const [owner] = network.index.sources(resource, 'attached to', typePlaying('NAT gateway'))
  return (owner === undefined ? null : network.find('NAT gateway', owner.id)) ?? resource
}

type Call = { readonly start: End; readonly goal: End; readonly dialed: AddressSet }

/** Of the same family. The public address is called from the internet, and if it was requested. */
function callsOf(start: End, { ends: goals, publicAddress }: Ends): readonly Call[] {
  return goals.flatMap((goal) => {
    if (familyOf(goal.addresses) !== familyOf(start.addresses)) return []
    const outside =
      start.kind === 'internet' &&
      goal.kind === 'place' &&
      goal.publicAddress !== null &&
      goal.publicAddress !== 'unknown'
    const called = publicAddress ?? (outside ? goal.publicAddress : null)
    return [{ start, goal, dialed: called === null ? goal.addresses : [called] }]
  })
}

function answerCall(estate: Estate, traffic: Traffic, { start, goal, dialed }: Call): ReachAnswer {
  if (start.kind !== 'place' && goal.kind !== 'place') {
    return unclear(gapsOfFirst(estate, 'Neither end is in a VPC that was read.'))
  }
  if (goal.kind === 'place' && isOutwardOnly(goal.resource)) {
    const { network, resource } = goal
    return unclear([
      gapAt(network.index, resource.type, `${resource.id} doesn't accept connections. Its service invokes it.`),
    ])
  }
  if (goal.kind === 'place' && goal.resource.type === typePlaying('NAT gateway')) {
    return throughNatGateway(estate, traffic, start, goal)
  }
  if (goal.kind === 'place' && isOfUnreadBalancer(goal.resource)) {
    const { network, resource } = goal
    const type = typePlaying('load balancer')
    return unclear([
      network.gap('load balancer') ?? gapAt(network.index, type, `The load balancer of ${resource.id} was not read.`),
    ])
  }
  const answer = connect(estate, traffic, start, goal, dialed)
  if (goal.kind !== 'place' || !isBalancer(goal.resource)) return answer
  const onward =
    goal.resource.type === typePlaying('load balancer')
      ? toTargets(estate, start, goal, traffic)
      : toClassicTargets(estate, goal, traffic)
  return {
    verdict:
      answer.verdict === 'blocked' || onward.verdict === 'blocked'
        ? 'blocked'
        : onward.verdict === 'unknown'
          ? 'unknown'
          : answer.verdict,
    path: [...answer.path, ...onward.path],
    returnPath: [...onward.returnPath, ...answer.returnPath],
    blockedBy: [...answer.blockedBy, ...onward.blockedBy],
    unknownBecause: [...answer.unknownBecause, ...onward.unknownBecause],
  }
}

/** It doesn't accept connections itself. Checks whether connections to the internet go through it. */
function throughNatGateway(estate: Estate, traffic: Traffic, start: End, { network, resource }: Place): ReachAnswer {
  const { id, type } = resource
  if (start.kind !== 'place') {
    const reason = 'It accepts only responses to its own connections.'
    const blockedBy = [{ id, type, direction: 'ingress' as const, code: 'NGW_REQUIRES_SOURCE_IN_VPC' as const, reason }]
    return { ...unclear([]), verdict: 'blocked', blockedBy }
  }
  const answer = connect(estate, traffic, start, {
    kind: 'internet',
    addresses: internet[familyOf(start.addresses)],
    gateway: null,
  })
  if (answer.path.some((hop) => hop.id === id && hop.type === type)) return answer
  return unclear([gapAt(network.index, type, `Traffic from ${start.resource.id} to the internet doesn't reach ${id}.`)])
}
