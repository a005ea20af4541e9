/** What a load balancer does with a connection that came to it. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import { parseAddress } from '../network/addresses.ts'
import { gapAt } from '../network/gap.ts'
import type { Estate } from '../network/estate.ts'
import type { Network } from '../network/network.ts'
import { type JsonObject, number, objectsOf, text, textsOf } from '../network/properties.ts'
import type { Traffic } from '../network/traffic.ts'
import { type ReachAnswer, type Block, type ReachCode } from './answer.ts'
import { combine } from './combine.ts'
import { connect } from './connect.ts'
import { type Place, placesOf } from './ends.ts'

const nothing: ReachAnswer = { verdict: 'reachable', path: [], returnPath: [], blockedBy: [], unknownBecause: [] }

function refused({ id, type }: Resource, code: ReachCode, reason: string): ReachAnswer {
  const blockedBy: readonly Block[] = [{ id, type, direction: null, code, reason }]
  return { ...nothing, verdict: 'blocked', blockedBy }
}

function unclear(network: Network, { type }: Pick<Resource, 'type'>, reason: string): ReachAnswer {
  return { ...nothing, verdict: 'unknown', unknownBecause: [gapAt(network.index, type, reason)] }
}

/** From the nodes of the load balancer to one of its targets. `nodes`: its interfaces. */
export function toTargets(
  estate: Estate,
  network: Network,
  balancer: Resource,
  nodes: readonly Place[],
  traffic: Traffic,
): ReachAnswer {
  const gap =
    network.gap('load balancer listener') ?? network.gap('load balancer listener rule') ?? network.gap('target group')
  if (gap !== null) return { ...nothing, verdict: 'unknown', unknownBecause: [gap] }
  if (traffic.protocol === 'icmp')
    return unclear(network, balancer, 'What a load balancer answers to ICMP is not modeled.')
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
  if (groups.length === 0) return unclear(network, listener, `Where ${listener.id} forwards to is not known.`)
  const answers = groups.map((group) => toGroup(estate, network, { balancer, listener, group }, nodes))
  return combine(answers, 'several')
}

/** Its listeners say which ports it takes, e.g. `HTTP:80 to HTTP:8080`. */
export function toClassicTargets(network: Network, balancer: Resource, traffic: Traffic): ReachAnswer {
  const port = traffic.protocol === 'tcp' ? traffic.port : null
  const listeners = textsOf(balancer, 'listeners') ?? []
  if (!listeners.some((listener) => new RegExp(`^[^:]*:${port} to `, 'u').test(listener))) {
    return refused(balancer, 'ELB_LISTENERS_MISMATCH', 'It has no listener for it.')
  }
  return unclear(network, balancer, `Which instances of ${balancer.id} are in service was not read.`)
}

const tcpProtocols: ReadonlySet<string> = new Set(['HTTP', 'HTTPS', 'TCP', 'TLS', 'TCP_UDP', 'TCP_QUIC'])
const udpProtocols: ReadonlySet<string> = new Set(['UDP', 'TCP_UDP', 'QUIC', 'TCP_QUIC'])

function takes(listener: Resource, protocol: 'tcp' | 'udp'): boolean {
  return (protocol === 'tcp' ? tcpProtocols : udpProtocols).has(text(listener.properties['protocol']) ?? '')
}

function groupsOf(network: Network, listener: Resource): readonly Resource[] {
  const { index } = network
  const type = typePlaying('target group')
  const rules = index.sources(listener, 'contained in', typePlaying('load balancer listener rule'))
  const references = [listener, ...rules].flatMap((each) => index.targets(each, 'routes to', type))
  return [...new Set(references.map(({ id }) => id))].flatMap((id) => network.find('target group', id) ?? [])
}

type Forwarding = { readonly balancer: Resource; readonly listener: Resource; readonly group: Resource }

function toGroup(estate: Estate, network: Network, forwarding: Forwarding, nodes: readonly Place[]): ReachAnswer {
  const { balancer, group, listener } = forwarding
  const targets = objectsOf(group, 'targets')
  if (targets === null || group.partial === true)
    return unclear(network, group, `The targets of ${group.id} were not read.`)
  if (targets.length === 0) return refused(listener, 'ELBV2_LISTENER_HAS_NO_TG', `${group.id} has no targets.`)
  const kind = text(group.properties['targetType'])
  if (kind === 'lambda') return nothing
  const serving = targets.filter((target) => !idleStates.has(text(target['health']) ?? ''))
  if (serving.length === 0) return refused(group, 'ELBV2_LISTENER_REQUIRES_TG_ACCEPT', 'None of its targets is in use.')
  const healthy = serving.filter((target) => target['health'] === 'healthy')
  // Without a healthy target, all of them are tried.
  if (healthy.length === 0) return unclear(network, group, `None of the targets of ${group.id} is healthy.`)
  if (balancer.properties['loadBalancerType'] !== 'application') {
    return unclear(network, group, `With which addresses ${balancer.id} calls its targets is not modeled.`)
  }
  const answers: ReachAnswer[] = []
  for (const target of healthy.slice(0, mostTargets)) {
    const answer = toTarget(estate, network, { group, kind, target }, nodes)
    if (answer.verdict === 'reachable') return answer
    answers.push(answer)
  }
  if (healthy.length > mostTargets) {
    const reason = `None of the first ${mostTargets} targets of ${group.id} can be reached. ${healthy.length - mostTargets} others weren't checked.`
    answers.push(unclear(network, group, reason))
  }
  return combine(answers, 'several')
}

/** Further targets of a large group are hardly different, and checking each takes about a millisecond. */
const mostTargets = 20

type Target = { readonly group: Resource; readonly kind: string | null; readonly target: JsonObject }

function toTarget(
  estate: Estate,
  network: Network,
  { group, kind, target }: Target,
  nodes: readonly Place[],
): ReachAnswer {
  const found = targetOf(network, group, kind, text(target['id']) ?? '')
  const port = number(target['port']) ?? number(group.properties['port'])
  if (found === null || port === null) return unclear(network, group, `A target of ${group.id} was not read.`)
  const placing = placesOf(network, found)
  if (placing.gaps.length > 0) return { ...nothing, verdict: 'unknown' as const, unknownBecause: placing.gaps }
  const onward: Traffic = { protocol: 'tcp', port }
  const answers: ReachAnswer[] = []
  for (const node of nodes) {
    for (const place of placing.places) {
      if (place.addresses[0]?.family !== node.addresses[0]?.family) continue
      const answer = connect(estate, onward, node, place)
      if (answer.verdict === 'reachable') return answer
      answers.push(answer)
    }
  }
  return combine(answers, 'several')
}

/** Not asked for anything. Source: "Target health status" in the guide of Application Load Balancers. */
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
