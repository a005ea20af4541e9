/** How a load balancer forwards a connection. */
import type { Json, Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { parseAddress } from '../network/addresses.ts'
import { gapAt } from '../network/gap.ts'
import { protocolsOf } from '../network/listener-protocols.ts'
import type { Estate } from '../network/estate.ts'
import type { Network } from '../network/network.ts'
import { type JsonObject, number, objectsOf, text, textsOf } from '../network/properties.ts'
import { clientPorts, type Traffic } from '../network/traffic.ts'
import { type ReachAnswer, type Block, type ReachCode } from './answer.ts'
import { combine } from './combine.ts'
import { connect } from './connect.ts'
import { type End, type Place, placesOf } from './ends.ts'

const nothing: ReachAnswer = { verdict: 'reachable', path: [], returnPath: [], blockedBy: [], unknownBecause: [] }

function refused({ id, type }: Resource, code: ReachCode, reason: string): ReachAnswer {
  const blockedBy: readonly Block[] = [{ id, type, direction: null, code, reason }]
  return { ...nothing, verdict: 'blocked', blockedBy }
}

function unclear(network: Network, { type }: Pick<Resource, 'type'>, reason: string): ReachAnswer {
  return { ...nothing, verdict: 'unknown', unknownBecause: [gapAt(network.index, type, reason)] }
}

/** From a node of a load balancer, called by `client`, to one of its targets. */
export function toTargets(estate: Estate, client: End, node: Place, traffic: Traffic): ReachAnswer {
  const { network, resource: balancer } = node
  const gap =
    network.gap('load balancer listener') ?? network.gap('load balancer listener rule') ?? network.gap('target group')
  if (gap !== null) return { ...nothing, verdict: 'unknown', unknownBecause: [gap] }
  if (traffic.protocol === 'icmp') return unclear(network, balancer, 'ICMP to load balancers is not modeled.')
  const { index } = network
  const listeners = index
    .sources(balancer, 'contained in', typePlaying('load balancer listener'))
    .flatMap(({ id }) => network.find('load balancer listener', id) ?? [])
  const listener = listeners.find((each) => each.properties['port'] === traffic.port && takes(each, traffic.protocol))
  if (listener === undefined) {
    return refused(
      balancer,
      'ELBV2_LISTENERS_MISMATCH',
      `It has no listener for ${traffic.protocol} port ${traffic.port}.`,
    )
  }
  const actions = textsOf(listener, 'defaultActions') ?? []
  if (actions.includes('fixed-response') || actions.includes('redirect')) return nothing
  const groups = groupsOf(network, listener)
  if (groups.length === 0) return unclear(network, listener, `The targets of ${listener.id} are unknown.`)
  const answers = groups.map((group) => toGroup(estate, { client, node, listener, group }, traffic.protocol))
  return combine(answers, 'several')
}

/** Its listeners define the ports, such as `HTTP:80 to HTTP:8080`. */
export function toClassicTargets(estate: Estate, node: Place, traffic: Traffic): ReachAnswer {
  const { network, resource: balancer } = node
  const port = traffic.protocol === 'tcp' ? traffic.port : null
  const listener = (textsOf(balancer, 'listeners') ?? [])
    .map((each) => /^[^:]*:(\d+) to [^:]*:(\d+)$/u.exec(each))
    .find((each) => Number(each?.[1]) === port)
  if (listener === undefined || listener === null) {
    return refused(balancer, 'ELB_LISTENERS_MISMATCH', 'It has no listener for it.')
  }
  const onward: Traffic = { protocol: 'tcp', port: Number(listener[2]) }
  const states = objectsOf(balancer, 'instanceHealth')
  const registered = network.index.targets(balancer, 'routes to', typePlaying('instance')).map(({ id }) => id)
  const inService = states?.filter(({ state }) => state === 'InService').map(({ id }) => text(id) ?? '') ?? null
  if ((inService ?? registered).length === 0)
    return unclear(network, balancer, `${balancer.id} has no instance in service.`)
  const crossesZones = balancer.properties['crossZoneLoadBalancing'] ?? null
  const answers = (inService ?? registered).map((id) => {
    const instance = network.find('instance', id)
    if (instance === null) return unclear(network, balancer, `The instance ${id} was not read.`)
    const answer = toTarget(estate, instance, node, onward)
    if (answer.verdict === 'blocked' || (inService !== null && takesFromZone(crossesZones, instance, node)))
      return answer
    return inService === null
      ? unclear(network, balancer, `The health of the instances of ${balancer.id} was not read.`)
      : unclear(network, balancer, otherZone(balancer, crossesZones))
  })
  return combine(answers, 'several')
}

/** `crosses`: whether cross-zone load balancing is on; `null`: not read. */
function takesFromZone(crosses: Json, target: Resource, { network, subnet }: Place): boolean {
  const { places } = placesOf(network, target)
  const zone = subnet.properties['availabilityZone']
  return crosses === true || places.every((place) => place.subnet.properties['availabilityZone'] === zone)
}

function otherZone({ id }: Resource, crosses: Json): string {
  return crosses === false
    ? `${id} sends requests only to targets in the Availability Zone of each node, and it isn't known which node a client calls.`
    : `The cross-zone setting of ${id} was not read.`
}

/** Source: "Cross-zone load balancing for target groups" in the guides of Application and Network Load Balancers. */
function crossesZones(balancer: Resource, group: Resource): boolean | null {
  const own = text(group.properties['crossZoneLoadBalancing'])
  if (own === null) return null
  if (own !== 'use_load_balancer_configuration') return own === 'true'
  if (balancer.properties['loadBalancerType'] === 'application') return true
  const whole = balancer.properties['crossZoneLoadBalancing']
  return typeof whole === 'boolean' ? whole : null
}

function takes(listener: Resource, protocol: 'tcp' | 'udp'): boolean {
  return protocolsOf(listener.properties['protocol']).includes(protocol)
}

function groupsOf(network: Network, listener: Resource): readonly Resource[] {
  const { index } = network
  const type = typePlaying('target group')
  const rules = index.sources(listener, 'contained in', typePlaying('load balancer listener rule'))
  const references = [listener, ...rules].flatMap((each) => index.targets(each, 'routes to', type))
  return [...new Set(references.map(({ id }) => id))].flatMap((id) => network.find('target group', id) ?? [])
}

type Forwarding = {
  readonly client: End
  readonly node: Place
  readonly listener: Resource
  readonly group: Resource
}

function toGroup(estate: Estate, forwarding: Forwarding, protocol: 'tcp' | 'udp'): ReachAnswer {
  const { node, group, listener } = forwarding
  const { network, resource: balancer } = node
  const targets = objectsOf(group, 'targets')
  if (targets === null) return unclear(network, group, `The targets of ${group.id} were not read.`)
  if (targets.length === 0) return refused(listener, 'ELBV2_LISTENER_HAS_NO_TG', `${group.id} has no targets.`)
  const kind = text(group.properties['targetType'])
  if (kind === 'lambda') return nothing
  const serving = targets.filter((target) => !idleStates.has(text(target['health']) ?? ''))
  if (serving.length === 0) return refused(group, 'ELBV2_LISTENER_REQUIRES_TG_ACCEPT', 'None of its targets is in use.')
  const healthy = serving.filter((target) => target['health'] === 'healthy')
  // Without a healthy target, load balancers use all of them.
  if (healthy.length === 0) return unclear(network, group, `None of the targets of ${group.id} is healthy.`)
  const type = balancer.properties['loadBalancerType']
  if (type !== 'application' && (type !== 'network' || kind === 'alb')) {
    return unclear(network, group, `How ${balancer.id} handles the traffic is not modeled.`)
  }
  const toOne = (target: JsonObject) => {
    const found = targetOf(network, group, kind, text(target['id']) ?? '')
    const port = number(target['port']) ?? number(group.properties['port'])
    if (found === null || port === null) return unclear(network, group, `A target of ${group.id} was not read.`)
    const answer =
      type === 'application'
        ? toTarget(estate, found, node, { protocol: 'tcp', port })
        : fromNetworkBalancer(estate, forwarding, found, { protocol, port })
    const crosses = crossesZones(balancer, group)
    if (answer.verdict === 'blocked' || takesFromZone(crosses, found, node)) return answer
    return unclear(network, group, otherZone(group, crosses))
  }
  const answers: ReachAnswer[] = []
  for (const target of healthy.slice(0, mostTargets)) {
    const answer = toOne(target)
    if (answer.verdict === 'reachable') return answer
    answers.push(answer)
  }
  if (healthy.length > mostTargets) {
    const others = healthy.length - mostTargets
    const reason = `None of the first ${mostTargets} targets of ${group.id} can be reached. ${others} others weren't checked.`
    answers.push(unclear(network, group, reason))
  }
  return combine(answers, 'several')
}

/** Further targets of a large group rarely differ, and each check takes about a millisecond. */
const mostTargets = 20

function toTarget(estate: Estate, target: Resource, node: Place, traffic: Traffic): ReachAnswer {
  const { places, gaps } = placesOf(node.network, target)
  if (gaps.length > 0) return { ...nothing, verdict: 'unknown', unknownBecause: gaps }
  const near = places.filter((place) => place.addresses[0]?.family === node.addresses[0]?.family)
  return combine(
    near.map((place) => connect(estate, traffic, node, place)),
    'several',
  )
}

/**
 * It calls with the client's address or with its own. For UDP, always with the client's. Otherwise, an attribute of the
 * target group decides. If it wasn't read, both results must agree. Source: "Edit target group attributes" in the guide
 * of Network Load Balancers.
 */
function fromNetworkBalancer(
  estate: Estate,
  { client, node, group }: Forwarding,
  target: Resource,
  traffic: Extract<Traffic, { readonly port: number }>,
): ReachAnswer {
  const { network, resource: balancer } = node
  if (client.kind === 'place') {
    return unclear(network, group, `The source addresses of ${balancer.id} for clients in VPCs are not modeled.`)
  }
  const asClient: Place = { ...node, addresses: client.addresses, ports: clientPorts, keepsClientAddress: true }
  const kept = toTarget(estate, target, asClient, traffic)
  const keeps = traffic.protocol === 'udp' || group.properties['preserveClientIp']
  // IPv6 clients of IPv4 targets come with addresses of the load balancer.
  if (keeps === true && client.addresses[0]?.family === 4) return kept
  const own = toTarget(estate, target, node, traffic)
  if (keeps === false || kept.verdict === own.verdict) return own
  return unclear(network, group, `The client IP preservation setting of ${group.id} was not read.`)
}

/** These targets receive no requests. Source: "Target health status" in the guide of Application Load Balancers. */
const idleStates: ReadonlySet<string> = new Set(['draining', 'unused'])

function targetOf(network: Network, group: Resource, kind: string | null, id: string): Resource | null {
  if (kind === 'instance') return network.find('instance', id)
  if (kind !== 'ip') return null
  const address = parseAddress(id)
  if (address === null) return null
  const registered = new Set(
    network.index.targets(group, 'routes to', typePlaying('network interface')).map((each) => each.id),
  )
  return network.interfacesWith(address).find((each) => registered.has(each.id)) ?? null
}
