/**
 * Walks single packets through a plain network, one address and one port at a time. It is as simple as it can be and shares no code with
 * what it is compared with: addresses are numbers, ranges are looked through one by one.
 */
import type { World, WorldEntry, WorldRule } from './world.ts'

export type Flow = {
  readonly from: string
  readonly to: string
  readonly protocol: 'tcp' | 'udp' | 'icmp'
  readonly port: number
}

type Packet = {
  readonly source: string
  readonly target: string
  readonly protocol: 'tcp' | 'udp' | 'icmp'
  readonly sourcePort: number
  readonly targetPort: number
  readonly icmpType: number
}

/** Samples of source ports: at least one of each range that the rules of the random worlds distinguish. */
const fewPorts = [32_768, 40_000, 49_151, 49_152, 60_999, 65_535]
const morePorts = [1024, 3000, 5000, 5001, 20_000, 32_767, ...fewPorts]

const toNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

function isIn(address: string, block: string): boolean {
  const [start = '', length = '32'] = block.split('/')
  const size = 2 ** (32 - Number(length))
  return Math.floor(toNumber(address) / size) === Math.floor(toNumber(start) / size)
}

const isPrivate = (address: string) =>
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'].some((block) => isIn(address, block))

/** Both endpoints are instances or internet addresses. */
export function walkConnection(world: World, flow: Flow): 'reachable' | 'blocked' | 'sometimes' {
  const results = fewPorts.map((port) => connects(world, flow, port))
  if (results.every((result) => result)) return 'reachable'
  return [...results, ...morePorts.map((port) => connects(world, flow, port))].some((result) => result)
    ? 'sometimes'
    : 'blocked'
}

const numberOf = { tcp: '6', udp: '17', icmp: '1' } as const

function connects(world: World, { from, to, protocol, port }: Flow, sourcePort: number): boolean {
  const startsInside = from.startsWith('i-')
  const endsInside = to.startsWith('i-')
  const start = world.interfaces.find((each) => each.instance === from)
  const end = world.interfaces.find((each) => each.instance === to)
  const source = startsInside ? (start?.addresses[0]?.privateIp ?? '') : from
  const target = endsInside ? ((startsInside ? end?.addresses[0]?.privateIp : end?.addresses[0]?.publicIp) ?? '') : to
  if (source === '' || target === '') return false
  const packet: Packet = { source, target, protocol, sourcePort, targetPort: port, icmpType: 8 }

  // The forward direction, with the changed addresses and where they changed.
  const changes: {
    readonly at: string
    readonly from: string
    readonly to: string
    readonly kind: 'nat' | 'public'
  }[] = []
  let now = packet
  let place = startsInside ? fromInterface(world, start?.id ?? '', now, true) : fromInternet(world, now)
  for (let hop = 0; hop < 12; hop += 1) {
    if (place === null) return false
    if (place.kind === 'nat') {
      const nat = world.interfaces.find((each) => each.id === place?.at)
      const address = nat?.addresses[0]?.privateIp ?? ''
      changes.push({ at: place.at, from: now.source, to: address, kind: 'nat' })
      now = { ...now, source: address }
      place = fromInterface(world, place.at, now, false)
      continue
    }
    break
  }
  if (place === null) return false
  if (place.kind === 'out') {
    if (endsInside) return false
    return returns(world, packet, changes, start?.id ?? '', null)
  }
  if (place.kind !== 'in' || place.at !== end?.id) return false
  const arrived = { ...now, target: end.addresses[0]?.privateIp ?? '' }
  if (!letsIn(world, end.id, arrived)) return false
  return returns(world, { ...packet, target: arrived.target, source: now.source }, changes, start?.id ?? '', end.id)
}

type Change = { readonly at: string; readonly from: string; readonly to: string; readonly kind: 'nat' | 'public' }

/** The return direction: from the destination to the last NAT gateway, and from each to the previous one. */
function returns(
  world: World,
  packet: Packet,
  changes: readonly Change[],
  startId: string,
  endId: string | null,
): boolean {
  const answer: Packet = {
    ...packet,
    source: packet.target,
    target: '',
    sourcePort: packet.targetPort,
    targetPort: packet.sourcePort,
    icmpType: 0,
  }
  const stops = [startId, ...changes.map(({ at }) => at)]
  const startsInside = startId !== ''
  let at: string | null = endId
  for (const stop of stops.toReversed()) {
    const stopInterface = world.interfaces.find((each) => each.id === stop)
    if (at === null) {
      // From the internet to the public address of the last sender.
      const publicIp = stopInterface?.addresses[0]?.publicIp
      if (publicIp === undefined) return false
      const back = fromInternet(world, { ...answer, target: publicIp })
      if (back?.kind !== 'in' || back.at !== stop) return false
    } else if (!startsInside) {
      const back = fromInterface(world, at, { ...answer, target: packet.source }, false)
      return back?.kind === 'out'
    } else {
      const back = fromInterface(world, at, { ...answer, target: stopInterface?.addresses[0]?.privateIp ?? '' }, false)
      if (back?.kind !== 'in' || back.at !== stop) return false
    }
    at = stop
  }
  return true
}

