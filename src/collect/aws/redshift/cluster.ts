import { kmsKeyId, roleName } from '../../arn.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../tags.ts'
import { lastingStatus } from '../../lasting-status.ts'
import { redshift } from '../services.ts'

export const warehouse = defineCollector({
  type: 'AWS::Redshift::Cluster',
  count: 'warehouses',
  scope: 'regional',
  permissions: ['redshift:DescribeClusters'],
  service: redshift,
  pages: ({ sdk, client }) => sdk.paginateDescribeClusters({ client, pageSize: 100 }, {}),
  items: (page) => page.Clusters,
  // The answer names the cluster's namespace by ARN, and the cluster itself by its identifier only.
  resource: (cluster) => ({
    id: cluster.ClusterIdentifier,
    name: cluster.ClusterIdentifier,
    tags: tagRecord(cluster.Tags),
    properties: {
      nodeType: cluster.NodeType,
      nodes: cluster.NumberOfNodes,
      status: lastingStatus(cluster.ClusterStatus),
      availabilityZone: cluster.AvailabilityZone,
      multiAz: cluster.MultiAZ,
      publiclyAccessible: cluster.PubliclyAccessible,
      encrypted: cluster.Encrypted,
      enhancedVpcRouting: cluster.EnhancedVpcRouting,
      endpoint: cluster.Endpoint?.Address,
    },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'Clusters[].VpcId', targets: (cluster) => cluster.VpcId },
    {
      verb: 'associated with',
      type: 'AWS::Redshift::ClusterSubnetGroup',
      field: 'Clusters[].ClusterSubnetGroupName',
      targets: (cluster) => cluster.ClusterSubnetGroupName,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Clusters[].VpcSecurityGroups[].VpcSecurityGroupId',
      targets: (cluster) => cluster.VpcSecurityGroups?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Clusters[].KmsKeyId',
      targets: (cluster) => kmsKeyId(cluster.KmsKeyId),
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'Clusters[].IamRoles[].IamRoleArn',
      targets: (cluster, place) => cluster.IamRoles?.map(({ IamRoleArn }) => roleName(IamRoleArn, place)),
    },
    {
      verb: 'uses',
      type: 'AWS::SecretsManager::Secret',
      field: 'Clusters[].MasterPasswordSecretArn',
      targets: (cluster) => cluster.MasterPasswordSecretArn,
    },
  ],
})
