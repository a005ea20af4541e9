import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const vpcEndpointService = defineCollector({
  type: 'AWS::EC2::VPCEndpointService',
  count: 'vpcEndpointServices',
  scope: 'regional',
  permissions: ['ec2:DescribeVpcEndpointServiceConfigurations'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeVpcEndpointServiceConfigurations({ client, pageSize: 1000 }, {}),
  items: (page) => page.ServiceConfigurations,
  resource: (service) => ({
    id: service.ServiceId,
    name: nameTag(service.Tags),
    tags: tagRecord(service.Tags),
    properties: {
      serviceName: service.ServiceName,
      state: service.ServiceState,
      acceptanceRequired: service.AcceptanceRequired,
      availabilityZones: service.AvailabilityZones?.toSorted(),
      privateDnsName: service.PrivateDnsName,
    },
  }),
  relations: [
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
      field: 'ServiceConfigurations[].NetworkLoadBalancerArns[]',
      arns: (service) => service.NetworkLoadBalancerArns,
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
      field: 'ServiceConfigurations[].GatewayLoadBalancerArns[]',
      arns: (service) => service.GatewayLoadBalancerArns,
    },
  ],
})
