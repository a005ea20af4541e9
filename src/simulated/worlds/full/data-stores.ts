/** Tables, caches, and warehouses. */
import type { CacheCluster } from '@aws-sdk/client-elasticache'
import type { RegionData } from '../../world.ts'
import { accountId, region, vpcId, zones } from '../three-tier-network.ts'
import {
  arn,
  created,
  databaseGroupId,
  dataKeyArn,
  dataSubnetIds,
  logGroupNames,
  roleArn,
  secretArn,
  tags,
  uuid,
} from './data-place.ts'

const cacheHost = (name: string) => `${name}.a1b2c3.ng.0001.use1.cache.amazonaws.com`
const cacheGroup = [{ SecurityGroupId: databaseGroupId, Status: 'active' }]

function sessionNode(number: number): CacheCluster {
  const name = `sessions-00${number}`
  return {
    CacheClusterId: name,
    ARN: arn('elasticache', `cluster:${name}`),
    Engine: 'valkey',
    EngineVersion: '8.1.0',
    CacheNodeType: 'cache.r7g.large',
    NumCacheNodes: 1,
    CacheClusterStatus: 'available',
    PreferredAvailabilityZone: zones[number - 1] ?? '',
    CacheSubnetGroupName: 'storefront-caches',
    CacheNodes: [
      {
        CacheNodeId: '0001',
        CacheNodeStatus: 'available',
        Endpoint: { Address: cacheHost(name), Port: 6379 },
        CustomerAvailabilityZone: zones[number - 1] ?? '',
      },
    ],
    SecurityGroups: cacheGroup,
    ReplicationGroupId: 'sessions',
    AtRestEncryptionEnabled: true,
    TransitEncryptionEnabled: true,
  }
}

