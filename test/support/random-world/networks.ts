/** Plans VPCs and their components. */
import type { ResourceReference } from '../../../src/graph/resource-graph.ts'
import { type Plan, several } from './plan.ts'

/** A VPC, possibly of another account that shares its subnets. No list includes that one. */
export type Network = {
  readonly vpc: ResourceReference
  readonly isOwn: boolean
  readonly subnets: readonly ResourceReference[]
  readonly groups: readonly ResourceReference[]
  readonly interfaces: readonly ResourceReference[]
}

export const idOf = ({ id }: ResourceReference) => id

export function planNetworks(plan: Plan): readonly Network[] {
  const networks = several(plan, 3, () => planNetwork(plan))
  planGateways(plan, networks)
  planRouting(plan, networks)
  planResolvers(plan, networks)
  return networks
}

function planNetwork(plan: Plan): Network {
  const isOwn = plan.upTo(4) > 0
  const vpcId = plan.id('vpc')
  const vpc = isOwn ? plan.expect('AWS::EC2::VPC', vpcId) : { type: 'AWS::EC2::VPC', id: vpcId }
  if (isOwn) plan.list('ec2', 'vpcs', { VpcId: vpcId, CidrBlock: '10.0.0.0/16' })
  const subnets = several(plan, 4, () => {
    const subnet = plan.expect('AWS::EC2::Subnet', plan.id('subnet'))
    plan.list('ec2', 'subnets', { SubnetId: subnet.id, VpcId: vpcId, CidrBlock: '10.0.0.0/24' })
    plan.relate(subnet, 'contained in', vpc)
    return subnet
  })
  const groups = planGroups(plan, vpc)
  const interfaces = several(plan, 3, () => planInterface(plan, vpcId, plan.one(subnets), plan.some(groups)))
  return { vpc, isOwn, subnets, groups, interfaces: interfaces.flatMap((found) => found ?? []) }
}

/** Security groups refer to each other, to themselves, and to groups of other accounts. */
function planGroups(plan: Plan, vpc: ResourceReference): readonly ResourceReference[] {
  const groups = several(plan, 4, () => plan.expect('AWS::EC2::SecurityGroup', plan.id('sg')))
  for (const group of groups) {
    const foreign = { type: group.type, id: plan.id('sg') }
    const sources = plan.some([...groups, foreign])
    const destinations = plan.some(groups)
    plan.list('ec2', 'securityGroups', {
      GroupId: group.id,
      GroupName: group.id,
      VpcId: vpc.id,
      IpPermissions: allowing(sources),
      IpPermissionsEgress: allowing(destinations),
    })
    plan.relate(group, 'contained in', vpc)
    plan.relate(group, 'allows traffic from', ...sources)
    plan.relate(group, 'allows traffic to', ...destinations)
  }
  return groups
}

function allowing(peers: readonly ResourceReference[]) {
  const UserIdGroupPairs = peers.map(({ id }) => ({ GroupId: id }))
  return [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, UserIdGroupPairs }]
}

function planInterface(
  plan: Plan,
  vpcId: string,
  subnet: ResourceReference | undefined,
  groups: readonly ResourceReference[],
): ResourceReference | undefined {
  if (subnet === undefined) return undefined
  const found = plan.expect('AWS::EC2::NetworkInterface', plan.id('eni'))
  const Groups = groups.map(({ id }) => ({ GroupId: id }))
  plan.list('ec2', 'networkInterfaces', { NetworkInterfaceId: found.id, VpcId: vpcId, SubnetId: subnet.id, Groups })
  plan.relate(found, 'contained in', subnet)
  plan.relate(found, 'associated with', ...groups)
  return found
}

