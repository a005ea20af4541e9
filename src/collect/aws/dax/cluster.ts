import type { Cluster, Tag } from '@aws-sdk/client-dax'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { tagRecord } from '../../properties/tags.ts'
import { tokenPages } from '../../reading/token-pages.ts'

export const dax = defineService(
  'dax',
  () => import('@aws-sdk/client-dax'),
  (sdk) => sdk.DAXClient,
)

type TaggedCluster = { readonly cluster: Cluster; readonly tags: readonly Tag[] | undefined }

export const daxCluster = defineCollector({
  type: 'AWS::DAX::Cluster',
  count: 'daxClusters',
  scope: 'regional',
  permissions: ['dax:DescribeClusters', 'dax:ListTags'],
  service: dax,
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.DescribeClustersCommand({ MaxResults: 100, NextToken }))),
  // One call per cluster, because the list omits tags.
  items: (page, { sdk, client, each }) =>
    each(
      page.Clusters,
      async (cluster): Promise<TaggedCluster> => {
        const { Tags } = await client.send(new sdk.ListTagsCommand({ ResourceName: cluster.ClusterArn }))
        return { cluster, tags: Tags }
      },
      { listed: (cluster): TaggedCluster => ({ cluster, tags: undefined }), listIsEnough: true },
    ),
  resource: ({ cluster, tags }) => ({
    id: cluster.ClusterName,
    arn: cluster.ClusterArn,
    name: cluster.ClusterName,
    tags: tagRecord(tags),
    properties: {
      description: cluster.Description,
      nodeType: cluster.NodeType,
      nodes: cluster.TotalNodes,
      status: stableStatus(cluster.Status),
      endpoint: cluster.ClusterDiscoveryEndpoint?.Address,
      networkType: cluster.NetworkType,
      encryptedAtRest: cluster.SSEDescription?.Status === 'ENABLED',
      encryptedInTransit: cluster.ClusterEndpointEncryptionType === 'TLS',
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::DAX::SubnetGroup',
      field: 'Clusters[].SubnetGroup',
      targets: ({ cluster }) => cluster.SubnetGroup,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Clusters[].SecurityGroups[].SecurityGroupIdentifier',
      targets: ({ cluster }) => cluster.SecurityGroups?.map(({ SecurityGroupIdentifier }) => SecurityGroupIdentifier),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'Clusters[].IamRoleArn',
      arns: ({ cluster }) => cluster.IamRoleArn,
    },
  ],
})
