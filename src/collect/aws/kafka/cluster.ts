import type { Cluster } from '@aws-sdk/client-kafka'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const kafka = defineService(
  'kafka',
  () => import('@aws-sdk/client-kafka'),
  (sdk) => sdk.KafkaClient,
)

/** `bootstrap`: the brokers of a serverless cluster, such as `boot-a1b2c3.c1.kafka-serverless.us-east-1.amazonaws.com:9098`. */
type StreamingCluster = Cluster & { readonly bootstrap?: string | undefined }

export const streamingCluster = defineCollector({
  type: 'AWS::MSK::Cluster',
  count: 'streamingClusters',
  scope: 'regional',
  permissions: ['kafka:ListClustersV2', 'kafka:GetBootstrapBrokers'],
  service: kafka,
  pages: ({ sdk, client }) => sdk.paginateListClustersV2({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per serverless cluster, because its hosts don't include its name. Those of other clusters do.
    each(
      page.ClusterInfoList,
      async (cluster): Promise<StreamingCluster> => {
        if (cluster.ClusterType !== 'SERVERLESS') return cluster
        const brokers = await client.send(new sdk.GetBootstrapBrokersCommand({ ClusterArn: cluster.ClusterArn }))
        return { ...cluster, bootstrap: brokers.BootstrapBrokerStringSaslIam }
      },
      { listed: (cluster): StreamingCluster => cluster, listIsEnough: true },
    ),
  resource: (cluster) => ({
    id: cluster.ClusterArn,
    arn: cluster.ClusterArn,
    name: cluster.ClusterName,
    tags: cluster.Tags ?? {},
    properties: {
      clusterType: cluster.ClusterType,
      state: cluster.State,
      version: cluster.Provisioned?.CurrentBrokerSoftwareInfo?.KafkaVersion,
      instanceType: cluster.Provisioned?.BrokerNodeGroupInfo?.InstanceType,
      brokers: cluster.Provisioned?.NumberOfBrokerNodes,
      publicAccess: cluster.Provisioned?.BrokerNodeGroupInfo?.ConnectivityInfo?.PublicAccess?.Type,
      encryptionInTransit: cluster.Provisioned?.EncryptionInfo?.EncryptionInTransit?.ClientBroker,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'ClusterInfoList[].Provisioned.BrokerNodeGroupInfo.ClientSubnets[]',
      targets: (cluster) => cluster.Provisioned?.BrokerNodeGroupInfo?.ClientSubnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'ClusterInfoList[].Provisioned.BrokerNodeGroupInfo.SecurityGroups[]',
      targets: (cluster) => cluster.Provisioned?.BrokerNodeGroupInfo?.SecurityGroups,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'ClusterInfoList[].Serverless.VpcConfigs[].SubnetIds[]',
      targets: (cluster) => cluster.Serverless?.VpcConfigs?.flatMap(({ SubnetIds }) => SubnetIds ?? []),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'ClusterInfoList[].Serverless.VpcConfigs[].SecurityGroupIds[]',
      targets: (cluster) => cluster.Serverless?.VpcConfigs?.flatMap(({ SecurityGroupIds }) => SecurityGroupIds ?? []),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'ClusterInfoList[].Provisioned.EncryptionInfo.EncryptionAtRest.DataVolumeKMSKeyId',
      targets: (cluster) => kmsKeyId(cluster.Provisioned?.EncryptionInfo?.EncryptionAtRest?.DataVolumeKMSKeyId),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'ClusterInfoList[].Provisioned.LoggingInfo.BrokerLogs.CloudWatchLogs.LogGroup',
      targets: (cluster) => cluster.Provisioned?.LoggingInfo?.BrokerLogs?.CloudWatchLogs?.LogGroup,
    },
    {
      verb: 'logs to',
      type: 'AWS::KinesisFirehose::DeliveryStream',
      field: 'ClusterInfoList[].Provisioned.LoggingInfo.BrokerLogs.Firehose.DeliveryStream',
      targets: (cluster) => cluster.Provisioned?.LoggingInfo?.BrokerLogs?.Firehose?.DeliveryStream,
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'ClusterInfoList[].Provisioned.LoggingInfo.BrokerLogs.S3.Bucket',
      targets: (cluster) => cluster.Provisioned?.LoggingInfo?.BrokerLogs?.S3?.Bucket,
    },
  ],
})
