import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'

export const memoryDb = defineService(
  'memorydb',
  () => import('@aws-sdk/client-memorydb'),
  (sdk) => sdk.MemoryDBClient,
)

export const memoryDbCluster = defineCollector({
  type: 'AWS::MemoryDB::Cluster',
  count: 'memoryDatabaseClusters',
  scope: 'regional',
  permissions: ['memorydb:DescribeClusters'],
  service: memoryDb,
  pages: ({ sdk, client }) => sdk.paginateDescribeClusters({ client, pageSize: 100 }, {}),
  items: (page) => page.Clusters,
  resource: (cluster) => ({
    id: cluster.Name,
    arn: cluster.ARN,
    name: cluster.Name,
    properties: {
      description: cluster.Description,
      engine: cluster.Engine,
      engineVersion: cluster.EngineVersion,
      nodeType: cluster.NodeType,
      shards: cluster.NumberOfShards,
      status: stableStatus(cluster.Status),
      availabilityMode: cluster.AvailabilityMode,
      endpoint: cluster.ClusterEndpoint?.Address,
      port: cluster.ClusterEndpoint?.Port,
      encryptedInTransit: cluster.TLSEnabled,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::MemoryDB::SubnetGroup',
      field: 'Clusters[].SubnetGroupName',
      targets: (cluster) => cluster.SubnetGroupName,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Clusters[].SecurityGroups[].SecurityGroupId',
      targets: (cluster) => cluster.SecurityGroups?.map(({ SecurityGroupId }) => SecurityGroupId),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Clusters[].KmsKeyId',
      targets: (cluster) => kmsKeyId(cluster.KmsKeyId),
    },
  ],
})
