import type { VerifiedAccessEndpoint } from '@aws-sdk/client-ec2'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const verifiedAccessEndpoint = defineCollector({
  type: 'AWS::EC2::VerifiedAccessEndpoint',
  count: 'verifiedAccessEndpoints',
  scope: 'regional',
  permissions: ['ec2:DescribeVerifiedAccessEndpoints'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeVerifiedAccessEndpoints({ client, pageSize: 1000 }, {}),
  items: (page) => page.VerifiedAccessEndpoints,
  resource: (endpoint) => ({
    id: endpoint.VerifiedAccessEndpointId,
    name: nameTag(endpoint.Tags),
    tags: tagRecord(endpoint.Tags),
    properties: {
      description: endpoint.Description,
      endpointType: endpoint.EndpointType,
      applicationDomain: endpoint.ApplicationDomain,
      endpointDomain: endpoint.EndpointDomain,
      state: endpoint.Status?.Code,
      verifiedAccessInstance: endpoint.VerifiedAccessInstanceId,
      verifiedAccessGroup: endpoint.VerifiedAccessGroupId,
      customerManagedKey: endpoint.SseSpecification?.CustomerManagedKeyEnabled,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'VerifiedAccessEndpoints[].*Options.SubnetIds[]',
      targets: (endpoint) => subnets(endpoint),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'VerifiedAccessEndpoints[].SecurityGroupIds[]',
      targets: (endpoint) => endpoint.SecurityGroupIds,
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
      field: 'VerifiedAccessEndpoints[].LoadBalancerOptions.LoadBalancerArn',
      arns: (endpoint) => endpoint.LoadBalancerOptions?.LoadBalancerArn,
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'VerifiedAccessEndpoints[].NetworkInterfaceOptions.NetworkInterfaceId',
      targets: (endpoint) => endpoint.NetworkInterfaceOptions?.NetworkInterfaceId,
    },
    {
      verb: 'routes to',
      types: ['AWS::RDS::DBInstance'],
      field: 'VerifiedAccessEndpoints[].RdsOptions.RdsDbInstanceArn',
      arns: (endpoint) => endpoint.RdsOptions?.RdsDbInstanceArn,
    },
    {
      verb: 'routes to',
      types: ['AWS::RDS::DBCluster'],
      field: 'VerifiedAccessEndpoints[].RdsOptions.RdsDbClusterArn',
      arns: (endpoint) => endpoint.RdsOptions?.RdsDbClusterArn,
    },
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field: 'VerifiedAccessEndpoints[].DomainCertificateArn',
      arns: (endpoint) => endpoint.DomainCertificateArn,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'VerifiedAccessEndpoints[].SseSpecification.KmsKeyArn',
      targets: (endpoint) => kmsKeyId(endpoint.SseSpecification?.KmsKeyArn),
    },
  ],
})

/** Each kind of endpoint has its subnets in its own options. An endpoint of a network interface has none. */
function subnets({ LoadBalancerOptions, RdsOptions, CidrOptions }: VerifiedAccessEndpoint) {
  return (LoadBalancerOptions ?? RdsOptions ?? CidrOptions)?.SubnetIds
}
