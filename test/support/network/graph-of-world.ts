/** Creates the graph that a scan of a plain network would have. */
import type {
  Json,
  Relation,
  Resource,
  ResourceGraph,
  ResourceReference,
  TypeCoverage,
  Verb,
} from '../../../src/graph/resource-graph.ts'
import { everyResourceType } from '../../../src/resource-types/look-ups.ts'
import type { World, WorldRule } from './world.ts'

export type Unread = Readonly<Record<string, { readonly action: string }>>

/** `unread`: denied types. */
export function graphOfWorld(world: World, unread: Unread = {}): ResourceGraph {
  const resources: Resource[] = []
  const relations: Relation[] = []
  const add = (type: string, id: string, properties: Record<string, Json> = {}): ResourceReference => {
    if (!(type in unread)) {
      resources.push({
        type,
        id,
        arn: `arn:aws:ec2:${world.region}:${world.account}:${type}/${id}`,
        name: null,
        presence: 'read',
        tags: {},
        properties,
      })
    }
    return { type, id }
  }
  const relate = (source: ResourceReference, verb: Verb, type: string, ...ids: (string | undefined)[]) => {
    if (source.type in unread) return
    for (const id of ids) if (id !== undefined) relations.push({ source, verb, target: { type, id }, evidence: 'test' })
  }

  for (const { id, cidr } of world.vpcs) add('AWS::EC2::VPC', id, { cidrBlocks: [cidr] })
  for (const { id, vpc, cidr, zone } of world.subnets) {
    relate(
      add('AWS::EC2::Subnet', id, { cidrBlock: cidr, availabilityZone: zone }),
      'contained in',
      'AWS::EC2::VPC',
      vpc,
    )
  }
  for (const { id, vpc, main = false, routes, edgeOf } of world.tables) {
    const table = add('AWS::EC2::RouteTable', id, {
      main,
      routes: routes.map(({ destination, target, state = 'active', propagated = false }) => ({
        destination,
        target,
        state,
        propagated,
      })),
    })
    relate(table, 'contained in', 'AWS::EC2::VPC', vpc)
    relate(
      table,
      'associated with',
      'AWS::EC2::Subnet',
      ...world.subnets.filter((subnet) => subnet.table === id).map((subnet) => subnet.id),
    )
    const edge = edgeOf?.startsWith('vgw-') === true ? 'AWS::EC2::VPNGateway' : 'AWS::EC2::InternetGateway'
    relate(table, 'associated with', edge, edgeOf)
  }
  for (const { id, vpc, ingress, egress } of world.acls) {
    const acl = add('AWS::EC2::NetworkAcl', id, { isDefault: false, ingress, egress })
    relate(acl, 'contained in', 'AWS::EC2::VPC', vpc)
    relate(
      acl,
      'associated with',
      'AWS::EC2::Subnet',
      ...world.subnets.filter((subnet) => subnet.acl === id).map((subnet) => subnet.id),
    )
  }
  for (const { id, vpc, ingress, egress } of world.groups) {
    const group = add('AWS::EC2::SecurityGroup', id, {
      ingress: rules(ingress, 'source'),
      egress: rules(egress, 'destination'),
    })
    relate(group, 'contained in', 'AWS::EC2::VPC', vpc)
  }
  const instances = new Map<string, { subnet: string; groups: string[] }>()
  for (const {
    id,
    subnet,
    addresses,
    ipv6 = [],
    groups,
    instance,
    check = true,
    status = 'in-use',
  } of world.interfaces) {
    const [first] = addresses
    const networkInterface = add('AWS::EC2::NetworkInterface', id, {
      privateIpAddress: first?.privateIp ?? null,
      publicIpAddress: first?.publicIp ?? null,
      privateIpAddresses: addresses.map(({ privateIp, publicIp = null }) => ({
        privateIpAddress: privateIp,
        publicIpAddress: publicIp,
      })),
      ipv6Addresses: ipv6,
      sourceDestCheck: check,
      status,
    })
    relate(networkInterface, 'contained in', 'AWS::EC2::Subnet', subnet)
    relate(networkInterface, 'associated with', 'AWS::EC2::SecurityGroup', ...groups)
    relate(networkInterface, 'attached to', 'AWS::EC2::Instance', instance)
    if (instance !== undefined && !instances.has(instance)) instances.set(instance, { subnet, groups })
  }
  for (const [id, { subnet, groups }] of instances) {
    const instance = add('AWS::EC2::Instance', id, { state: world.instances?.[id] ?? 'running' })
    relate(instance, 'contained in', 'AWS::EC2::Subnet', subnet)
    relate(instance, 'associated with', 'AWS::EC2::SecurityGroup', ...groups)
  }
  for (const { id, vpc } of world.internetGateways)
    relate(add('AWS::EC2::InternetGateway', id), 'attached to', 'AWS::EC2::VPC', vpc)
  for (const { id, vpc } of world.egressOnlyGateways) {
    relate(add('AWS::EC2::EgressOnlyInternetGateway', id), 'attached to', 'AWS::EC2::VPC', vpc)
  }
  for (const { id, networkInterface, others = [], state = 'available' } of world.nats) {
    const nat = add('AWS::EC2::NatGateway', id, { state })
    relate(nat, 'attached to', 'AWS::EC2::NetworkInterface', networkInterface, ...others)
    relate(
      nat,
      'contained in',
      'AWS::EC2::Subnet',
      world.interfaces.find((each) => each.id === networkInterface)?.subnet,
    )
  }
  for (const {
    id,
    vpcs,
    status = 'active',
    regions = [world.region, world.region],
    accounts = [world.account, world.account],
  } of world.peerings) {
    const [requester, accepter] = [0, 1].map((side) => ({
      account: accounts[side] ?? '',
      region: regions[side] ?? '',
      cidrBlocks: [],
    }))
    const peering = add('AWS::EC2::VPCPeeringConnection', id, {
      status,
      requester: requester ?? null,
      accepter: accepter ?? null,
    })
    relate(peering, 'associated with', 'AWS::EC2::VPC', ...vpcs)
  }
  for (const id of world.transitGateways) add('AWS::EC2::TransitGateway', id)
  for (const {
    id,
    gateway,
    vpc,
    vpn,
    peer,
    subnets = [],
    state = 'available',
    table,
    owner = world.account,
  } of world.attachments) {
    const attachment = add('AWS::EC2::TransitGatewayAttachment', id, {
      state,
      transitGatewayOwner: owner,
      resourceOwner: world.account,
    })
    relate(attachment, 'contained in', 'AWS::EC2::TransitGateway', gateway)
    relate(attachment, 'attached to', 'AWS::EC2::VPC', vpc)
    relate(attachment, 'attached to', 'AWS::EC2::VPNConnection', vpn)
    relate(attachment, 'attached to', 'AWS::EC2::TransitGateway', peer)
    relate(attachment, 'attached to', 'AWS::EC2::Subnet', ...subnets)
    relate(attachment, 'associated with', 'AWS::EC2::TransitGatewayRouteTable', table)
  }
  for (const { id, gateway, routes, unread: missing } of world.transitTables) {
    const told = routes.map(({ destination = null, state = 'active', type = 'static', attachments }) => ({
      destination,
      attachments,
      state,
      type,
    }))
    const table = add('AWS::EC2::TransitGatewayRouteTable', id, missing === undefined ? { routes: told } : {})
    const added = resources.at(-1)
    if (missing === 'denied' && added?.id === id) resources[resources.length - 1] = { ...added, partial: true }
    relate(table, 'contained in', 'AWS::EC2::TransitGateway', gateway)
  }
  for (const { id, entries } of world.prefixLists) add('AWS::EC2::PrefixList', id, { entries })
  for (const { id, vpc, directConnectGateways = [] } of world.vpnGateways) {
    const gateway = add('AWS::EC2::VPNGateway', id, directConnectGateways === 'unread' ? {} : { directConnectGateways })
    relate(gateway, 'attached to', 'AWS::EC2::VPC', vpc)
  }
  for (const {
    id,
    gateway,
    transitGateway,
    staticRoutes = [],
    tunnelStatus = ['UP', 'DOWN'],
    staticRoutesOnly = true,
    state = 'available',
  } of world.vpnConnections) {
    const connection = add('AWS::EC2::VPNConnection', id, { state, staticRoutes, staticRoutesOnly, tunnelStatus })
    relate(connection, 'attached to', 'AWS::EC2::VPNGateway', gateway)
    relate(connection, 'attached to', 'AWS::EC2::TransitGateway', transitGateway)
  }
  for (const { id, vpc, serviceName, fullAccess = true } of world.endpoints) {
    const endpoint = add('AWS::EC2::VPCEndpoint', id, { endpointType: 'Gateway', serviceName, fullAccess })
    relate(endpoint, 'contained in', 'AWS::EC2::VPC', vpc)
  }
  const { mode, state = 'update-complete', exclusions = [] } = world.blockPublicAccess ?? {}
  if (mode !== undefined) add('AWS::EC2::VPCBlockPublicAccessOptions', world.account, { mode, state })
  for (const { id, of, mode: excluded, state: current = 'create-complete' } of exclusions) {
    const exclusion = add('AWS::EC2::VPCBlockPublicAccessExclusion', id, { mode: excluded, state: current })
    relate(exclusion, 'associated with', of.startsWith('vpc-') ? 'AWS::EC2::VPC' : 'AWS::EC2::Subnet', of)
  }
  return {
    accountId: world.account,
    accountAlias: 'test',
    region: world.region,
    resources,
    relations,
    coverage: everyResourceType.map(({ type }) => coverageOf(type, unread[type]?.action ?? null)),
  }
}

function rules(each: WorldRule[], peerName: string): Json[] {
  return each.map(({ peer, ...rule }) => ({ ...rule, [peerName]: peer }))
}

function coverageOf(type: string, denied: string | null): TypeCoverage {
  return {
    type,
    countKey: type,
    status: denied === null ? 'collected' : 'denied',
    count: denied === null ? 0 : null,
    calls: 1,
    retries: 0,
    durationMs: 1,
    reason: denied === null ? null : `${denied} was denied.`,
    action: denied,
    deniedBy: null,
    statement: null,
  }
}
