/** Relational, document, and graph databases, with proxies and subnet groups. */
import type { DBCluster, DBInstance, GlobalCluster } from '@aws-sdk/client-rds'
import type { RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId, region, vpcId, zones } from '../three-tier-network.ts'
import { databaseSubnetGroups } from '../three-tier-workload.ts'
import { arn, created, databaseGroupId, dataKeyArn, dataSubnetIds, roleArn, secretArn, tags } from './data-place.ts'

const [subnetGroup] = databaseSubnetGroups
const databaseGroup = [{ VpcSecurityGroupId: databaseGroupId, Status: 'active' }]

/** Host names of DocumentDB and Neptune differ from those of RDS only in the service's name. */
const host = (name: string, service: string) => `${name}.c9a1b2c3d4e5.${region}.${service}.amazonaws.com`

const instanceResourceId = (name: string) => `db-${hexDigits(`db ${name}`, 26).toUpperCase()}`
const clusterResourceId = (name: string) => `cluster-${hexDigits(`cluster ${name}`, 26).toUpperCase()}`

function instance(name: string, service: string, more: Partial<DBInstance>): DBInstance {
  return {
    DBInstanceIdentifier: name,
    DBInstanceArn: arn('rds', `db:${name}`),
    DbiResourceId: instanceResourceId(name),
    DBInstanceClass: 'db.r6g.large',
    DBInstanceStatus: 'available',
    Endpoint: { Address: host(name, service), Port: 5432 },
    AvailabilityZone: zones[0],
    MultiAZ: false,
    PubliclyAccessible: false,
    StorageEncrypted: true,
    KmsKeyId: dataKeyArn,
    DeletionProtection: true,
    BackupRetentionPeriod: 7,
    InstanceCreateTime: created,
    DBSubnetGroup: subnetGroup,
    VpcSecurityGroups: databaseGroup,
    TagList: tags,
    ...more,
  }
}

function globalCluster(GlobalClusterIdentifier: string, Engine: string, members: readonly string[]): GlobalCluster {
  return {
    GlobalClusterIdentifier,
    GlobalClusterArn: `arn:aws:rds::${accountId}:global-cluster:${GlobalClusterIdentifier}`,
    Engine,
    Status: 'available',
    StorageEncrypted: true,
    DeletionProtection: Engine === 'aurora-mysql',
    GlobalClusterMembers: members.map((DBClusterArn, index) => ({ DBClusterArn, IsWriter: index === 0 })),
  }
}

function cluster(name: string, service: string, more: Partial<DBCluster>): DBCluster {
  return {
    DBClusterIdentifier: name,
    DBClusterArn: arn('rds', `cluster:${name}`),
    DbClusterResourceId: clusterResourceId(name),
    EngineMode: 'provisioned',
    Status: 'available',
    Endpoint: host(`${name}.cluster`, service),
    ReaderEndpoint: host(`${name}.cluster-ro`, service),
    MultiAZ: false,
    AvailabilityZones: zones.toReversed(),
    DBSubnetGroup: 'storefront-data',
    VpcSecurityGroups: databaseGroup,
    StorageEncrypted: true,
    KmsKeyId: dataKeyArn,
    DeletionProtection: true,
    BackupRetentionPeriod: 14,
    ClusterCreateTime: created,
    AssociatedRoles: [{ RoleArn: roleArn('database-import'), Status: 'ACTIVE' }],
    DBClusterMembers: [{ DBInstanceIdentifier: `${name}-1`, IsClusterWriter: true, PromotionTier: 1 }],
    TagList: tags,
    ...more,
  }
}

