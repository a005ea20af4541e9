import type { LoadBalancer, LoadBalancerAttribute } from '@aws-sdk/client-elastic-load-balancing-v2'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { arnSuffix } from './arn-suffix.ts'

export const elasticLoadBalancing = defineService(
  'elasticloadbalancing',
  () => import('@aws-sdk/client-elastic-load-balancing-v2'),
  (sdk) => sdk.ElasticLoadBalancingV2Client,
)

type DescribedBalancer = {
  readonly balancer: LoadBalancer
  readonly attributes: readonly LoadBalancerAttribute[] | undefined
}

/** The log types of load balancers. Only Application Load Balancers log connections and health checks. */
const logs = ['access_logs', 'connection_logs', 'health_check_logs'] as const

export const loadBalancer = defineCollector({
  type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  count: 'loadBalancers',
  scope: 'regional',
  permissions: ['elasticloadbalancing:DescribeLoadBalancers', 'elasticloadbalancing:DescribeLoadBalancerAttributes'],
  service: elasticLoadBalancing,
  pages: ({ sdk, client }) => sdk.paginateDescribeLoadBalancers({ client, pageSize: 400 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per load balancer, because AWS returns the log settings of one at a time.
    each(
      page.LoadBalancers,
      async (balancer): Promise<DescribedBalancer> => {
        const { LoadBalancerArn } = balancer
        const command = new sdk.DescribeLoadBalancerAttributesCommand({ LoadBalancerArn })
        return { balancer, attributes: (await client.send(command)).Attributes ?? [] }
      },
      { listed: (balancer) => ({ balancer, attributes: undefined }), listIsEnough: true },
    ),
  resource: ({ balancer, attributes }) => ({
    id: arnSuffix(balancer.LoadBalancerArn, 'loadbalancer/'),
    arn: balancer.LoadBalancerArn,
    name: balancer.LoadBalancerName,
    properties: {
      loadBalancerType: balancer.Type,
      scheme: balancer.Scheme,
      ipAddressType: balancer.IpAddressType,
      state: balancer.State?.Code,
      dnsName: balancer.DNSName,
      deletionProtection: flag(attributes, 'deletion_protection.enabled'),
      crossZoneLoadBalancing: flag(attributes, 'load_balancing.cross_zone.enabled'),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'LoadBalancers[].VpcId',
      targets: ({ balancer }) => balancer.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'LoadBalancers[].AvailabilityZones[].SubnetId',
      targets: ({ balancer }) => balancer.AvailabilityZones?.map(({ SubnetId }) => SubnetId),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'LoadBalancers[].SecurityGroups[]',
      targets: ({ balancer }) => balancer.SecurityGroups,
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'elasticloadbalancing:DescribeLoadBalancerAttributes Attributes[].Value',
      targets: ({ attributes }) =>
        logs.map((log) =>
          flag(attributes, `${log}.s3.enabled`) ? valueOf(attributes, `${log}.s3.bucket`) : undefined,
        ),
    },
  ],
})

type Attributes = readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] | undefined

export function valueOf(attributes: Attributes, key: string): string | undefined {
  return attributes?.find(({ Key }) => Key === key)?.Value
}

/** Returns `undefined` if AWS omitted it. */
export function flag(attributes: Attributes, key: string): boolean | undefined {
  const value = valueOf(attributes, key)
  return value === undefined ? undefined : value === 'true'
}
