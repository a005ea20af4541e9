/** Redshift: clusters and subnet groups. */
import * as module from '@aws-sdk/client-redshift'
import type {
  Cluster,
  ClustersMessage,
  ClusterSubnetGroup,
  ClusterSubnetGroupMessage,
  DescribeClustersMessage,
  DescribeClusterSubnetGroupsMessage,
  DescribeLoggingStatusMessage,
  LoggingStatus,
} from '@aws-sdk/client-redshift'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { recordPaging } from '../record-paging.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const clusterNotFound = (id: string) => new ProviderError('ClusterNotFound', `Cluster ${id} not found.`, 404)

export const service: SimulatedService = {
  iamPrefix: 'redshift',
  module,
  client: new module.RedshiftClient(idleClient),
  operations: {
    DescribeClusters: listOperation<DescribeClustersMessage, ClustersMessage, Cluster>({
      deniedResource: ({ accountId, region }) => `arn:aws:redshift:${region}:${accountId}:cluster:*`,
      items: ({ regionData }) => regionData.redshift?.clusters,
      identifiers: [
        {
          parameter: 'ClusterIdentifier',
          of: (cluster) => [cluster.ClusterIdentifier],
          notFound: clusterNotFound,
        },
      ],
      paging: recordPaging,
      answer: (items, Marker) => ({ Clusters: [...items], Marker }),
    }),

    DescribeLoggingStatus: operation<DescribeLoggingStatusMessage, LoggingStatus>({
      parameters: ['ClusterIdentifier'],
      answer({ ClusterIdentifier: id = '' }, { regionData }) {
        const { clusters = [], logging = {} } = regionData.redshift ?? {}
        if (!clusters.some(({ ClusterIdentifier }) => ClusterIdentifier === id)) throw clusterNotFound(id)
        return logging[id] ?? { LoggingEnabled: false }
      },
    }),

    DescribeClusterSubnetGroups: listOperation<
      DescribeClusterSubnetGroupsMessage,
      ClusterSubnetGroupMessage,
      ClusterSubnetGroup
    >({
      deniedResource: ({ accountId, region }) => `arn:aws:redshift:${region}:${accountId}:subnetgroup:*`,
      items: ({ regionData }) => regionData.redshift?.subnetGroups,
      identifiers: [
        {
          parameter: 'ClusterSubnetGroupName',
          of: (group) => [group.ClusterSubnetGroupName],
          notFound: (name) =>
            new ProviderError('ClusterSubnetGroupNotFoundFault', `Cluster subnet group ${name} not found.`),
        },
      ],
      paging: recordPaging,
      answer: (items, Marker) => ({ ClusterSubnetGroups: [...items], Marker }),
    }),
  },
}
