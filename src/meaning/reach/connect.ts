/**
 * Checks a connection between two ends: its packets to the goal, through NAT gateways if routes lead there, and the
 * responses.
 */
import type { Resource } from '../../graph/resource-graph.ts'
import { isIdle, typePlaying } from '../../resource-types/look-ups.ts'
import { type AddressSet, familyOf } from '../network/addresses.ts'
import type { Estate } from '../network/estate.ts'
import { gapAt } from '../network/gap.ts'
import { text } from '../network/properties.ts'
import { clientPorts, replyKind, requestKind, type Traffic } from '../network/traffic.ts'
import { type Findings, type Hop, newFindings, type ReachAnswer, verdictOf } from './answer.ts'
import { type End, groupsOfEnd, isSameEnd, type Outside, type Place } from './ends.ts'
import { sendPacket } from './walk.ts'
import type { Arrival, Packet } from './walk-notes.ts'

/** A section of the path without address translation. `source` and `destination`: as the far end sees them. */
type Leg = { readonly start: End; readonly finish: End; readonly source: AddressSet; readonly destination: AddressSet }

/** `dialed`: the called address if it isn't the goal's own. */
export function connect(
  estate: Estate,
  traffic: Traffic,
  from: End,
  goal: End,
  dialed: AddressSet = goal.addresses,
): ReachAnswer {
  const start =
    from.kind === 'private network' && from.gateway === null ? findGateway(estate, traffic, from, goal) : from
  if ('verdict' in start) return start
  const found = newFindings()
  checkStates(found, start, goal)
  const legs = sendRequest(estate, traffic, { start, goal, dialed }, found)
  if (legs === null) return answerOf(found, [], false)
  const { hops, complete } = sendResponse(estate, traffic, legs, found)
  return answerOf(found, hops, complete)
}

/** `complete`: the packets reached the end and the responses came back. */
function answerOf(found: Findings, returnPath: readonly Hop[], complete: boolean): ReachAnswer {
  const verdict = verdictOf(found)
  return {
    verdict: verdict === 'reachable' && !complete ? 'unknown' : verdict,
    path: found.hops,
    returnPath,
    blockedBy: found.blocks,
    unknownBecause: found.gaps,
  }
}

/** Packets of a network outside AWS enter where packets to it leave. */
function findGateway(estate: Estate, traffic: Traffic, from: Outside, goal: End): End | ReachAnswer {
  if (goal.kind !== 'place') return answerOf(newFindings(), [], false)
  const kind = replyKind(traffic, familyOf(goal.addresses), clientPorts)
  const packet: Packet = {
    source: goal.addresses,
    destination: from.addresses,
    kind,
    reply: true,
    goal: from,
    sourceGroups: [],
  }
  const { arrival, found } = sendPacket(estate, goal, packet)
  if (arrival === null)
    return {
      verdict: verdictOf(found),
      path: [],
      returnPath: found.hops,
      blockedBy: found.blocks,
      unknownBecause: found.gaps,
    }
  return arrival.at
}

/** Stopped resources neither send nor respond, and neither do endpoints that aren't available yet or any more. */
function checkStates({ blocks }: Findings, ...ends: readonly End[]): void {
  for (const end of ends) {
    if (end.kind !== 'place') continue
    const owner = ownerOf(end)
    if (!isIdle(owner) && !isUnattached(owner) && !isUnavailableEndpoint(owner)) continue
    const { id, type, properties } = owner
    const state = text(properties['state']) ?? text(properties['status'])
    const reason = isUnattached(owner) ? 'It is not attached to anything.' : `It is ${state}.`
    blocks.push({ id, type, direction: null, code: 'BAD_STATE', reason })
  }
}

/** Scans by earlier versions don't have the status. */
function isUnattached({ type, properties }: Resource): boolean {
  return type === typePlaying('network interface') && properties['status'] === 'available'
}

/** AWS's responses differ in letter case. `partial`: it is available in some of its subnets. */
function isUnavailableEndpoint({ type, properties }: Resource): boolean {
  const state = text(properties['state'])?.toLowerCase()
  return type === typePlaying('VPC endpoint') && state !== undefined && !['available', 'partial'].includes(state)
}

/** The instance or the endpoint of a network interface. */
function ownerOf({ network, resource }: Place): Resource {
  if (resource.type !== typePlaying('network interface')) return resource
  const [instance] = network.index.targets(resource, 'attached to', typePlaying('instance'))
  const [endpoint] = network.index.sources(resource, 'attached to', typePlaying('VPC endpoint'))
  return (
    (instance === undefined ? null : network.find('instance', instance.id)) ??
    (endpoint === undefined ? null : network.find('VPC endpoint', endpoint.id)) ??
    resource
  )
}

