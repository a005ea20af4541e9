/** MemoryDB: clusters and subnet groups. */
import * as module from '@aws-sdk/client-memorydb'
import type {
  Cluster,
  DescribeClustersRequest,
  DescribeClustersResponse,
  DescribeSubnetGroupsRequest,
  DescribeSubnetGroupsResponse,
  SubnetGroup,
} from '@aws-sdk/client-memorydb'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** The limits of ElastiCache, whose interface it shares: the documents of MemoryDB name none. */
const paging: Paging<{ readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }> = {
  token: 'NextToken',
  size: 'MaxResults',
  minimum: 20,
  maximum: 100,
  default: 100,
  badToken: () => new ProviderError('InvalidParameterValueException', 'Invalid next token'),
  badSize: (size) => new ProviderError('InvalidParameterValueException', `Invalid value ${size} for MaxResults`),
}

export const service: SimulatedService = {
  iamPrefix: 'memorydb',
  module,
  client: new module.MemoryDBClient(idleClient),
  operations: {
    DescribeClusters: listOperation<DescribeClustersRequest, DescribeClustersResponse, Cluster>({
      items: ({ regionData }) => regionData.memorydb?.clusters,
      identifiers: [
        {
          parameter: 'ClusterName',
          of: (cluster) => [cluster.Name],
          notFound: (name) => new ProviderError('ClusterNotFoundFault', `Cluster ${name} not found.`),
        },
      ],
      paging,
      answer: (items, NextToken) => ({ Clusters: [...items], NextToken }),
    }),

    DescribeSubnetGroups: listOperation<DescribeSubnetGroupsRequest, DescribeSubnetGroupsResponse, SubnetGroup>({
      items: ({ regionData }) => regionData.memorydb?.subnetGroups,
      identifiers: [
        {
          parameter: 'SubnetGroupName',
          of: (group) => [group.Name],
          notFound: (name) => new ProviderError('SubnetGroupNotFoundFault', `Subnet group ${name} not found.`),
        },
      ],
      paging,
      answer: (items, NextToken) => ({ SubnetGroups: [...items], NextToken }),
    }),
  },
}