export const stores: RegionData = {
  dynamodb: {
    tables: [
      {
        TableName: 'carts',
        TableArn: arn('dynamodb', 'table/carts'),
        TableId: uuid('table carts'),
        TableStatus: 'ACTIVE',
        CreationDateTime: created,
        KeySchema: [
          { AttributeName: 'customer', KeyType: 'HASH' },
          { AttributeName: 'item', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'customer', AttributeType: 'S' },
          { AttributeName: 'item', AttributeType: 'S' },
        ],
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
        TableClassSummary: { TableClass: 'STANDARD' },
        GlobalSecondaryIndexes: [{ IndexName: 'by-item', IndexStatus: 'ACTIVE' }],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        LatestStreamArn: arn('dynamodb', 'table/carts/stream/2025-07-08T09:30:00.000'),
        SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: dataKeyArn },
        GlobalTableVersion: '2019.11.21',
        Replicas: [{ RegionName: 'eu-west-1', ReplicaStatus: 'ACTIVE' }],
        DeletionProtectionEnabled: true,
        TableSizeBytes: 8_812_544,
        ItemCount: 40_112,
      },
      {
        TableName: 'feature-flags',
        TableArn: arn('dynamodb', 'table/feature-flags'),
        TableId: uuid('table feature-flags'),
        TableStatus: 'ACTIVE',
        CreationDateTime: created,
        KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'name', AttributeType: 'S' }],
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 1 },
        DeletionProtectionEnabled: false,
      },
    ],
  },
  elasticache: {
    clusters: [
      sessionNode(1),
      sessionNode(2),
      {
        CacheClusterId: 'pages',
        ARN: arn('elasticache', 'cluster:pages'),
        Engine: 'memcached',
        EngineVersion: '1.6.22',
        CacheNodeType: 'cache.t4g.medium',
        NumCacheNodes: 2,
        CacheClusterStatus: 'available',
        PreferredAvailabilityZone: 'Multiple',
        ConfigurationEndpoint: { Address: `pages.a1b2c3.cfg.use1.cache.amazonaws.com`, Port: 11_211 },
        CacheSubnetGroupName: 'storefront-caches',
        SecurityGroups: cacheGroup,
        AtRestEncryptionEnabled: false,
        TransitEncryptionEnabled: true,
      },
    ],
    replicationGroups: [
      {
        ReplicationGroupId: 'sessions',
        ARN: arn('elasticache', 'replicationgroup:sessions'),
        Description: 'Sessions of the storefront',
        Engine: 'valkey',
        CacheNodeType: 'cache.r7g.large',
        Status: 'available',
        AutomaticFailover: 'enabled',
        MultiAZ: 'enabled',
        ClusterEnabled: false,
        MemberClusters: ['sessions-001', 'sessions-002'],
        NodeGroups: [
          {
            NodeGroupId: '0001',
            Status: 'available',
            PrimaryEndpoint: { Address: 'sessions.a1b2c3.ng.0001.use1.cache.amazonaws.com', Port: 6379 },
          },
        ],
        AtRestEncryptionEnabled: true,
        TransitEncryptionEnabled: false,
        KmsKeyId: dataKeyArn,
        LogDeliveryConfigurations: [
          {
            LogType: 'slow-log',
            DestinationType: 'cloudwatch-logs',
            LogFormat: 'json',
            Status: 'active',
            DestinationDetails: { CloudWatchLogsDetails: { LogGroup: logGroupNames.caches } },
          },
          {
            LogType: 'engine-log',
            DestinationType: 'kinesis-firehose',
            LogFormat: 'json',
            Status: 'active',
            DestinationDetails: { KinesisFirehoseDetails: { DeliveryStream: 'logs-to-archive' } },
          },
        ],
      },
    ],
    serverlessCaches: [
      {
        ServerlessCacheName: 'prices',
        ARN: arn('elasticache', 'serverlesscache:prices'),
        Description: 'Prices by region',
        Engine: 'valkey',
        MajorEngineVersion: '8',
        FullEngineVersion: '8.1',
        Status: 'available',
        CreateTime: created,
        Endpoint: { Address: `prices-a1b2c3.serverless.use1.cache.amazonaws.com`, Port: 6379 },
        KmsKeyId: dataKeyArn,
        SecurityGroupIds: [databaseGroupId],
        SubnetIds: dataSubnetIds,
      },
    ],
    subnetGroups: [
      {
        CacheSubnetGroupName: 'storefront-caches',
        CacheSubnetGroupDescription: 'Data subnets of the storefront network',
        ARN: arn('elasticache', 'subnetgroup:storefront-caches'),
        VpcId: vpcId,
        Subnets: dataSubnetIds.map((SubnetIdentifier) => ({ SubnetIdentifier })),
        SupportedNetworkTypes: ['ipv4'],
      },
    ],
  },
  memorydb: {
    clusters: [
      {
        Name: 'stock-levels',
        ARN: arn('memorydb', 'cluster/stock-levels'),
        Description: 'Stock by warehouse',
        Engine: 'valkey',
        EngineVersion: '7.3',
        NodeType: 'db.r7g.large',
        NumberOfShards: 2,
        Status: 'available',
        AvailabilityMode: 'multiaz',
        ClusterEndpoint: { Address: `clustercfg.stock-levels.a1b2c3.memorydb.${region}.amazonaws.com`, Port: 6379 },
        SubnetGroupName: 'storefront-memory',
        SecurityGroups: cacheGroup,
        KmsKeyId: dataKeyArn,
        TLSEnabled: true,
      },
    ],
    subnetGroups: [
      {
        Name: 'storefront-memory',
        ARN: arn('memorydb', 'subnetgroup/storefront-memory'),
        Description: 'Data subnets of the storefront network',
        VpcId: vpcId,
        Subnets: dataSubnetIds.map((Identifier) => ({ Identifier })),
        SupportedNetworkTypes: ['ipv4'],
      },
    ],
  },
  redshift: {
    clusters: [
      {
        ClusterIdentifier: 'sales',
        NodeType: 'ra3.large',
        NumberOfNodes: 2,
        ClusterStatus: 'available',
        AvailabilityZone: zones[0],
        MultiAZ: 'Disabled',
        VpcId: vpcId,
        ClusterSubnetGroupName: 'storefront-warehouse',
        VpcSecurityGroups: [{ VpcSecurityGroupId: databaseGroupId, Status: 'active' }],
        PubliclyAccessible: false,
        Encrypted: true,
        KmsKeyId: dataKeyArn,
        EnhancedVpcRouting: true,
        Endpoint: { Address: `sales.c9a1b2c3d4e5.${region}.redshift.amazonaws.com`, Port: 5439 },
        IamRoles: [{ IamRoleArn: roleArn('warehouse-load'), ApplyStatus: 'in-sync' }],
        MasterPasswordSecretArn: secretArn('warehouse'),
        ClusterNamespaceArn: `arn:aws:redshift:${region}:${accountId}:namespace:${uuid('namespace sales')}`,
        ClusterCreateTime: created,
        Tags: tags,
      },
      {
        ClusterIdentifier: 'clicks',
        NodeType: 'ra3.large',
        NumberOfNodes: 1,
        ClusterStatus: 'available',
        VpcId: vpcId,
        ClusterSubnetGroupName: 'storefront-warehouse',
        PubliclyAccessible: false,
        Encrypted: true,
        ClusterCreateTime: created,
        Tags: tags,
      },
    ],
    logging: {
      clicks: { LoggingEnabled: true, BucketName: `storefront-access-logs-${accountId}`, LogDestinationType: 's3' },
      sales: { LoggingEnabled: true, LogDestinationType: 'cloudwatch', LogExports: ['connectionlog'] },
    },
    subnetGroups: [
      {
        ClusterSubnetGroupName: 'storefront-warehouse',
        Description: 'Data subnets of the storefront network',
        VpcId: vpcId,
        SubnetGroupStatus: 'Complete',
        Subnets: dataSubnetIds.map((SubnetIdentifier) => ({ SubnetIdentifier, SubnetStatus: 'Active' })),
        Tags: tags,
      },
    ],
  },
}
