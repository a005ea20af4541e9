import type {
  InstanceState,
  ListenerDescription,
  LoadBalancerAttributes,
  LoadBalancerDescription,
} from '@aws-sdk/client-elastic-load-balancing'
import { defineService } from '../../../cloud/service.ts'
import { partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'

export const classicLoadBalancing = defineService(
  'elasticloadbalancing',
  () => import('@aws-sdk/client-elastic-load-balancing'),
  (sdk) => sdk.ElasticLoadBalancingClient,
)

type DescribedBalancer = {
  readonly balancer: LoadBalancerDescription
  readonly attributes: LoadBalancerAttributes | undefined
  readonly health: readonly InstanceState[] | undefined
}

/** Collects Classic Load Balancers. Their listeners are part of them. */
export const classicLoadBalancer = defineCollector({
  type: 'AWS::ElasticLoadBalancing::LoadBalancer',
  count: 'classicLoadBalancers',
  scope: 'regional',
  permissions: [
    'elasticloadbalancing:DescribeLoadBalancers',
    'elasticloadbalancing:DescribeLoadBalancerAttributes',
    'elasticloadbalancing:DescribeInstanceHealth',
  ],
  service: classicLoadBalancing,
  pages: ({ sdk, client }) => sdk.paginateDescribeLoadBalancers({ client, pageSize: 400 }, {}),
  items: (page, { sdk, client, each }) => {
    async function withAttributes(balancer: LoadBalancerDescription, health?: readonly InstanceState[]) {
      const { LoadBalancerName } = balancer
      const command = new sdk.DescribeLoadBalancerAttributesCommand({ LoadBalancerName })
      return { balancer, health, attributes: (await client.send(command)).LoadBalancerAttributes ?? {} }
    }
    // Two calls per load balancer, because AWS returns attributes and the health of instances of one at a time.
    return each(
      page.LoadBalancerDescriptions,
      async (balancer): Promise<DescribedBalancer> => {
        const { LoadBalancerName } = balancer
        const { InstanceStates } = await client.send(new sdk.DescribeInstanceHealthCommand({ LoadBalancerName }))
        return withAttributes(balancer, InstanceStates ?? [])
      },
      {
        less: (balancer): Promise<DescribedBalancer> => withAttributes(balancer),
        listed: (balancer): DescribedBalancer => ({ balancer, attributes: undefined, health: undefined }),
        listIsEnough: true,
      },
    )
  },
  resource: ({ balancer, attributes, health }, { region, accountNumber }) => ({
    id: balancer.LoadBalancerName,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:elasticloadbalancing:${region}:${accountNumber}:loadbalancer/${balancer.LoadBalancerName}`,
    name: balancer.LoadBalancerName,
    properties: {
      scheme: balancer.Scheme,
      dnsName: balancer.DNSName,
      availabilityZones: balancer.AvailabilityZones?.toSorted(),
      listeners: balancer.ListenerDescriptions?.map(listenerText).toSorted(),
      crossZoneLoadBalancing: attributes?.CrossZoneLoadBalancing?.Enabled,
      instanceHealth:
        health &&
        inStableOrder(health.map(({ InstanceId, State }) => ({ id: InstanceId ?? null, state: State ?? null }))),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'LoadBalancerDescriptions[].VPCId',
      targets: ({ balancer }) => balancer.VPCId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'LoadBalancerDescriptions[].Subnets[]',
      targets: ({ balancer }) => balancer.Subnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'LoadBalancerDescriptions[].SecurityGroups[]',
      targets: ({ balancer }) => balancer.SecurityGroups,
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::Instance',
      field: 'LoadBalancerDescriptions[].Instances[].InstanceId',
      targets: ({ balancer }) => balancer.Instances?.map(({ InstanceId }) => InstanceId),
    },
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field: 'LoadBalancerDescriptions[].ListenerDescriptions[].Listener.SSLCertificateId',
      arns: ({ balancer }) => balancer.ListenerDescriptions?.map(({ Listener }) => Listener?.SSLCertificateId),
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'elasticloadbalancing:DescribeLoadBalancerAttributes LoadBalancerAttributes.AccessLog.S3BucketName',
      targets: ({ attributes }) =>
        attributes?.AccessLog?.Enabled === true ? attributes.AccessLog.S3BucketName : undefined,
    },
  ],
})

/** For example `HTTPS:443 to HTTP:8080`. */
function listenerText({ Listener: listener }: ListenerDescription): string {
  const { Protocol, LoadBalancerPort, InstanceProtocol = Protocol, InstancePort } = listener ?? {}
  return `${Protocol ?? ''}:${LoadBalancerPort ?? ''} to ${InstanceProtocol ?? ''}:${InstancePort ?? ''}`
}
