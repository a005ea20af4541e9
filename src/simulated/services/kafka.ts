/** Managed Streaming for Apache Kafka: clusters. */
import * as module from '@aws-sdk/client-kafka'
import type { Cluster, ListClustersV2Request, ListClustersV2Response } from '@aws-sdk/client-kafka'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'kafka',
  module,
  client: new module.KafkaClient(idleClient),
  operations: {
    ListClustersV2: listOperation<ListClustersV2Request, ListClustersV2Response, Cluster>({
      parameters: ['ClusterTypeFilter'],
      items: ({ regionData }) => regionData.kafka?.clusters,
      narrow: (items, { ClusterTypeFilter }) =>
        items.filter(({ ClusterType }) => ClusterTypeFilter === undefined || ClusterType === ClusterTypeFilter),
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 100,
        default: 100,
        badToken: () => new ProviderError('BadRequestException', 'The nextToken is not valid.'),
        badSize: () => new ProviderError('BadRequestException', 'The parameter value must be between 1 and 100.'),
      },
      answer: (items, NextToken) => ({ ClusterInfoList: [...items], NextToken }),
    }),
  },
}
