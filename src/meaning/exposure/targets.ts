/** Targets of exposed load balancers, as far as the security groups of the target allow the load balancer's traffic. */
import { everyResourceType, isIdle, typePlaying } from '../../resource-types/look-ups.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { compareText, type GraphIndex, textProperty } from '../../graph/graph-index.ts'
import { protocolsOf } from '../network/listener-protocols.ts'
import { type Admission, admission, clientsFrom, nodesOf, type Sender } from './admission.ts'
import { distinctUnread, unreadResource, unreadType } from './coverage.ts'
import type { Exposure, ExposureStep, Unread } from './exposure.ts'
import { type Fields, recordsOf, textOf, textsOf } from './listed.ts'
import { hasPort } from './ports.ts'

const types = {
  balancer: typePlaying('load balancer'),
  classic: typePlaying('classic load balancer'),
  listener: typePlaying('load balancer listener'),
  rule: typePlaying('load balancer listener rule'),
  group: typePlaying('target group'),
  instance: typePlaying('instance'),
  interface: typePlaying('network interface'),
  function: everyResourceType.find(({ exposedBy }) => exposedBy?.rule === 'function access')?.type ?? '',
} as const

/** By target type of the target group. */
const typeOfKind: Readonly<Record<string, string>> = {
  instance: types.instance,
  ip: types.interface,
  lambda: types.function,
  alb: types.balancer,
}

/** Traffic that a load balancer forwards. */
type Forwarding = {
  readonly balancer: Resource
  /** Not of a Classic Load Balancer. */
  readonly group?: Resource
  readonly entrance: Exposure
  readonly steps: readonly ExposureStep[]
  readonly condition: string | null
}

type Target = {
  readonly reference: ResourceReference
  readonly protocol: string
  /** `null`: it is invoked, or the group has no port. */
  readonly port: number | null
}

/** `entrances`: the exposures of load balancers. If any resource of a type may be a target, one entry without an ID. */
export function targetExposures(index: GraphIndex, entrances: readonly Exposure[]): readonly Exposure[] {
  const unread = new Map<string, readonly Unread[]>()
  const note = (type: string, because: readonly Unread[]) => unread.set(type, [...(unread.get(type) ?? []), ...because])
  const found = entrances.flatMap((entrance) => {
    const { type, id } = entrance.resource
    if (id === null) {
      const behind = type === types.classic ? [types.instance] : Object.values(typeOfKind)
      for (const each of behind) note(each, entrance.unknownBecause)
      return []
    }
    const balancer = index.find({ type, id })
    if (balancer === null) return []
    return type === types.classic
      ? classicTargets(index, balancer, entrance)
      : targetsOf(index, balancer, entrance, note)
  })
  const ofTypes = [...unread].map(([type, because]): Exposure => ({
    ...behindBalancer,
    resource: { type, id: null, arn: null, name: null },
    from: 'internet',
    protocol: null,
    ports: null,
    verdict: 'unknown',
    condition: null,
    path: [],
    unknownBecause: distinctUnread(because),
  }))
  return [...ofTypes, ...found]
}

const behindBalancer = { kind: 'target', by: 'load balancer' } as const

type Note = (type: string, because: readonly Unread[]) => void

function targetsOf(index: GraphIndex, balancer: Resource, entrance: Exposure, note: Note): readonly Exposure[] {
  const unread = [types.listener, types.rule, types.group].flatMap((type) => unreadType(index, type) ?? [])
  if (unread.length > 0) for (const type of Object.values(typeOfKind)) note(type, unread)
  return index
    .sources(balancer, 'contained in', types.listener)
    .flatMap((reference) => index.find(reference) ?? [])
    .filter((listener) => isEnteredBy(listener, entrance))
    .flatMap((listener) => forwardingsOf(index, balancer, entrance, listener))
    .flatMap((forwarding) => throughGroup(index, forwarding, forwarding.group, note))
}

function isEnteredBy({ properties: { protocol, port } }: Resource, entrance: Exposure): boolean {
  const isForPort = entrance.ports === null || (typeof port === 'number' && hasPort(entrance.ports, port))
  return isForPort && (entrance.protocol === null || protocolsOf(protocol).includes(entrance.protocol))
}

