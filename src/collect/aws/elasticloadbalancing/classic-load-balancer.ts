import type { ListenerDescription } from '@aws-sdk/client-elastic-load-balancing'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../tags.ts'
import { classicLoadBalancing } from '../services.ts'

/** The provider's own limit on the load balancers of one DescribeTags. */
const tagBatchSize = 20

/** The first generation: its listeners are part of it. */
export const classicLoadBalancer = defineCollector({
  type: 'AWS::ElasticLoadBalancing::LoadBalancer',
  count: 'classicLoadBalancers',
  scope: 'regional',
  permissions: ['elasticloadbalancing:DescribeLoadBalancers', 'elasticloadbalancing:DescribeTags'],
  service: classicLoadBalancing,
  pages: ({ sdk, client }) => sdk.paginateDescribeLoadBalancers({ client, pageSize: 400 }, {}),
  async items(page, { sdk, client, eachBatch }) {
    const balancers = page.LoadBalancerDescriptions ?? []
    const names = balancers.flatMap(({ LoadBalancerName }) => LoadBalancerName ?? [])
    const answers = await eachBatch(names, tagBatchSize, (batch) =>
      client.send(new sdk.DescribeTagsCommand({ LoadBalancerNames: [...batch] })),
    )
    const tags = new Map(
      answers.flatMap(({ TagDescriptions }) =>
        (TagDescriptions ?? []).map(({ LoadBalancerName, Tags }) => [LoadBalancerName, Tags]),
      ),
    )
    // The provider describes the tags of all that exist, also of those without any.
    return balancers
      .filter(({ LoadBalancerName }) => tags.has(LoadBalancerName))
      .map((balancer) => ({ balancer, tags: tags.get(balancer.LoadBalancerName) }))
  },
  resource: ({ balancer, tags }) => ({
    id: balancer.LoadBalancerName,
    name: balancer.LoadBalancerName,
    tags: tagRecord(tags),
    properties: {
      scheme: balancer.Scheme,
      dnsName: balancer.DNSName,
      availabilityZones: balancer.AvailabilityZones?.toSorted(),
      listeners: balancer.ListenerDescriptions?.map(listenerText).toSorted(),
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
  ],
})

/** For example `HTTPS:443 to HTTP:8080`. */
function listenerText({ Listener: listener }: ListenerDescription): string {
  const { Protocol, LoadBalancerPort, InstanceProtocol = Protocol, InstancePort } = listener ?? {}
  return `${Protocol ?? ''}:${LoadBalancerPort ?? ''} to ${InstanceProtocol ?? ''}:${InstancePort ?? ''}`
}
