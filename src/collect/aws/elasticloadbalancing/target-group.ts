import type {
  TargetGroup,
  TargetGroupAttribute,
  TargetHealthDescription,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { defineCollector, hostsOf } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { networkInterface } from '../ec2/network-interface.ts'
import { arnSuffix } from './arn-suffix.ts'
import { elasticLoadBalancing, flag, valueOf } from './load-balancer.ts'

type DescribedGroup = {
  readonly group: TargetGroup
  readonly described: readonly TargetHealthDescription[] | undefined
  readonly attributes: readonly TargetGroupAttribute[] | undefined
  readonly targets: readonly string[]
}

export const targetGroup = defineCollector({
  type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
  count: 'targetGroups',
  scope: 'regional',
  permissions: [
    'elasticloadbalancing:DescribeTargetGroups',
    'elasticloadbalancing:DescribeTargetHealth',
    'elasticloadbalancing:DescribeTargetGroupAttributes',
  ],
  service: elasticLoadBalancing,
  // Addresses of targets are only unique within their VPC.
  hosts: [
    hostsOf(networkInterface, ({ VpcId, NetworkInterfaceId, PrivateIpAddresses = [], Ipv6Addresses = [] }) =>
      [...PrivateIpAddresses.map((ip) => ip.PrivateIpAddress), ...Ipv6Addresses.map((ip) => ip.Ipv6Address)].map(
        (address) => ({ host: addressIn(VpcId, address), id: NetworkInterfaceId }),
      ),
    ),
  ],
  pages: ({ sdk, client }) => sdk.paginateDescribeTargetGroups({ client, pageSize: 400 }, {}),
  items: (page, { sdk, client, each }) => {
    async function withTargets(group: TargetGroup, attributes?: readonly TargetGroupAttribute[]) {
      const health = await client.send(new sdk.DescribeTargetHealthCommand({ TargetGroupArn: group.TargetGroupArn }))
      const described = health.TargetHealthDescriptions ?? []
      return { group, described, attributes, targets: described.flatMap(({ Target }) => Target?.Id ?? []) }
    }
    // Two calls per group, because AWS returns the targets and the attributes of one group at a time.
    return each(
      page.TargetGroups,
      async (group): Promise<DescribedGroup> => {
        const { TargetGroupArn } = group
        const { Attributes } = await client.send(new sdk.DescribeTargetGroupAttributesCommand({ TargetGroupArn }))
        return withTargets(group, Attributes)
      },
      {
        less: (group): Promise<DescribedGroup> => withTargets(group),
        listed: (group): DescribedGroup => ({ group, described: undefined, attributes: undefined, targets: [] }),
      },
    )
  },
  resource: ({ group, described, attributes }) => ({
    id: arnSuffix(group.TargetGroupArn, 'targetgroup/'),
    arn: group.TargetGroupArn,
    name: group.TargetGroupName,
    properties: {
      protocol: group.Protocol,
      port: group.Port,
      targetType: group.TargetType,
      targets: described === undefined ? undefined : inStableOrder(described.map(targetOf)),
      crossZoneLoadBalancing: valueOf(attributes, 'load_balancing.cross_zone.enabled'),
      preserveClientIp: flag(attributes, 'preserve_client_ip.enabled'),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'TargetGroups[].VpcId',
      targets: ({ group }) => group.VpcId,
    },
    {
      verb: 'associated with',
      type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
      field: 'TargetGroups[].LoadBalancerArns[]',
      targets: ({ group }) => group.LoadBalancerArns?.map((arn) => arnSuffix(arn, 'loadbalancer/')),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::Instance',
      field: 'elasticloadbalancing:DescribeTargetHealth TargetHealthDescriptions[].Target.Id',
      targets: ({ group, targets }) => (group.TargetType === 'instance' ? targets : undefined),
    },
    {
      verb: 'routes to',
      types: ['AWS::EC2::NetworkInterface'],
      field: 'elasticloadbalancing:DescribeTargetHealth TargetHealthDescriptions[].Target.Id',
      references: ({ group, targets }, { resourceAt }) =>
        group.TargetType === 'ip' ? targets.flatMap((ip) => resourceAt(addressIn(group.VpcId, ip)) ?? []) : [],
    },
    {
      verb: 'routes to',
      type: 'AWS::Lambda::Function',
      field: 'elasticloadbalancing:DescribeTargetHealth TargetHealthDescriptions[].Target.Id',
      targets: ({ group, targets }) =>
        group.TargetType === 'lambda' ? targets.map((arn) => functionName(arn)) : undefined,
    },
    {
      verb: 'routes to',
      type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
      field: 'elasticloadbalancing:DescribeTargetHealth TargetHealthDescriptions[].Target.Id',
      targets: ({ group, targets }) =>
        group.TargetType === 'alb' ? targets.map((arn) => arnSuffix(arn, 'loadbalancer/')) : undefined,
    },
  ],
})

function addressIn(networkId: string | undefined, address: string | undefined): string {
  return `${networkId} ${address}`
}

/** Returns the function's name from an ARN that may include a version or an alias. */
function functionName(arn: string): string | undefined {
  return arnSuffix(arn, ':function:')?.split(':')[0]
}

function targetOf({ Target: target, TargetHealth: health }: TargetHealthDescription) {
  return {
    id: target?.Id ?? null,
    port: target?.Port ?? null,
    availabilityZone: target?.AvailabilityZone ?? null,
    health: health?.State ?? null,
  }
}
