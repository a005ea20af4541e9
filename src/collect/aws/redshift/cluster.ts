import type { Cluster, LoggingStatus } from '@aws-sdk/client-redshift'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId, roleName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { stableStatus } from '../../properties/stable-status.ts'

export const redshift = defineService(
  'redshift',
  () => import('@aws-sdk/client-redshift'),
  (sdk) => sdk.RedshiftClient,
)

type DescribedCluster = { readonly cluster: Cluster; readonly logging: LoggingStatus | undefined }

export const warehouse = defineCollector({
  type: 'AWS::Redshift::Cluster',
  count: 'warehouses',
  scope: 'regional',
  permissions: ['redshift:DescribeClusters', 'redshift:DescribeLoggingStatus'],
  service: redshift,
  pages: ({ sdk, client }) => sdk.paginateDescribeClusters({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per cluster, because AWS returns the log settings of one at a time.
    each(
      page.Clusters,
      async (cluster): Promise<DescribedCluster> => {
        const { ClusterIdentifier } = cluster
        return { cluster, logging: await client.send(new sdk.DescribeLoggingStatusCommand({ ClusterIdentifier })) }
      },
      { listed: (cluster) => ({ cluster, logging: undefined }), listIsEnough: true },
    ),
  // The response has the ARN of the cluster's namespace, but only the identifier of the cluster.
  resource: ({ cluster }) => ({
    id: cluster.ClusterIdentifier,
    name: cluster.ClusterIdentifier,
    tags: tagRecord(cluster.Tags),
    properties: {
      nodeType: cluster.NodeType,
      nodes: cluster.NumberOfNodes,
      status: stableStatus(cluster.ClusterStatus),
      availabilityZone: cluster.AvailabilityZone,
      multiAz: cluster.MultiAZ,
      publiclyAccessible: cluster.PubliclyAccessible,
      encrypted: cluster.Encrypted,
      enhancedVpcRouting: cluster.EnhancedVpcRouting,
      endpoint: cluster.Endpoint?.Address,
      port: cluster.Endpoint?.Port,
    },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'Clusters[].VpcId', targets: ({ cluster }) => cluster.VpcId },
    {
      verb: 'associated with',
      type: 'AWS::Redshift::ClusterSubnetGroup',
      field: 'Clusters[].ClusterSubnetGroupName',
      targets: ({ cluster }) => cluster.ClusterSubnetGroupName,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Clusters[].VpcSecurityGroups[].VpcSecurityGroupId',
      targets: ({ cluster }) => cluster.VpcSecurityGroups?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Clusters[].KmsKeyId',
      targets: ({ cluster }) => kmsKeyId(cluster.KmsKeyId),
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'Clusters[].IamRoles[].IamRoleArn',
      targets: ({ cluster }, place) => cluster.IamRoles?.map(({ IamRoleArn }) => roleName(IamRoleArn, place)),
    },
    {
      verb: 'uses',
      type: 'AWS::SecretsManager::Secret',
      field: 'Clusters[].MasterPasswordSecretArn',
      targets: ({ cluster }) => cluster.MasterPasswordSecretArn,
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'redshift:DescribeLoggingStatus BucketName',
      targets: ({ logging }) => (logging?.LoggingEnabled === true ? logging.BucketName : undefined),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'redshift:DescribeLoggingStatus LogExports[]',
      // The name of the log group is fixed: "Sending audit logs to Amazon CloudWatch" in the Redshift management guide.
      targets: ({ cluster, logging }) =>
        logging?.LogDestinationType === 'cloudwatch'
          ? logging.LogExports?.map((log) => `/aws/redshift/cluster/${cluster.ClusterIdentifier}/${log}`)
          : undefined,
    },
  ],
})