/** By the default actions of a listener, and by its rules. */
function forwardingsOf(index: GraphIndex, balancer: Resource, entrance: Exposure, listener: Resource) {
  const rules = index.sources(listener, 'contained in', types.rule).flatMap((reference) => index.find(reference) ?? [])
  return [listener, ...rules].flatMap((from) => {
    const steps: readonly ExposureStep[] = [
      { type: listener.type, id: listener.id, evidence: `listens on port ${textProperty(listener, 'port')}` },
      ...(from === listener
        ? []
        : [{ type: from.type, id: from.id, evidence: 'forwards requests that match its conditions' }]),
    ]
    return index
      .targets(from, 'routes to', types.group)
      .flatMap((reference) => index.find(reference) ?? [])
      .map((group) => ({ balancer, entrance, steps, condition: conditionOf(listener, from), group }))
  })
}

/** Only conditions that callers can't choose freely. They choose hosts, paths, and queries themselves. */
function conditionOf(listener: Resource, from: Resource): string | null {
  const actions = textsOf(from, 'defaultActions') ?? textsOf(from, 'actions') ?? []
  const sign = actions.find((action) => action.startsWith('authenticate-') || action === 'jwt-validation')
  const words = recordsOf(from, 'conditions').flatMap(({ field, header, values }) => {
    if (field === 'source-ip' && Array.isArray(values)) return [`only from ${values.join(' or ')}`]
    return field === 'http-header' ? [`only with the header ${textOf(header)}, which its rule requires`] : []
  })
  const isMutual = listener.properties['mutualAuthentication'] === 'verify'
  return (
    [
      ...(isMutual ? ['only with a client certificate (mutual TLS)'] : []),
      ...words,
      ...(sign === undefined ? [] : [`only with authorization (${sign})`]),
    ].join(' and ') || null
  )
}

/** These targets receive no requests. Source: "Target health status" in the guide of Application Load Balancers. */
const idleStates: ReadonlySet<unknown> = new Set(['draining', 'unused'])

function throughGroup(index: GraphIndex, forwarding: Forwarding, group: Resource, note: Note): readonly Exposure[] {
  const { targets } = group.properties
  const kind = textProperty(group, 'targetType')
  if (!Array.isArray(targets)) {
    const because = { type: types.group, action: 'elasticloadbalancing:DescribeTargetHealth' }
    for (const type of kind in typeOfKind ? [typeOfKind[kind]!] : Object.values(typeOfKind)) note(type, [because])
    return []
  }
  return recordsOf(group, 'targets')
    .filter(({ health }) => !idleStates.has(health))
    .flatMap((entry): readonly Exposure[] => {
      const type = typeOfKind[kind] ?? types.interface
      const reference = referenceOf(index, group, type, entry)
      if (reference === null) {
        const unread = unreadType(index, type)
        if (unread !== null) note(type, [unread])
        return [outsideTarget(forwarding, group, entry, type)]
      }
      const port = kind === 'lambda' ? null : portOf(entry, group)
      const { entrance } = forwarding
      const isUdp = entrance.protocol === 'udp' && textProperty(group, 'protocol').includes('UDP')
      const steps = [
        ...forwarding.steps,
        { type: group.type, id: group.id, evidence: `has the target ${textOf(entry['id'])}` },
      ]
      const target: Target = { reference, protocol: isUdp ? 'udp' : 'tcp', port }
      const found = reached(index, { ...forwarding, steps }, target)
      if (found === null) return []
      const behind = type === types.balancer ? index.find(reference) : null
      const leadsOn = behind !== null && isNetwork(forwarding.balancer) && !isNetwork(behind)
      return leadsOn ? [found, ...targetsOf(index, behind, found, note)] : [found]
    })
}

function isNetwork({ properties }: Resource): boolean {
  return properties['loadBalancerType'] === 'network'
}

function portOf({ port }: Fields, group: Resource): number | null {
  const own = group.properties['port']
  return typeof port === 'number' ? port : typeof own === 'number' ? own : null
}

function referenceOf(index: GraphIndex, group: Resource, type: string, { id }: Fields): ResourceReference | null {
  const named = index.targets(group, 'routes to', type)
  if (type === types.interface) return named.find((each) => addressesAt(index.find(each)).includes(textOf(id))) ?? null
  return named.find((each) => textOf(id).includes(each.id)) ?? null
}

function addressesAt(networkInterface: Resource | null): readonly string[] {
  if (networkInterface === null) return []
  return [
    textProperty(networkInterface, 'privateIpAddress'),
    ...recordsOf(networkInterface, 'privateIpAddresses').map(({ privateIpAddress }) => textOf(privateIpAddress)),
    ...(textsOf(networkInterface, 'ipv6Addresses') ?? []),
  ]
}

