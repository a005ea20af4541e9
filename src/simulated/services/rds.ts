/** RDS: database instances and clusters. */
import * as module from '@aws-sdk/client-rds'
import type {
  DBCluster,
  DBClusterMessage,
  DBInstance,
  DBInstanceMessage,
  DescribeDBClustersMessage,
  DescribeDBInstancesMessage,
} from '@aws-sdk/client-rds'
import { applyFilters } from '../ec2-filters.ts'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const paging: Paging<{ readonly MaxRecords?: number | undefined; readonly Marker?: string | undefined }> = {
  token: 'Marker',
  size: 'MaxRecords',
  minimum: 20,
  maximum: 100,
  default: 100,
  badToken: (token) => new ProviderError('InvalidParameterValue', `Invalid marker: ${token}`),
  badSize: (size) =>
    new ProviderError('InvalidParameterValue', `Invalid value ${size} for MaxRecords. Must be between 20 and 100`),
}

export const service: SimulatedService = {
  iamPrefix: 'rds',
  module,
  client: new module.RDSClient(idleClient),
  operations: {
    DescribeDBInstances: listOperation<DescribeDBInstancesMessage, DBInstanceMessage, DBInstance>({
      deniedResource: ({ accountId, region }) => `arn:aws:rds:${region}:${accountId}:db:*`,
      items: ({ regionData }) => regionData.rds?.instances,
      identifiers: [
        {
          parameter: 'DBInstanceIdentifier',
          of: (instance) => [instance.DBInstanceIdentifier, instance.DBInstanceArn],
          notFound: (id) => new ProviderError('DBInstanceNotFound', `DBInstance ${id} not found.`, 404),
        },
      ],
      parameters: ['Filters'],
      narrow: (items, { Filters }) =>
        applyFilters(
          items,
          Filters,
          {
            'db-cluster-id': (instance) => instance.DBClusterIdentifier,
            'db-instance-id': (instance) => [instance.DBInstanceIdentifier, instance.DBInstanceArn],
            'dbi-resource-id': (instance) => instance.DbiResourceId,
            engine: (instance) => instance.Engine,
          },
          null,
        ),
      paging,
      answer: (items, Marker) => ({ DBInstances: [...items], Marker }),
    }),

    DescribeDBClusters: listOperation<DescribeDBClustersMessage, DBClusterMessage, DBCluster>({
      deniedResource: ({ accountId, region }) => `arn:aws:rds:${region}:${accountId}:cluster:*`,
      items: ({ regionData }) => regionData.rds?.clusters,
      identifiers: [
        {
          parameter: 'DBClusterIdentifier',
          of: (cluster) => [cluster.DBClusterIdentifier, cluster.DBClusterArn],
          notFound: (id) => new ProviderError('DBClusterNotFoundFault', `DBCluster ${id} not found.`, 404),
        },
      ],
      parameters: ['Filters'],
      narrow: (items, { Filters }) =>
        applyFilters(
          items,
          Filters,
          {
            'db-cluster-id': (cluster) => [cluster.DBClusterIdentifier, cluster.DBClusterArn],
            'db-cluster-resource-id': (cluster) => cluster.DbClusterResourceId,
            engine: (cluster) => cluster.Engine,
          },
          null,
        ),
      paging,
      answer: (items, Marker) => ({ DBClusters: [...items], Marker }),
    }),
  },
}
