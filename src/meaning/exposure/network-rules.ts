/** Exposure rules of resources with public addresses in VPCs, based on `internetAccess`. */
import { everyResourceType, resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { Json, Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { type GraphIndex, textProperty } from '../../graph/graph-index.ts'
import { protocolsOf } from '../network/listener-protocols.ts'
import { unreadType } from './coverage.ts'
import type { Opening } from './exposure.ts'
import { internetAccess, type Place, type Ports } from './internet-access.ts'
import { recordsOf, textsOf } from './listed.ts'
import { type Case, opening, unknownOpening } from './rule.ts'

const parts = {
  subnet: typePlaying('subnet'),
  group: typePlaying('security group'),
  interface: typePlaying('network interface'),
  listener: typePlaying('load balancer listener'),
  instance: typePlaying('instance'),
  loadBalancer: typePlaying('load balancer'),
  classicLoadBalancer: typePlaying('classic load balancer'),
} as const

const subnetGroups = everyResourceType.filter(({ locates, plays }) => locates === 'subnet' && plays === undefined)

/** From its own relations or its subnet group, and limited to its Availability Zone if that is known. */
function subnetsOf(index: GraphIndex, resource: Resource): readonly ResourceReference[] {
  const own = (['contained in', 'attached to'] as const).flatMap((verb) => index.targets(resource, verb, parts.subnet))
  const subnets =
    own.length > 0
      ? own
      : subnetGroups
          .flatMap(({ type }) => index.targets(resource, 'associated with', type))
          .flatMap((group) => index.targets(group, 'associated with', parts.subnet))
  const zone = textProperty(resource, 'availabilityZone')
  const inZone = subnets.filter((each) => {
    const found = index.find(each)
    return zone !== '' && (found?.presence !== 'read' || found.properties['availabilityZone'] === zone)
  })
  return inZone.length > 0 ? inZone : subnets
}

/** If AWS returns none, either none apply, or those of its VPC or its network interfaces do. */
function groupsOf(index: GraphIndex, resource: ResourceReference): Place['groups'] {
  const groups = index.targets(resource, 'associated with', parts.group)
  const mayHaveNone = resourceType(resource.type)?.exposedBy?.groups === 'optional'
  return groups.length === 0 && mayHaveNone ? null : groups
}

const v4Only = { v4: true, v6: false } as const

function tcp(port: Json | undefined): readonly Ports[] | null {
  return typeof port === 'number' ? [{ protocol: 'tcp', from: port, to: port }] : null
}

/** Databases, brokers, and tasks: a setting gives them public addresses, the network decides who can connect. */
export function publiclyAccessibleOpenings(each: Case): readonly Opening[] {
  const { index, resource, exposed } = each
  const { publiclyAccessible, publicAccess, assignPublicIp, port } = resource.properties
  const isPublic =
    publiclyAccessible === true || publicAccess === 'SERVICE_PROVIDED_EIPS' || assignPublicIp === 'ENABLED'
  if (!isPublic) {
    const isUnread = resource.partial === true && publiclyAccessible === undefined && exposed.reads !== undefined
    return isUnread ? [unknownOpening(each)] : []
  }
  return internetAccess(index, resource, {
    subnets: subnetsOf(index, resource),
    isInOneSubnet: exposed.isInOneSubnet === true,
    groups: groupsOf(index, resource),
    ports: tcp(port),
    families: v4Only,
    evidence: 'is configured with public addresses',
    by: exposed.by,
  })
}

/** At its network interfaces, and at addresses whose network interfaces couldn't be read. */
export function instanceOpenings(each: Case): readonly Opening[] {
  const { index, resource, exposed } = each
  const itself = publicAddressesOf(resource)
  const interfaces = index
    .sources(resource, 'attached to', parts.interface)
    .flatMap((reference) => index.find(reference) ?? [])
    .filter(({ presence }) => presence === 'read')
    // Older scans have IPv6 addresses only on the instance.
    .map((at) => ({ at, v6: itself.v6, ...publicAddressesOf(at) }))
  const rest = {
    at: resource,
    v4: itself.v4.filter((address) => !interfaces.some(({ v4 }) => v4.includes(address))),
    v6: itself.v6?.filter((address) => !interfaces.some(({ v6 }) => v6?.includes(address) === true)),
  }
  return [...interfaces, rest].flatMap(({ at, v4, v6 = [] }) => {
    const families = { v4: v4.length > 0, v6: v6.length > 0 }
    if (!families.v4 && !families.v6) return []
    const addresses = (families.v4 ? v4 : v6).join(', ')
    return internetAccess(index, resource, {
      subnets: subnetsOf(index, at),
      groups: groupsOf(index, at),
      ports: null,
      families,
      evidence: at === resource ? `has the address ${addresses}` : `has the address ${addresses} at ${at.id}`,
      by: exposed.by,
    })
  })
}

/** `v6`: absent if the resource doesn't have the property. */
function publicAddressesOf(resource: Resource): { readonly v4: readonly string[]; readonly v6?: readonly string[] } {
  const v4 = [resource.properties, ...recordsOf(resource, 'privateIpAddresses')].flatMap(({ publicIpAddress }) =>
    typeof publicIpAddress === 'string' && publicIpAddress !== '' ? publicIpAddress : [],
  )
  const v6 = textsOf(resource, 'ipv6Addresses')
  return { v4: [...new Set(v4)], ...(v6 !== null && { v6 }) }
}

/** The ports of its listeners. Without listeners, it doesn't accept connections. */
export function loadBalancerOpenings(each: Case): readonly Opening[] {
  const { index, resource, exposed } = each
  if (resource.properties['scheme'] !== 'internet-facing') return []
  const listeners = listenersOf(each)
  if (listeners?.length === 0) return []
  const ipAddressType = textProperty(resource, 'ipAddressType')
  const openings = internetAccess(index, resource, {
    subnets: subnetsOf(index, resource),
    groups: groupsOf(index, resource),
    ports: listeners,
    families: {
      v4: ipAddressType !== 'dualstack-without-public-ipv4',
      v6: ipAddressType.startsWith('dualstack'),
    },
    evidence: 'is internet-facing',
    by: exposed.by,
  })
  if (listeners !== null) return openings
  const unread = unreadType(index, parts.listener) ?? { type: parts.listener, action: null }
  return openings.length === 0
    ? []
    : [unknownOpening(each, [unread, ...openings.flatMap(({ unknownBecause }) => unknownBecause)])]
}

/** `null`: not read. */
function listenersOf({ index, resource }: Case): readonly Ports[] | null {
  const listeners = textsOf(resource, 'listeners')
  if (listeners !== null) {
    return listeners.flatMap((text) => tcp(Number(/^\w+:(\d+) to /u.exec(text)?.[1] ?? 0)) ?? [])
  }
  const found = index.sources(resource, 'contained in', parts.listener).flatMap((each) => index.find(each) ?? [])
  if (found.length === 0 && unreadType(index, parts.listener) !== null) return null
  return found.flatMap(({ properties: { protocol, port } }) => {
    if (typeof port !== 'number') return []
    return protocolsOf(protocol).map((each) => ({ protocol: each, from: port, to: port }))
  })
}

/**
 * The ports of its protocols. Source: "Configuring an SFTP, FTPS, or FTP server endpoint" in the Transfer Family user
 * guide. Public endpoints only have the first port of each.
 */
const transferPorts: Readonly<Record<string, readonly number[]>> = {
  SFTP: [22, 2222, 2223, 22_000],
  FTPS: [21],
  FTP: [21],
  AS2: [5080],
}

/** A server with a public endpoint, or with Elastic IP addresses in a VPC. */
export function serverOpenings(each: Case): readonly Opening[] {
  const { index, resource, exposed } = each
  const { endpointType, internetFacing } = resource.properties
  const protocols = textsOf(resource, 'protocols') ?? []
  const ofProtocols = protocols.flatMap((protocol) => {
    const ports = transferPorts[protocol] ?? []
    return endpointType === 'PUBLIC' ? ports.slice(0, 1) : ports
  })
  const ports = [...new Set(ofProtocols)]
  if (endpointType === 'PUBLIC') {
    return [
      opening(each, 'has a public endpoint', { protocol: 'tcp', ports: ports.length === 0 ? null : ports.join(',') }),
    ]
  }
  if (typeof endpointType !== 'string') return [unknownOpening(each)]
  if (endpointType !== 'VPC' || internetFacing === false) return []
  if (internetFacing !== true) return [unknownOpening(each)]
  return internetAccess(index, resource, {
    subnets: subnetsOf(index, resource),
    groups: groupsOf(index, resource),
    ports: ports.length === 0 ? null : ports.flatMap((port) => tcp(port) ?? []),
    families: v4Only,
    evidence: 'has Elastic IP addresses',
    by: exposed.by,
  })
}

/** The load balancer or instance that serves its address. */
export function environmentOpenings(each: Case): readonly Opening[] {
  const { index, resource } = each
  const address = textProperty(resource, 'endpointUrl').toLowerCase()
  if (address === '') return []
  const types = [parts.loadBalancer, parts.classicLoadBalancer, parts.instance]
  const server = types
    .flatMap((type) => index.ofType(type))
    .find((found) => ['dnsName', 'publicIpAddress'].some((name) => textProperty(found, name).toLowerCase() === address))
  if (server === undefined) {
    const unread = types.flatMap((type) => unreadType(index, type) ?? [])
    return [unknownOpening(each, unread.length > 0 ? unread : [{ type: parts.loadBalancer, action: null }])]
  }
  const rule = server.type === parts.instance ? instanceOpenings : loadBalancerOpenings
  return rule({ index, resource: server, exposed: each.exposed }).map((found) => ({
    ...found,
    path: [...found.path, { type: resource.type, id: resource.id, evidence: `is served at ${address}` }],
  }))
}