/** A target that the scan didn't find: outside the scan, or not read. */
function outsideTarget(
  { entrance, steps }: Forwarding,
  { type, id, arn, name }: Resource,
  target: Fields,
  missing: string,
): Exposure {
  const evidence = `has the target ${textOf(target['id'])}, which couldn't be read`
  return {
    ...entrance,
    ...behindBalancer,
    resource: { type, id, arn, name },
    protocol: null,
    ports: null,
    verdict: 'unknown',
    condition: null,
    path: [...entrance.path, ...steps, { type, id, evidence }],
    unknownBecause: [{ type: missing, action: null }],
  }
}

/** `null`: its security groups deny it, or it is stopped. */
function reached(index: GraphIndex, forwarding: Forwarding, target: Target): Exposure | null {
  const { entrance, steps } = forwarding
  const { reference, protocol, port } = target
  const resource = index.find(reference)
  if (resource !== null && isIdle(resource)) return null
  const admitted = admittedBy(index, forwarding, target, resource)
  if (admitted.answer === 'no') return null
  const isUnknown = entrance.verdict === 'unknown' || admitted.answer === 'unknown'
  const condition = [entrance.condition, forwarding.condition].filter((each) => each !== null).join(' and ') || null
  const evidence = port === null ? 'is invoked' : `receives it on ${protocol} port ${port}`
  return {
    ...behindBalancer,
    resource: { ...reference, arn: resource?.arn ?? null, name: resource?.name ?? null },
    from: entrance.from,
    protocol: port === null ? null : protocol,
    ports: port === null ? null : String(port),
    verdict: isUnknown ? 'unknown' : condition === null ? 'open' : 'conditional',
    condition: isUnknown ? null : condition,
    path: [...entrance.path, ...steps, ...(admitted.step === null ? [] : [admitted.step]), { ...reference, evidence }],
    unknownBecause: isUnknown ? distinctUnread([...entrance.unknownBecause, ...admitted.because]) : [],
  }
}

function admittedBy(
  index: GraphIndex,
  { balancer, entrance, group }: Forwarding,
  target: Target,
  resource: Resource | null,
): Admission {
  const { reference, protocol, port } = target
  if (reference.type === types.function) return { answer: 'yes', step: null, because: [] }
  if (resource === null || resource.presence !== 'read' || port === null) {
    return { answer: 'unknown', step: null, because: [unreadResource(index, reference.type)] }
  }
  const by = (sender: Sender) => admission(index, reference, { protocol, from: port, to: port }, sender)
  const nodes = nodesOf(index, balancer)
  const fromNodes = by(nodes)
  if (!isNetwork(balancer)) return fromNodes
  // A Network Load Balancer may preserve client IP addresses.
  const keeps = protocol === 'udp' || group?.properties['preserveClientIp']
  if (keeps === false) return fromNodes
  const fromClients = by({ ...clientsFrom(entrance.from), groups: nodes.groups })
  // IPv6 clients of IPv4 targets come with addresses of the nodes.
  if (keeps === true && !textProperty(balancer, 'ipAddressType').startsWith('dualstack')) return fromClients
  if (fromNodes.answer === fromClients.answer && fromNodes.answer !== 'unknown') return fromNodes
  const reason = 'It is unknown whether the target group preserves client IP addresses.'
  return {
    answer: 'unknown',
    step: null,
    because: [...fromNodes.because, ...fromClients.because, { type: types.group, action: null, reason }],
  }
}

/** Its instances, at the ports of its listeners: `HTTPS:443 to HTTP:8080`. */
function classicTargets(index: GraphIndex, balancer: Resource, entrance: Exposure): readonly Exposure[] {
  const ports = (textsOf(balancer, 'listeners') ?? []).flatMap((text) => {
    const [, at, to] = /^\w+:(\d+) to \w+:(\d+)/u.exec(text) ?? []
    return entrance.ports === null || hasPort(entrance.ports, Number(at)) ? [Number(to)] : []
  })
  const forwarding: Forwarding = { balancer, entrance, steps: [], condition: null }
  return [...new Set(ports)]
    .toSorted((a, b) => a - b)
    .flatMap((port) =>
      index
        .targets(balancer, 'routes to', types.instance)
        .flatMap((reference) => reached(index, forwarding, { reference, protocol: 'tcp', port }) ?? []),
    )
}

/** By type and ID. For the same resource, the order stays. */
export function inOrder(all: readonly Exposure[]): readonly Exposure[] {
  return all.toSorted(
    (a, b) => compareText(a.resource.type, b.resource.type) || compareText(a.resource.id ?? '', b.resource.id ?? ''),
  )
}
