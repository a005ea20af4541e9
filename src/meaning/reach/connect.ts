/** A connection between two ends: its packets there, through NAT gateways where routes lead to them, and all the way back. */
import type { Resource } from '../../graph/resource-graph.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import { type AddressSet, familyOf } from '../network/addresses.ts'
import type { Estate } from '../network/estate.ts'
import { gapAt } from '../network/gap.ts'
import { text } from '../network/properties.ts'
import { clientPorts, replyKind, requestKind, type Traffic } from '../network/traffic.ts'
import { type Findings, type Hop, newFindings, type ReachAnswer, verdictOf } from './answer.ts'
import { type End, groupsOfEnd, isSameEnd, type Outside, type Place } from './ends.ts'
import { sendPacket } from './walk.ts'
import type { Arrival, Packet } from './walk-notes.ts'

/** Between two points where addresses are translated. `source` and `destination`: as the far end sees them. */
type Leg = { readonly start: End; readonly finish: End; readonly source: AddressSet; readonly destination: AddressSet }

/** `dialed`: the address that is called, where that is not the goal's own. */
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
  const legs = sendThere(estate, traffic, { start, goal, dialed }, found)
  if (legs === null) return answerOf(found, [], false)
  const { hops, complete } = sendBack(estate, traffic, legs, found)
  return answerOf(found, hops, complete)
}

/** `complete`: the packets came to the end and back. */
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

/** Packets of a network that is not in AWS come in where those to it go out. */
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

/** What is stopped neither sends nor answers. */
function checkStates({ blocks }: Findings, ...ends: readonly End[]): void {
  for (const end of ends) {
    if (end.kind !== 'place') continue
    const { id, type, properties } = ownerOf(end)
    const state = text(properties['state']) ?? text(properties['status'])
    if (state === null || resourceType(type)?.exposedBy?.idle?.includes(state) !== true) continue
    blocks.push({ id, type, direction: null, code: 'BAD_STATE', reason: `It is ${state}.` })
  }
}

/** The instance of a network interface. */
function ownerOf({ network, resource }: Place): Resource {
  if (resource.type !== typePlaying('network interface')) return resource
  const [instance] = network.index.targets(resource, 'attached to', typePlaying('instance'))
  return (instance === undefined ? null : network.find('instance', instance.id)) ?? resource
}

type Call = { readonly start: End; readonly goal: End; readonly dialed: AddressSet }

/** `null`: it does not come to the end. */
function sendThere(
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
    if (!arrival.nat) return cameTo(arrival, goal, found) ? legs : null
    if (isSameEnd(arrival.at, from)) return refuseCircle(found, arrival.at)
    from = arrival.at
  }
  const last = legs.at(-1)?.finish
  if (last?.kind === 'place')
    found.gaps.push(gapAt(last.network.index, last.resource.type, 'NAT gateways lead to each other.'))
  return null
}

/** A NAT gateway whose own subnet leads to it. */
function refuseCircle({ blocks }: Findings, at: End): null {
  if (at.kind !== 'place') return null
  const { id, type } = at.resource
  const reason = 'The routes of its own subnet lead back to it.'
  blocks.push({ id, type, direction: 'egress', code: 'NO_POSSIBLE_DESTINATION', reason })
  return null
}

/** One NAT gateway behind the other is as many as anyone has. */
const mostLegs = 4

function append(found: Findings, { hops, blocks, gaps }: Findings): void {
  found.hops.push(...hops)
  found.blocks.push(...blocks)
  found.gaps.push(...gaps)
}

/** Nobody can tell what a network that is not in AWS does with packets to the internet. */
function cameTo({ at }: Arrival, goal: End, found: Findings): boolean {
  if (at.kind === goal.kind) return true
  const gateway = at.kind === 'place' ? null : at.gateway
  if (gateway !== null) {
    const reason = `What is behind ${gateway.resource.id} is not known.`
    found.gaps.push(gapAt(gateway.network.index, gateway.resource.type, reason))
  }
  return false
}

function sendBack(
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
    found.blocks.push(...onTheWay.blocks.map((block) => ({ ...block, reason: `On the way back: ${block.reason}` })))
    found.gaps.push(...onTheWay.gaps.map((gap) => ({ ...gap, reason: `On the way back: ${gap.reason}` })))
    if (arrival === null) return { hops, complete: false }
    if (!isSameEnd(arrival.at, start)) {
      refuseOtherWay(found, start, arrival.at)
      return { hops, complete: false }
    }
  }
  return { hops, complete: true }
}

/** A gateway that did not let the connection in does not know its answers. */
function refuseOtherWay(found: Findings, start: End, at: End): void {
  const gateway = at.kind === 'place' ? null : at.gateway
  if (gateway === null) return
  const { resource, network } = gateway
  const expected = start.kind === 'place' ? start.resource.id : (start.gateway?.resource.id ?? 'the internet gateway')
  const reason = `On the way back: the answer leaves by ${resource.id}, not by ${expected}.`
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
