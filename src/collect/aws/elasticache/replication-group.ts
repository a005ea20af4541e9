import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { elastiCache } from './cache-cluster.ts'

export const replicationGroup = defineCollector({
  type: 'AWS::ElastiCache::ReplicationGroup',
  count: 'cacheReplicationGroups',
  scope: 'regional',
  permissions: ['elasticache:DescribeReplicationGroups'],
  service: elastiCache,
  pages: ({ sdk, client }) => sdk.paginateDescribeReplicationGroups({ client, pageSize: 100 }, {}),
  items: (page) => page.ReplicationGroups,
  resource: (group) => ({
    id: group.ReplicationGroupId,
    arn: group.ARN,
    name: group.ReplicationGroupId,
    properties: {
      description: group.Description,
      engine: group.Engine,
      nodeType: group.CacheNodeType,
      shards: group.NodeGroups?.length,
      status: stableStatus(group.Status),
      automaticFailover: group.AutomaticFailover,
      multiAz: group.MultiAZ,
      // In cluster mode, all shards share one address. Otherwise the only shard has its own.
      endpoint: group.ConfigurationEndpoint?.Address ?? group.NodeGroups?.[0]?.PrimaryEndpoint?.Address,
      port: group.ConfigurationEndpoint?.Port ?? group.NodeGroups?.[0]?.PrimaryEndpoint?.Port,
      encryptedAtRest: group.AtRestEncryptionEnabled,
      encryptedInTransit: group.TransitEncryptionEnabled,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'ReplicationGroups[].KmsKeyId',
      targets: (group) => kmsKeyId(group.KmsKeyId),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'ReplicationGroups[].LogDeliveryConfigurations[].DestinationDetails.CloudWatchLogsDetails.LogGroup',
      targets: (group) =>
        group.LogDeliveryConfigurations?.map((log) => log.DestinationDetails?.CloudWatchLogsDetails?.LogGroup),
    },
    {
      verb: 'logs to',
      type: 'AWS::KinesisFirehose::DeliveryStream',
      field: 'ReplicationGroups[].LogDeliveryConfigurations[].DestinationDetails.KinesisFirehoseDetails.DeliveryStream',
      targets: (group) =>
        group.LogDeliveryConfigurations?.map((log) => log.DestinationDetails?.KinesisFirehoseDetails?.DeliveryStream),
    },
  ],
})
