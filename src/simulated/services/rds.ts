/** RDS: database instances and clusters, those of DocumentDB and Neptune among them, subnet groups, proxies. */
import * as module from '@aws-sdk/client-rds'
import type {
  DBCluster,
  DBClusterMessage,
  DBInstance,
  DBInstanceMessage,
  DBProxy,
  DBProxyTarget,
  DBSubnetGroup,
  DBSubnetGroupMessage,
  DescribeDBClustersMessage,
  DescribeDBInstancesMessage,
  DescribeDBProxiesRequest,
  DescribeDBProxiesResponse,
  DescribeDBProxyTargetsRequest,
  DescribeDBProxyTargetsResponse,
  DescribeDBSubnetGroupsMessage,
} from '@aws-sdk/client-rds'
import { applyFilters } from '../ec2-filters.ts'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { recordPaging } from '../record-paging.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

const proxyNotFound = (name: string) => new ProviderError('DBProxyNotFoundFault', `DB proxy ${name} not found.`, 404)

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
      paging: recordPaging,
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
      paging: recordPaging,
      answer: (items, Marker) => ({ DBClusters: [...items], Marker }),
    }),

    DescribeDBSubnetGroups: listOperation<DescribeDBSubnetGroupsMessage, DBSubnetGroupMessage, DBSubnetGroup>({
      items: ({ regionData }) => regionData.rds?.subnetGroups,
      identifiers: [
        {
          parameter: 'DBSubnetGroupName',
          of: (group) => [group.DBSubnetGroupName],
          notFound: (name) =>
            new ProviderError('DBSubnetGroupNotFoundFault', `DB subnet group '${name}' does not exist.`, 404),
        },
      ],
      paging: recordPaging,
      answer: (items, Marker) => ({ DBSubnetGroups: [...items], Marker }),
    }),

    DescribeDBProxies: listOperation<DescribeDBProxiesRequest, DescribeDBProxiesResponse, DBProxy>({
      items: ({ regionData }) => regionData.rds?.proxies,
      identifiers: [{ parameter: 'DBProxyName', of: (proxy) => [proxy.DBProxyName], notFound: proxyNotFound }],
      paging: recordPaging,
      answer: (items, Marker) => ({ DBProxies: [...items], Marker }),
    }),

    DescribeDBProxyTargets: listOperation<DescribeDBProxyTargetsRequest, DescribeDBProxyTargetsResponse, DBProxyTarget>(
      {
        parameters: ['DBProxyName'],
        items({ regionData }, { DBProxyName: name = '' }) {
          const { proxies = [], proxyTargets = {} } = regionData.rds ?? {}
          if (!proxies.some(({ DBProxyName }) => DBProxyName === name)) throw proxyNotFound(name)
          return proxyTargets[name]
        },
        paging: recordPaging,
        answer: (items, Marker) => ({ Targets: [...items], Marker }),
      },
    ),
  },
}