type Place = { readonly kind: 'in' | 'nat' | 'out'; readonly at: string }

function fromInterface(world: World, id: string, packet: Packet, checkGroups: boolean): Place | null {
  const from = world.interfaces.find((each) => each.id === id)
  const subnet = world.subnets.find((each) => each.id === from?.subnet)
  if (from === undefined || subnet === undefined) return null
  if (checkGroups && !groupsAllow(world, from.groups, 'egress', packet, packet.target)) return null
  const near = world.interfaces.find(
    (each) => each.subnet === subnet.id && each.addresses.some(({ privateIp }) => privateIp === packet.target),
  )
  if (near !== undefined) return { kind: 'in', at: near.id }
  return route(world, subnet.id, packet, from, 0)
}

function route(
  world: World,
  subnetId: string,
  packet: Packet,
  from: World['interfaces'][number] | null,
  depth: number,
): Place | null {
  if (depth > 8) return null
  const subnet = world.subnets.find((each) => each.id === subnetId)
  if (subnet === undefined) return null
  const table =
    world.tables.find((each) => each.id === subnet.table) ??
    world.tables.find((each) => each.vpc === subnet.vpc && each.main === true)
  const blocksOf = (destination: string) =>
    destination.startsWith('pl-')
      ? (world.prefixLists.find((list) => list.id === destination)?.entries ?? [])
      : [destination]
  let best: { readonly length: number; readonly target: string; readonly state: string; readonly rank: number } | null =
    null
  for (const { destination, target, state = 'active', propagated = false } of table?.routes ?? []) {
    for (const block of blocksOf(destination)) {
      if (block.includes(':') || !isIn(packet.target, block)) continue
      const length = Number(block.split('/')[1])
      const rank = propagated ? 2 : destination.startsWith('pl-') ? 1 : 0
      if (best === null || length > best.length || (length === best.length && rank < best.rank))
        best = { length, target, state, rank }
    }
  }
  if (best === null || best.state === 'blackhole') return null
  if (best.target === 'local') return local(world, subnet.vpc, packet, subnet.id)
  if (best.target.startsWith('nat-')) {
    const nat = world.nats.find((each) => each.id === best?.target)
    const natInterface = world.interfaces.find((each) => each.id === nat?.networkInterface)
    const isAnswer = packet.icmpType === 0
    if (nat === undefined || natInterface === undefined || isAnswer || (nat.state ?? 'available') !== 'available')
      return null
    if (
      natInterface.subnet !== subnet.id &&
      !(aclAllows(world, subnet.id, 'egress', packet) && aclAllows(world, natInterface.subnet, 'ingress', packet))
    )
      return null
    return { kind: 'nat', at: natInterface.id }
  }
  if (!aclAllows(world, subnet.id, 'egress', packet)) return null
  if (best.target.startsWith('igw-')) {
    const address = from?.addresses.find(({ privateIp }) => privateIp === packet.source)
    if (isPrivate(packet.target) || address?.publicIp === undefined) return null
    const isNat = world.nats.some(({ networkInterface }) => networkInterface === from?.id)
    if (packet.icmpType === 8 && !isOpen(world, subnet, isNat ? 'nat' : 'out')) return null
    return { kind: 'out', at: best.target }
  }
  if (best.target.startsWith('pcx-')) {
    const peering = world.peerings.find((each) => each.id === best?.target)
    const other = peering?.vpcs.find((vpc) => vpc !== subnet.vpc)
    if (peering === undefined || other === undefined || (peering.status ?? 'active') !== 'active') return null
    return local(world, other, packet, null)
  }
  if (best.target.startsWith('tgw-')) {
    const attachment = world.attachments.find((each) => each.gateway === best?.target && each.vpc === subnet.vpc)
    const own = world.subnets.find(
      (each) => attachment?.subnets?.includes(each.id) === true && each.zone === subnet.zone,
    )
    if (attachment === undefined || (attachment.state ?? 'available') !== 'available' || own === undefined) return null
    if (!aclAllows(world, own.id, 'ingress', packet)) return null
    const next = transitRoute(world, attachment.table, packet.target)
    const leaving = world.attachments.find((each) => each.id === next)
    const there = world.subnets.filter((each) => leaving?.subnets?.includes(each.id) === true)
    const exit = there.find((each) => each.zone === subnet.zone) ?? there[0]
    return exit === undefined ? null : route(world, exit.id, packet, null, depth + 1)
  }
  throw new Error(`The walker does not know ${best.target}`)
}