function planGateways(plan: Plan, networks: readonly Network[]): void {
  for (const { vpc, subnets, interfaces } of networks) {
    several(plan, 1, () => {
      const gateway = plan.expect('AWS::EC2::InternetGateway', plan.id('igw'))
      const isAttached = plan.chance()
      const Attachments = isAttached ? [{ VpcId: vpc.id, State: 'available' }] : []
      plan.list('ec2', 'internetGateways', { InternetGatewayId: gateway.id, Attachments })
      plan.relate(gateway, 'attached to', isAttached ? vpc : undefined)
    })
    const addresses = several(plan, 2, () => {
      const address = plan.expect('AWS::EC2::EIP', plan.id('eipalloc'))
      const at = plan.one([undefined, ...interfaces])
      plan.list('ec2', 'addresses', { AllocationId: address.id, PublicIp: '192.0.2.1', NetworkInterfaceId: at?.id })
      plan.relate(address, 'attached to', at)
      return address
    })
    several(plan, 2, () => {
      const subnet = plan.one(subnets)
      if (subnet === undefined) return
      const gateway = plan.expect('AWS::EC2::NatGateway', plan.id('nat'))
      const used = plan.some(addresses)
      const at = plan.one(interfaces)
      const NatGatewayAddresses = used.map(({ id }) => ({ AllocationId: id, NetworkInterfaceId: at?.id }))
      plan.list('ec2', 'natGateways', { NatGatewayId: gateway.id, SubnetId: subnet.id, NatGatewayAddresses })
      plan.relate(gateway, 'contained in', subnet)
      plan.relate(gateway, 'associated with', ...used)
      if (used.length > 0) plan.relate(gateway, 'attached to', at)
    })
  }
}

function planRouting(plan: Plan, networks: readonly Network[]): void {
  for (const { vpc, subnets, interfaces } of networks) {
    several(plan, 2, () => {
      const table = plan.expect('AWS::EC2::RouteTable', plan.id('rtb'))
      const associated = plan.some(subnets)
      const routed = plan.some(interfaces)
      // A deleted gateway. Its route is a black hole without a target.
      const deleted = plan.chance() ? plan.id('igw') : undefined
      plan.list('ec2', 'routeTables', {
        RouteTableId: table.id,
        VpcId: vpc.id,
        Associations: associated.map(({ id }) => ({ SubnetId: id, Main: false })),
        Routes: [
          { DestinationCidrBlock: '10.0.0.0/16', GatewayId: 'local', State: 'active' },
          ...routed.map(({ id }, place) => ({ DestinationCidrBlock: `10.${place}.0.0/16`, NetworkInterfaceId: id })),
          ...(deleted === undefined
            ? []
            : [{ DestinationCidrBlock: '0.0.0.0/0', GatewayId: deleted, State: 'blackhole' }]),
        ],
      })
      plan.relate(table, 'contained in', vpc)
      plan.relate(table, 'associated with', ...associated)
      plan.relate(table, 'routes to', ...routed)
    })
  }
}

function planResolvers(plan: Plan, networks: readonly Network[]): void {
  const endpoints = networks.flatMap(({ vpc, subnets, groups }) =>
    several(plan, 1, () => {
      const endpoint = plan.expect('AWS::Route53Resolver::ResolverEndpoint', plan.id('rslvr-out'))
      const [at, guards] = [plan.some(subnets), plan.some(groups)]
      const SecurityGroupIds = guards.map(idOf)
      plan.list('route53Resolver', 'resolverEndpoints', { Id: endpoint.id, HostVPCId: vpc.id, SecurityGroupIds })
      const addresses = at.map(({ id }) => ({ IpId: plan.id('rni'), SubnetId: id, Ip: '10.0.0.4' }))
      plan.put('route53Resolver', 'addresses', endpoint.id, addresses)
      plan.relate(endpoint, 'contained in', vpc)
      plan.relate(endpoint, 'attached to', ...at, ...guards)
      return endpoint
    }),
  )
  several(plan, 2, () => {
    const rule = plan.expect('AWS::Route53Resolver::ResolverRule', plan.id('rslvr-rr'))
    const [by, used] = [plan.one([undefined, ...endpoints]), plan.some(networks)]
    plan.list('route53Resolver', 'resolverRules', { Id: rule.id, ResolverEndpointId: by?.id })
    for (const { vpc } of used) {
      const association = { Id: plan.id('rslvr-rrassoc'), ResolverRuleId: rule.id, VPCId: vpc.id }
      plan.list('route53Resolver', 'resolverRuleAssociations', association)
    }
    plan.relate(rule, 'routes to', by)
    plan.relate(rule, 'associated with', ...used.map(({ vpc }) => vpc))
  })
}
