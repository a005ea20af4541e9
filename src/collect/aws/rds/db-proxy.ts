import { roleName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { rds } from './db-instance.ts'

export const dbProxy = defineCollector({
  type: 'AWS::RDS::DBProxy',
  count: 'databaseProxies',
  scope: 'regional',
  permissions: ['rds:DescribeDBProxies', 'rds:DescribeDBProxyTargets'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeDBProxies({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One list per proxy, because AWS returns the targets of one proxy at a time.
    each(
      page.DBProxies,
      async (proxy) => {
        const { DBProxyName } = proxy
        const pages = sdk.paginateDescribeDBProxyTargets({ client, pageSize: 100 }, { DBProxyName })
        return { proxy, targets: (await Array.fromAsync(pages)).flatMap(({ Targets }) => Targets ?? []) }
      },
      { listed: (proxy) => ({ proxy, targets: undefined }) },
    ),
  resource: ({ proxy }) => ({
    id: proxy.DBProxyName,
    arn: proxy.DBProxyArn,
    name: proxy.DBProxyName,
    properties: {
      engineFamily: proxy.EngineFamily,
      status: proxy.Status,
      endpoint: proxy.Endpoint,
      requireTls: proxy.RequireTLS,
      debugLogging: proxy.DebugLogging,
    },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'DBProxies[].VpcId', targets: ({ proxy }) => proxy.VpcId },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'DBProxies[].VpcSubnetIds[]',
      targets: ({ proxy }) => proxy.VpcSubnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'DBProxies[].VpcSecurityGroupIds[]',
      targets: ({ proxy }) => proxy.VpcSecurityGroupIds,
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'DBProxies[].RoleArn',
      targets: ({ proxy }, place) => roleName(proxy.RoleArn, place),
    },
    {
      verb: 'uses',
      type: 'AWS::SecretsManager::Secret',
      field: 'DBProxies[].Auth[].SecretArn',
      targets: ({ proxy }) => proxy.Auth?.map(({ SecretArn }) => SecretArn),
    },
    {
      verb: 'routes to',
      type: 'AWS::RDS::DBCluster',
      field: 'rds:DescribeDBProxyTargets Targets[].RdsResourceId',
      targets: ({ targets }) =>
        targets?.flatMap(({ Type, RdsResourceId }) => (Type === 'TRACKED_CLUSTER' ? RdsResourceId : undefined)),
    },
    {
      verb: 'routes to',
      type: 'AWS::RDS::DBInstance',
      field: 'rds:DescribeDBProxyTargets Targets[].RdsResourceId',
      targets: ({ targets }) =>
        targets?.flatMap(({ Type, RdsResourceId }) => (Type === 'RDS_INSTANCE' ? RdsResourceId : undefined)),
    },
  ],
})
