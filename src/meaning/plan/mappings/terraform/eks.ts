/** EKS clusters in Terraform. */
import { attribute, type Mappings, valueAt } from '../../mapping.ts'
import { clusterEndpoint } from '../cluster-endpoint.ts'

export const eks: Mappings = {
  aws_eks_cluster: {
    type: 'AWS::EKS::Cluster',
    id: attribute('name'),
    name: 'name',
    properties: { version: 'version' },
    decides: ['vpc_config.endpoint_public_access', 'vpc_config.public_access_cidrs'],
    more: (values) =>
      clusterEndpoint({
        isPublic: valueAt(values, 'vpc_config.endpoint_public_access'),
        isPrivate: valueAt(values, 'vpc_config.endpoint_private_access'),
        ranges: valueAt(values, 'vpc_config.public_access_cidrs'),
        logTypes: values['enabled_cluster_log_types'],
        authenticationMode: valueAt(values, 'access_config.authentication_mode'),
      }),
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['vpc_config', 'subnet_ids'], isListed: true },
      {
        verb: 'associated with',
        type: 'AWS::EC2::SecurityGroup',
        at: ['vpc_config', 'security_group_ids'],
        isListed: true,
      },
      { verb: 'uses', type: 'AWS::IAM::Role', at: ['role_arn'] },
    ],
  },
}
