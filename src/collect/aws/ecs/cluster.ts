import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const ecs = defineService(
  'ecs',
  () => import('@aws-sdk/client-ecs'),
  (sdk) => sdk.ECSClient,
)

/** Collects ECS clusters. A page of the list has as many clusters as one describe call accepts. */
export const ecsCluster = defineCollector({
  type: 'AWS::ECS::Cluster',
  count: 'containerClusters',
  scope: 'regional',
  permissions: ['ecs:ListClusters', 'ecs:DescribeClusters'],
  service: ecs,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateListClusters({ client, pageSize: 100 }, {}),
  async items({ clusterArns = [] }, { sdk, client }) {
    if (clusterArns.length === 0) return []
    const { clusters = [] } = await client.send(
      new sdk.DescribeClustersCommand({ clusters: clusterArns, include: ['CONFIGURATIONS', 'SETTINGS', 'TAGS'] }),
    )
    return clusters
  },
  resource: (cluster) => ({
    id: cluster.clusterArn,
    arn: cluster.clusterArn,
    name: cluster.clusterName,
    tags: tagRecord(cluster.tags),
    properties: {
      status: cluster.status,
      capacityProviders: cluster.capacityProviders?.toSorted(),
      containerInsights: cluster.settings?.find(({ name }) => name === 'containerInsights')?.value,
      executeCommandLogging: cluster.configuration?.executeCommandConfiguration?.logging,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'ecs:DescribeClusters clusters[].configuration.executeCommandConfiguration.kmsKeyId',
      targets: ({ configuration }, context) => keyNamed(configuration?.executeCommandConfiguration?.kmsKeyId, context),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'ecs:DescribeClusters clusters[].configuration.managedStorageConfiguration',
      targets: ({ configuration }, context) => [
        keyNamed(configuration?.managedStorageConfiguration?.kmsKeyId, context),
        keyNamed(configuration?.managedStorageConfiguration?.fargateEphemeralStorageKmsKeyId, context),
      ],
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'ecs:DescribeClusters clusters[].configuration.executeCommandConfiguration.logConfiguration',
      targets: ({ configuration }) =>
        configuration?.executeCommandConfiguration?.logConfiguration?.cloudWatchLogGroupName,
    },
  ],
})