export const databases: RegionData = {
  rds: {
    instances: [
      instance('catalog-replica', 'rds', {
        Engine: 'postgres',
        EngineVersion: '17.4',
        ReadReplicaSourceDBInstanceIdentifier: 'catalog',
        EnabledCloudwatchLogsExports: ['postgresql'],
        MasterUserSecret: { SecretArn: secretArn('reporting'), SecretStatus: 'active', KmsKeyId: dataKeyArn },
      }),
      instance('reporting-1', 'rds', {
        Engine: 'aurora-mysql',
        EngineVersion: '8.0.mysql_aurora.3.08.0',
        DBClusterIdentifier: 'reporting',
      }),
      instance('reviews-1', 'docdb', { Engine: 'docdb', EngineVersion: '5.0.0', DBClusterIdentifier: 'reviews' }),
      instance('relations-1', 'neptune', {
        Engine: 'neptune',
        EngineVersion: '1.4.1.0',
        DBClusterIdentifier: 'relations',
      }),
    ],
    clusters: [
      cluster('reporting', 'rds', {
        CustomEndpoints: [host('reports.cluster-custom', 'rds')],
        Engine: 'aurora-mysql',
        EngineVersion: '8.0.mysql_aurora.3.08.0',
        EnabledCloudwatchLogsExports: ['slowquery'],
        MasterUserSecret: { SecretArn: secretArn('reporting'), SecretStatus: 'active', KmsKeyId: dataKeyArn },
      }),
      cluster('reviews', 'docdb', {
        Engine: 'docdb',
        DeletionProtection: false,
        EngineVersion: '5.0.0',
        EnabledCloudwatchLogsExports: ['audit'],
      }),
      cluster('relations', 'neptune', {
        Engine: 'neptune',
        DeletionProtection: false,
        EngineVersion: '1.4.1.0',
        EnabledCloudwatchLogsExports: ['audit'],
      }),
    ],
    globalClusters: [
      globalCluster('shop-reports', 'aurora-mysql', [
        arn('rds', 'cluster:reporting'),
        `arn:aws:rds:eu-west-1:${accountId}:cluster:reporting-eu`,
      ]),
      globalCluster('shop-reviews', 'docdb', [arn('rds', 'cluster:reviews')]),
      globalCluster('shop-relations', 'neptune', [arn('rds', 'cluster:relations')]),
    ],
    snapshots: ['catalog-replica', 'deleted-years-ago'].map((name) => ({
      DBSnapshotIdentifier: `${name}-before-upgrade`,
      DBSnapshotArn: arn('rds', `snapshot:${name}-before-upgrade`),
      DBInstanceIdentifier: name,
      DbiResourceId: instanceResourceId(name),
      SnapshotType: 'manual',
      Engine: 'postgres',
      EngineVersion: '16.8',
      Status: 'available',
      AllocatedStorage: 100,
      Encrypted: name === 'catalog-replica',
      ...(name === 'catalog-replica' && { KmsKeyId: dataKeyArn }),
      DBSnapshotAttributes: [
        { AttributeName: 'restore', AttributeValues: [name === 'catalog-replica' ? '777788889999' : 'all'] },
      ],
      SnapshotCreateTime: created,
      TagList: tags,
    })),
    clusterSnapshots: [
      ['reporting', 'aurora-mysql'],
      ['reviews', 'docdb'],
      ['relations', 'neptune'],
    ].map(([name = '', Engine]) => ({
      DBClusterSnapshotIdentifier: `${name}-before-upgrade`,
      DBClusterSnapshotArn: arn('rds', `cluster-snapshot:${name}-before-upgrade`),
      DBClusterIdentifier: name,
      DbClusterResourceId: clusterResourceId(name),
      SnapshotType: 'manual',
      Engine,
      Status: 'available',
      AllocatedStorage: 1,
      StorageEncrypted: Engine !== 'neptune',
      ...(Engine === 'neptune'
        ? { DBClusterSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues: ['all'] }] }
        : { KmsKeyId: dataKeyArn }),
      SnapshotCreateTime: created,
      TagList: tags,
    })),
    proxies: [
      {
        DBProxyName: 'orders',
        DBProxyArn: arn('rds', `db-proxy:prx-${hexDigits('proxy orders', 17)}`),
        Status: 'available',
        EngineFamily: 'POSTGRESQL',
        VpcId: vpcId,
        VpcSecurityGroupIds: [databaseGroupId],
        VpcSubnetIds: dataSubnetIds,
        Auth: [{ AuthScheme: 'SECRETS', IAMAuth: 'REQUIRED', SecretArn: secretArn('orders') }],
        RoleArn: roleArn('database-proxy'),
        Endpoint: `orders.proxy-c9a1b2c3d4e5.${region}.rds.amazonaws.com`,
        RequireTLS: true,
        IdleClientTimeout: 1800,
        DebugLogging: false,
        CreatedDate: created,
      },
    ],
    proxyTargets: {
      orders: [
        { Type: 'TRACKED_CLUSTER', RdsResourceId: 'orders', TrackedClusterId: 'orders' },
        { Type: 'RDS_INSTANCE', RdsResourceId: 'orders-1', TrackedClusterId: 'orders', Role: 'READ_WRITE', Port: 5432 },
        { Type: 'RDS_INSTANCE', RdsResourceId: 'orders-2', TrackedClusterId: 'orders', Role: 'READ_ONLY', Port: 5432 },
      ],
    },
  },
}
