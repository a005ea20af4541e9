/** EKS clusters in CloudFormation. */
import { blocksOf, type Mappings, valueAt } from '../../mapping.ts'
import { NotKnown, type PlanValue } from '../../plan.ts'
import { clusterEndpoint } from '../cluster-endpoint.ts'

export const eks: Mappings = {
  'AWS::EKS::Cluster': {
    type: 'AWS::EKS::Cluster',
    id: (values) => values['Name'] ?? values['id'] ?? null,
    name: 'Name',
    properties: { version: 'Version' },
    decides: ['ResourcesVpcConfig.EndpointPublicAccess', 'ResourcesVpcConfig.PublicAccessCidrs'],
    more: (values) =>
      clusterEndpoint({
        isPublic: valueAt(values, 'ResourcesVpcConfig.EndpointPublicAccess'),
        isPrivate: valueAt(values, 'ResourcesVpcConfig.EndpointPrivateAccess'),
        ranges: valueAt(values, 'ResourcesVpcConfig.PublicAccessCidrs'),
        logTypes: logTypesIn(valueAt(values, 'Logging.ClusterLogging.EnabledTypes')),
        authenticationMode: valueAt(values, 'AccessConfig.AuthenticationMode'),
      }),
    relations: [
      { verb: 'attached to', type: 'AWS::EC2::Subnet', at: ['ResourcesVpcConfig', 'SubnetIds'], isListed: true },
      {
        verb: 'associated with',
        type: 'AWS::EC2::SecurityGroup',
        at: ['ResourcesVpcConfig', 'SecurityGroupIds'],
        isListed: true,
      },
      { verb: 'uses', type: 'AWS::IAM::Role', at: ['RoleArn'] },
    ],
  },
}

function logTypesIn(value: PlanValue | undefined): PlanValue {
  const types = blocksOf(value)
  return types instanceof NotKnown ? types : types.map(({ Type: type }) => type ?? null)
}
