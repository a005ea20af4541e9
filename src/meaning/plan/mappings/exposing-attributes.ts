/**
 * What decides how types are exposed whose settings aren't evaluated: attributes of Terraform and properties of
 * CloudFormation. Changes of others, such as a new task definition, leave the exposure as it is.
 */
import type { ResourceTypeName } from '../../../resource-types/all.ts'

export const exposingAttributes: Readonly<Partial<Record<ResourceTypeName, readonly string[]>>> = {
  'AWS::AmazonMQ::Broker': [
    'publicly_accessible',
    'security_groups',
    'subnet_ids',
    'PubliclyAccessible',
    'SecurityGroups',
    'SubnetIds',
  ],
  'AWS::ApiGateway::RestApi': [
    'policy',
    'endpoint_configuration',
    'disable_execute_api_endpoint',
    'body',
    'Policy',
    'EndpointConfiguration',
    'DisableExecuteApiEndpoint',
    'Body',
  ],
  'AWS::ApiGatewayV2::Api': ['disable_execute_api_endpoint', 'body', 'DisableExecuteApiEndpoint', 'Body'],
  'AWS::AppRunner::Service': ['network_configuration', 'NetworkConfiguration'],
  'AWS::AppSync::GraphQLApi': ['authentication_type', 'visibility', 'AuthenticationType', 'Visibility'],
  'AWS::CloudFront::Distribution': ['enabled', 'DistributionConfig'],
  'AWS::ECS::Service': ['network_configuration', 'NetworkConfiguration'],
  'AWS::ElasticLoadBalancing::LoadBalancer': [
    'internal',
    'security_groups',
    'subnets',
    'listener',
    'Scheme',
    'SecurityGroups',
    'Subnets',
    'Listeners',
  ],
  'AWS::GlobalAccelerator::Accelerator': ['enabled', 'Enabled'],
  'AWS::MSK::Cluster': ['broker_node_group_info', 'BrokerNodeGroupInfo'],
  'AWS::OpenSearchService::Domain': ['access_policies', 'vpc_options', 'AccessPolicies', 'VPCOptions'],
  'AWS::RDS::DBClusterSnapshot': ['shared_accounts'],
  'AWS::RDS::DBSnapshot': ['shared_accounts'],
  'AWS::Redshift::Cluster': [
    'publicly_accessible',
    'vpc_security_group_ids',
    'cluster_subnet_group_name',
    'PubliclyAccessible',
    'VpcSecurityGroupIds',
    'ClusterSubnetGroupName',
  ],
  'AWS::Transfer::Server': [
    'endpoint_type',
    'endpoint_details',
    'protocols',
    'EndpointType',
    'EndpointDetails',
    'Protocols',
  ],
}
