import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../tags.ts'
import { elasticLoadBalancing } from '../services.ts'
import { arnSuffix } from './arn-suffix.ts'
import { withTags } from './with-tags.ts'

export const loadBalancer = defineCollector({
  type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  count: 'loadBalancers',
  scope: 'regional',
  permissions: ['elasticloadbalancing:DescribeLoadBalancers', 'elasticloadbalancing:DescribeTags'],
  service: elasticLoadBalancing,
  pages: ({ sdk, client }) => sdk.paginateDescribeLoadBalancers({ client, pageSize: 400 }, {}),
  items: (page, context) => withTags(page.LoadBalancers ?? [], ({ LoadBalancerArn }) => LoadBalancerArn, context),
  resource: ({ item: balancer, tags }) => ({
    id: arnSuffix(balancer.LoadBalancerArn, 'loadbalancer/'),
    arn: balancer.LoadBalancerArn,
    name: balancer.LoadBalancerName,
    tags: tagRecord(tags),
    properties: {
      loadBalancerType: balancer.Type,
      scheme: balancer.Scheme,
      state: balancer.State?.Code,
      dnsName: balancer.DNSName,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'LoadBalancers[].VpcId',
      targets: ({ item }) => item.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'LoadBalancers[].AvailabilityZones[].SubnetId',
      targets: ({ item }) => item.AvailabilityZones?.map(({ SubnetId }) => SubnetId),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'LoadBalancers[].SecurityGroups[]',
      targets: ({ item }) => item.SecurityGroups,
    },
  ],
})