type Call = { readonly start: End; readonly goal: End; readonly dialed: AddressSet }

/** `null`: it doesn't reach the end. */
function sendRequest(
  estate: Estate,
  traffic: Traffic,
  { start, goal, dialed }: Call,
  found: Findings,
): readonly Leg[] | null {
  const legs: Leg[] = []
  let from = start
  while (legs.length < mostLegs) {
    const packet: Packet = {
      source: from.addresses,
      destination: dialed,
      kind: requestKind(traffic, familyOf(dialed)),
      reply: false,
      goal,
      sourceGroups: groupsOfEnd(from),
    }
    const { arrival, found: onTheWay } = sendPacket(estate, from, packet)
    append(found, onTheWay)
    if (arrival === null) return null
    const entered = from.kind === 'place' || arrival.entered === null ? from : { ...from, gateway: arrival.entered }
    legs.push({ start: entered, finish: arrival.at, source: arrival.source, destination: arrival.destination })
    if (!arrival.nat) return hasReached(arrival, goal, found) ? legs : null
    if (isSameEnd(arrival.at, from)) return blockLoop(found, arrival.at)
    from = arrival.at
  }
  const last = legs.at(-1)?.finish
  if (last?.kind === 'place')
    found.gaps.push(gapAt(last.network.index, last.resource.type, 'NAT gateways route to each other.'))
  return null
}

/** A NAT gateway whose own subnet routes to it. */
function blockLoop({ blocks }: Findings, at: End): null {
  if (at.kind !== 'place') return null
  const { id, type } = at.resource
  const reason = 'Its own subnet routes back to it.'
  blocks.push({ id, type, direction: 'egress', code: 'NO_POSSIBLE_DESTINATION', reason })
  return null
}

/** The maximum number of sections. Two NAT gateways in a row is the most that is realistic. */
const mostLegs = 4

function append(found: Findings, { hops, blocks, gaps }: Findings): void {
  found.hops.push(...hops)
  found.blocks.push(...blocks)
  found.gaps.push(...gaps)
}

/** How a network outside AWS forwards packets to the internet is unknown. */
function hasReached({ at }: Arrival, goal: End, found: Findings): boolean {
  if (at.kind === goal.kind) return true
  const gateway = at.kind === 'place' ? null : at.gateway
  if (gateway !== null) {
    const reason = `The network behind ${gateway.resource.id} is unknown.`
    found.gaps.push(gapAt(gateway.network.index, gateway.resource.type, reason))
  }
  return false
}

function sendResponse(
  estate: Estate,
  traffic: Traffic,
  legs: readonly Leg[],
  found: Findings,
): { readonly hops: readonly Hop[]; readonly complete: boolean } {
  const hops: Hop[] = []
  for (const leg of legs.toReversed()) {
    const { start, finish, source, destination } = leg
    const ports = start.kind === 'place' ? start.ports : clientPorts
    const packet: Packet = {
      source: destination,
      destination: source,
      kind: replyKind(traffic, familyOf(source), ports),
      reply: true,
      goal: start,
      sourceGroups: [],
    }
    const { arrival, found: onTheWay } = sendPacket(estate, finish, packet)
    hops.push(...onTheWay.hops)
    found.blocks.push(...onTheWay.blocks.map((block) => ({ ...block, reason: `On the return path: ${block.reason}` })))
    found.gaps.push(...onTheWay.gaps.map((gap) => ({ ...gap, reason: `On the return path: ${gap.reason}` })))
    if (arrival === null) return { hops, complete: false }
    if (!isSameEnd(arrival.at, start)) {
      blockAsymmetricPath(found, start, arrival.at)
      return { hops, complete: false }
    }
  }
  return { hops, complete: true }
}

/** A gateway that didn't see the connection drops its responses. */
function blockAsymmetricPath(found: Findings, start: End, at: End): void {
  const gateway = at.kind === 'place' ? null : at.gateway
  if (gateway === null) return
  const { resource, network } = gateway
  const expected = start.kind === 'place' ? start.resource.id : (start.gateway?.resource.id ?? 'the internet gateway')
  const reason = `On the return path: the response leaves through ${resource.id}, not through ${expected}.`
  if (resource.type === typePlaying('egress-only internet gateway')) {
    found.blocks.push({
      id: resource.id,
      type: resource.type,
      direction: 'egress',
      code: 'NO_POSSIBLE_DESTINATION',
      reason,
    })
  } else found.gaps.push(gapAt(network.index, resource.type, reason))
}