function transitRoute(world: World, tableId: string | undefined, address: string): string | null {
  const table = world.transitTables.find((each) => each.id === tableId)
  let best: { readonly length: number; readonly rank: number; readonly to: string | null } | null = null
  for (const { destination = '', attachments, state = 'active', type = 'static' } of table?.routes ?? []) {
    if (destination === '' || !isIn(address, destination)) continue
    const length = Number(destination.split('/')[1])
    const rank = type === 'static' ? 0 : 1
    const to = state === 'active' ? (attachments[0] ?? null) : null
    if (best === null || length > best.length || (length === best.length && rank < best.rank))
      best = { length, rank, to }
  }
  return best?.to ?? null
}

/** Delivers to the owner of the address in the VPC. `fromSubnet`: `null` from outside. */
function local(world: World, vpc: string, packet: Packet, fromSubnet: string | null): Place | null {
  const found = world.interfaces.find(
    (each) =>
      world.subnets.find((subnet) => subnet.id === each.subnet)?.vpc === vpc &&
      each.addresses.some(({ privateIp }) => privateIp === packet.target),
  )
  if (found === undefined) return null
  if (found.subnet !== fromSubnet) {
    if (fromSubnet !== null && !aclAllows(world, fromSubnet, 'egress', packet)) return null
    if (!aclAllows(world, found.subnet, 'ingress', packet)) return null
  }
  return { kind: 'in', at: found.id }
}

function fromInternet(world: World, packet: Packet): Place | null {
  const found = world.interfaces.find((each) => each.addresses.some(({ publicIp }) => publicIp === packet.target))
  const subnet = world.subnets.find((each) => each.id === found?.subnet)
  const privateIp = found?.addresses.find(({ publicIp }) => publicIp === packet.target)?.privateIp
  if (found === undefined || subnet === undefined || privateIp === undefined) return null
  if (!world.internetGateways.some(({ vpc }) => vpc === subnet.vpc)) return null
  if (packet.icmpType === 8 && !isOpen(world, subnet, 'in')) return null
  return local(world, subnet.vpc, { ...packet, target: privateIp }, null)
}

/** Whether VPC Block Public Access lets connections of a subnet pass its internet gateway. */
function isOpen(world: World, subnet: World['subnets'][number], way: 'in' | 'out' | 'nat'): boolean {
  const setting = world.blockPublicAccess
  if (setting === undefined) return true
  const excluded = (as: string) =>
    setting.exclusions.some(({ of, mode }) => mode === as && (of === subnet.id || of === subnet.vpc))
  if (excluded('allow-bidirectional')) return true
  if (way === 'in') return false
  return setting.mode === 'block-ingress' ? way === 'nat' : excluded('allow-egress')
}

function letsIn(world: World, id: string, packet: Packet): boolean {
  return groupsAllow(
    world,
    world.interfaces.find((each) => each.id === id)?.groups ?? [],
    'ingress',
    packet,
    packet.source,
  )
}

function groupsAllow(
  world: World,
  ids: readonly string[],
  direction: 'ingress' | 'egress',
  packet: Packet,
  other: string,
): boolean {
  const fits = ({ protocol, fromPort, toPort }: WorldRule) =>
    protocol === '-1' ||
    (protocol === packet.protocol &&
      (packet.protocol === 'icmp'
        ? fromPort === -1 || fromPort === packet.icmpType
        : packet.targetPort >= (fromPort ?? 0) && packet.targetPort <= (toPort ?? 65_535)))
  const isFor = (peer: string): boolean => {
    if (peer.startsWith('pl-'))
      return (world.prefixLists.find((list) => list.id === peer)?.entries ?? []).some((block) => isIn(other, block))
    if (!peer.startsWith('sg-')) return !peer.includes(':') && isIn(other, peer)
    return world.interfaces.some(
      (each) => each.groups.includes(peer) && each.addresses.some(({ privateIp }) => privateIp === other),
    )
  }
  return world.groups.some(
    (group) => ids.includes(group.id) && group[direction].some((rule) => fits(rule) && isFor(rule.peer)),
  )
}

function aclAllows(world: World, subnetId: string, direction: 'ingress' | 'egress', packet: Packet): boolean {
  const acl = world.acls.find((each) => each.id === world.subnets.find((subnet) => subnet.id === subnetId)?.acl)
  const address = direction === 'ingress' ? packet.source : packet.target
  const fits = ({ protocol, cidrBlock, fromPort, toPort, icmpType = -1 }: WorldEntry) =>
    !cidrBlock.includes(':') &&
    isIn(address, cidrBlock) &&
    (protocol === '-1' ||
      (protocol === numberOf[packet.protocol] &&
        (packet.protocol === 'icmp'
          ? icmpType === -1 || icmpType === packet.icmpType
          : packet.targetPort >= (fromPort ?? 0) && packet.targetPort <= (toPort ?? 65_535))))
  const first = [...(acl?.[direction] ?? [])].sort((a, b) => a.rule - b.rule).find(fits)
  return first?.action === 'allow'
}
