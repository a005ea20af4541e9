/** Workloads of the three-tier application: instances, load balancers, databases, functions, and buckets. */
import type { Instance, Reservation } from '@aws-sdk/client-ec2'
import type {
  Listener,
  LoadBalancer,
  Rule,
  TargetGroup,
  TargetHealthDescription,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import type { DBCluster, DBInstance, DBSubnetGroup } from '@aws-sdk/client-rds'
import type { ResourceTagMapping } from '@aws-sdk/client-resource-groups-tagging-api'
import type { Bucket } from '@aws-sdk/client-s3'
import { hexDigits, resourceId, tagList } from './resource-id.ts'
import { accountId, addressIn, region, securityGroupId, subnetId, vpcId, zones } from './three-tier-network.ts'
import type { Tier, Zone } from './three-tier-network.ts'

const tags = (name: string, team: string) => tagList({ Name: name, env: 'production', team })

type Server = {
  readonly name: string
  readonly tier: Tier
  readonly zone: Zone
  readonly host: number
  readonly type: 'm7g.large' | 'm7g.xlarge' | 'c7g.xlarge' | 't4g.small'
  readonly securityGroup: string
  readonly team: string
  readonly launched: string
  readonly stopped?: boolean
}

const [zoneA, zoneB, zoneC] = zones

const servers: readonly Server[] = [
  ...zones.map((zone, index): Server => ({
    name: `web-${index + 1}`,
    tier: 'app',
    zone,
    host: 20,
    type: 'm7g.large',
    securityGroup: 'web',
    team: 'storefront',
    launched: '2026-09-14T06:30:11Z',
  })),
  ...zones.map((zone, index): Server => ({
    name: `web-${index + 4}`,
    tier: 'app',
    zone,
    host: 21,
    type: 'm7g.large',
    securityGroup: 'web',
    team: 'storefront',
    launched: '2026-10-02T17:05:44Z',
  })),
  ...zones.map((zone, index): Server => ({
    name: `api-${index + 1}`,
    tier: 'app',
    zone,
    host: 40,
    type: 'c7g.xlarge',
    securityGroup: 'api',
    team: 'orders',
    launched: '2026-09-14T06:41:52Z',
  })),
  {
    name: 'worker-1',
    tier: 'app',
    zone: zoneA,
    host: 60,
    type: 'm7g.xlarge',
    securityGroup: 'worker',
    team: 'orders',
    launched: '2026-08-21T11:20:09Z',
  },
  {
    name: 'worker-2',
    tier: 'app',
    zone: zoneB,
    host: 60,
    type: 'm7g.xlarge',
    securityGroup: 'worker',
    team: 'orders',
    launched: '2026-08-21T11:20:12Z',
  },
  {
    name: 'load-test',
    tier: 'app',
    zone: zoneC,
    host: 200,
    type: 't4g.small',
    securityGroup: 'worker',
    team: 'storefront',
    launched: '2026-05-30T08:00:00Z',
    stopped: true,
  },
]

const instanceId = (name: string) => resourceId('i', `storefront ${name}`)

function instance(server: Server): Instance {
  const groups = [{ GroupId: securityGroupId(server.securityGroup), GroupName: `storefront-${server.securityGroup}` }]
  return {
    InstanceId: instanceId(server.name),
    ImageId: resourceId('ami', 'al2023-arm64'),
    InstanceType: server.type,
    Architecture: 'arm64',
    LaunchTime: new Date(server.launched),
    Placement: { AvailabilityZone: server.zone, Tenancy: 'default' },
    Monitoring: { State: 'enabled' },
    PrivateIpAddress: addressIn(server.tier, server.zone, server.host),
    PrivateDnsName: `ip-${addressIn(server.tier, server.zone, server.host).replaceAll('.', '-')}.ec2.internal`,
    State: server.stopped === true ? { Code: 80, Name: 'stopped' } : { Code: 16, Name: 'running' },
    SubnetId: subnetId(server.tier, server.zone),
    VpcId: vpcId,
    SecurityGroups: groups,
    EbsOptimized: true,
    RootDeviceType: 'ebs',
    RootDeviceName: '/dev/xvda',
    VirtualizationType: 'hvm',
    NetworkInterfaces: [
      {
        NetworkInterfaceId: resourceId('eni', `storefront ${server.name}`),
        PrivateIpAddress: addressIn(server.tier, server.zone, server.host),
        SubnetId: subnetId(server.tier, server.zone),
        VpcId: vpcId,
        OwnerId: accountId,
        Status: 'in-use',
        Groups: groups,
      },
    ],
    Tags: tags(server.name, server.team),
  }
}

export const reservations: readonly Reservation[] = servers.map((server) => ({
  ReservationId: resourceId('r', `storefront ${server.name}`),
  OwnerId: accountId,
  Groups: [],
  Instances: [instance(server)],
}))

const balancing = `arn:aws:elasticloadbalancing:${region}:${accountId}`
const loadBalancerArn = (name: string) => `${balancing}:loadbalancer/app/${name}/${hexDigits(`alb ${name}`, 16)}`
const targetGroupArn = (name: string) => `${balancing}:targetgroup/${name}/${hexDigits(`tg ${name}`, 16)}`

function loadBalancer(
  name: string,
  scheme: 'internet-facing' | 'internal',
  tier: Tier,
  securityGroup: string,
): LoadBalancer {
  const host = `${name}-${Number.parseInt(hexDigits(`dns ${name}`, 8), 16)}`
  return {
    LoadBalancerArn: loadBalancerArn(name),
    LoadBalancerName: name,
    DNSName: `${scheme === 'internal' ? 'internal-' : ''}${host}.${region}.elb.amazonaws.com`,
    CanonicalHostedZoneId: 'Z35SXDOTRQ7X7K',
    CreatedTime: new Date('2025-03-04T10:02:31Z'),
    Scheme: scheme,
    VpcId: vpcId,
    State: { Code: 'active' },
    Type: 'application',
    AvailabilityZones: zones.map((zone) => ({
      ZoneName: zone,
      SubnetId: subnetId(tier, zone),
      LoadBalancerAddresses: [],
    })),
    SecurityGroups: [securityGroupId(securityGroup)],
    IpAddressType: 'ipv4',
  }
}

export const loadBalancers: readonly LoadBalancer[] = [
  loadBalancer('storefront-public', 'internet-facing', 'public', 'public-alb'),
  loadBalancer('storefront-internal', 'internal', 'app', 'internal-alb'),
]

/** A listener on port 443 that forwards all requests to one target group. */
function listener(loadBalancerName: string, targetGroup: string): Listener {
  const LoadBalancerArn = loadBalancerArn(loadBalancerName)
  return {
    ListenerArn: `${LoadBalancerArn.replace(':loadbalancer/', ':listener/')}/${hexDigits(`listener ${loadBalancerName}`, 16)}`,
    LoadBalancerArn,
    Port: 443,
    Protocol: 'HTTPS',
    SslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06',
    DefaultActions: [{ Type: 'forward', Order: 1, TargetGroupArn: targetGroupArn(targetGroup) }],
  }
}

export const listeners: readonly Listener[] = [
  listener('storefront-public', 'storefront-web'),
  listener('storefront-internal', 'storefront-api'),
]

/** Each listener has a default rule. */
export const listenerRules: readonly Rule[] = listeners.map(({ ListenerArn = '', DefaultActions = [] }) => ({
  RuleArn: `${ListenerArn.replace(':listener/', ':listener-rule/')}/${hexDigits(`rule ${ListenerArn} 0`, 16)}`,
  Priority: 'default',
  IsDefault: true,
  Conditions: [],
  Actions: DefaultActions,
}))

function serverGroup(name: string, port: number, loadBalancerName: string): TargetGroup {
  return {
    TargetGroupArn: targetGroupArn(name),
    TargetGroupName: name,
    Protocol: 'HTTP',
    ProtocolVersion: 'HTTP1',
    Port: port,
    VpcId: vpcId,
    HealthCheckProtocol: 'HTTP',
    HealthCheckPort: 'traffic-port',
    HealthCheckEnabled: true,
    HealthCheckIntervalSeconds: 15,
    HealthCheckTimeoutSeconds: 5,
    HealthyThresholdCount: 3,
    UnhealthyThresholdCount: 2,
    HealthCheckPath: '/health',
    Matcher: { HttpCode: '200' },
    LoadBalancerArns: [loadBalancerArn(loadBalancerName)],
    TargetType: 'instance',
    IpAddressType: 'ipv4',
  }
}

export const targetGroups: readonly TargetGroup[] = [
  serverGroup('storefront-web', 8080, 'storefront-public'),
  serverGroup('storefront-api', 9000, 'storefront-internal'),
  {
    TargetGroupArn: targetGroupArn('checkout-webhook'),
    TargetGroupName: 'checkout-webhook',
    HealthCheckEnabled: false,
    LoadBalancerArns: [loadBalancerArn('storefront-public')],
    TargetType: 'lambda',
    IpAddressType: 'ipv4',
  },
]

const functionArn = (name: string) => `arn:aws:lambda:${region}:${accountId}:function:${name}`

const healthyServers = (prefix: string, port: number): readonly TargetHealthDescription[] =>
  servers
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name }) => ({
      Target: { Id: instanceId(name), Port: port },
      HealthCheckPort: String(port),
      TargetHealth: { State: 'healthy' },
    }))

export const targetHealth: Readonly<Record<string, readonly TargetHealthDescription[]>> = {
  [targetGroupArn('storefront-web')]: healthyServers('web-', 8080),
  [targetGroupArn('storefront-api')]: healthyServers('api-', 9000),
  [targetGroupArn('checkout-webhook')]: [
    {
      Target: { Id: functionArn('checkout-webhook') },
      TargetHealth: { State: 'unavailable', Reason: 'Target.HealthCheckDisabled' },
    },
  ],
}

/** The tags of resources whose lists omit them. */
export const taggedResources: readonly ResourceTagMapping[] = [
  [loadBalancerArn('storefront-public'), 'platform'] as const,
  [loadBalancerArn('storefront-internal'), 'platform'] as const,
  [targetGroupArn('storefront-web'), 'storefront'] as const,
  [targetGroupArn('storefront-api'), 'orders'] as const,
  [targetGroupArn('checkout-webhook'), 'payments'] as const,
].map(([ResourceARN, team]) => ({ ResourceARN, Tags: tagList({ env: 'production', team }) }))

const subnetGroup: DBSubnetGroup = {
  DBSubnetGroupName: 'storefront-data',
  DBSubnetGroupArn: `arn:aws:rds:${region}:${accountId}:subgrp:storefront-data`,
  DBSubnetGroupDescription: 'Data subnets of the storefront network',
  VpcId: vpcId,
  SubnetGroupStatus: 'Complete',
  Subnets: zones.map((zone) => ({
    SubnetIdentifier: subnetId('data', zone),
    SubnetAvailabilityZone: { Name: zone },
    SubnetStatus: 'Active',
  })),
}
const databaseGroup = [{ VpcSecurityGroupId: securityGroupId('database'), Status: 'active' }]
const databaseArn = (kind: 'db' | 'cluster', name: string) => `arn:aws:rds:${region}:${accountId}:${kind}:${name}`

function database(name: string, zone: Zone, more: Partial<DBInstance>, team: string): DBInstance {
  return {
    DBInstanceIdentifier: name,
    DBInstanceArn: databaseArn('db', name),
    DbiResourceId: `db-${hexDigits(`db ${name}`, 26).toUpperCase()}`,
    DBInstanceClass: 'db.r7g.large',
    DBInstanceStatus: 'available',
    Endpoint: { Address: `${name}.c9a1b2c3d4e5.${region}.rds.amazonaws.com`, Port: 5432 },
    AvailabilityZone: zone,
    MultiAZ: false,
    PubliclyAccessible: false,
    StorageEncrypted: true,
    InstanceCreateTime: new Date('2025-03-05T14:20:00Z'),
    DBSubnetGroup: subnetGroup,
    VpcSecurityGroups: databaseGroup,
    TagList: tagList({ env: 'production', team }),
    ...more,
  }
}

const aurora = {
  Engine: 'aurora-postgresql',
  EngineVersion: '16.6',
  DBClusterIdentifier: 'orders',
  StorageType: 'aurora',
}

export const databaseInstances: readonly DBInstance[] = [
  database('orders-1', zoneA, aurora, 'orders'),
  database('orders-2', zoneB, aurora, 'orders'),
  database(
    'catalog',
    zoneC,
    {
      Engine: 'postgres',
      EngineVersion: '17.4',
      DBInstanceClass: 'db.m7g.large',
      MultiAZ: true,
      SecondaryAvailabilityZone: zoneB,
      AllocatedStorage: 200,
      StorageType: 'gp3',
    },
    'storefront',
  ),
]

export const databaseSubnetGroups: readonly DBSubnetGroup[] = [subnetGroup]

export const databaseClusters: readonly DBCluster[] = [
  {
    DBClusterIdentifier: 'orders',
    DBClusterArn: databaseArn('cluster', 'orders'),
    DbClusterResourceId: `cluster-${hexDigits('cluster orders', 26).toUpperCase()}`,
    Engine: 'aurora-postgresql',
    EngineVersion: '16.6',
    EngineMode: 'provisioned',
    Status: 'available',
    Port: 5432,
    Endpoint: `orders.cluster-c9a1b2c3d4e5.${region}.rds.amazonaws.com`,
    ReaderEndpoint: `orders.cluster-ro-c9a1b2c3d4e5.${region}.rds.amazonaws.com`,
    MultiAZ: true,
    AvailabilityZones: [...zones],
    DBSubnetGroup: 'storefront-data',
    VpcSecurityGroups: databaseGroup,
    StorageEncrypted: true,
    ClusterCreateTime: new Date('2025-03-05T14:12:00Z'),
    DBClusterMembers: [
      { DBInstanceIdentifier: 'orders-1', IsClusterWriter: true, PromotionTier: 1 },
      { DBInstanceIdentifier: 'orders-2', IsClusterWriter: false, PromotionTier: 1 },
    ],
    TagList: tagList({ env: 'production', team: 'orders' }),
  },
]

type Runtime = 'nodejs24.x' | 'python3.13' | 'java21'

function lambdaFunction(name: string, runtime: Runtime, handler: string, inNetwork = false): FunctionConfiguration {
  return {
    FunctionName: name,
    FunctionArn: functionArn(name),
    Runtime: runtime,
    Role: `arn:aws:iam::${accountId}:role/${name}`,
    Handler: handler,
    CodeSize: 482_113,
    Description: '',
    Timeout: 30,
    MemorySize: 512,
    LastModified: '2026-10-28T13:44:07.000+0000',
    CodeSha256: Buffer.from(hexDigits(`code ${name}`, 64), 'hex').toString('base64'),
    Version: '$LATEST',
    PackageType: 'Zip',
    Architectures: ['arm64'],
    EphemeralStorage: { Size: 512 },
    TracingConfig: { Mode: 'Active' },
    ...(inNetwork
      ? {
          VpcConfig: {
            VpcId: vpcId,
            SubnetIds: zones.map((zone) => subnetId('app', zone)),
            SecurityGroupIds: [securityGroupId('functions')],
            Ipv6AllowedForDualStack: false,
          },
        }
      : {}),
  }
}

export const functions: readonly FunctionConfiguration[] = [
  lambdaFunction('order-events', 'nodejs24.x', 'order-events.handler', true),
  lambdaFunction('inventory-sync', 'python3.13', 'inventory_sync.handler', true),
  lambdaFunction('checkout-webhook', 'nodejs24.x', 'checkout-webhook.handler'),
  lambdaFunction('image-resizer', 'python3.13', 'image_resizer.handler'),
  lambdaFunction('nightly-report', 'java21', 'com.example.report.Handler'),
  lambdaFunction('cart-cleanup', 'nodejs24.x', 'cart-cleanup.handler'),
]

function bucket(name: string, bucketRegion: string, created: string): Bucket {
  return {
    Name: name,
    BucketArn: `arn:aws:s3:::${name}`,
    BucketRegion: bucketRegion,
    CreationDate: new Date(created),
  }
}

export const buckets: readonly Bucket[] = [
  bucket('storefront-access-logs-444455556666', region, '2025-03-04T09:00:00Z'),
  bucket('storefront-assets-444455556666', region, '2025-03-04T09:01:10Z'),
  bucket('storefront-backups-eu-444455556666', 'eu-west-1', '2025-06-17T12:30:00Z'),
  bucket('storefront-exports-444455556666', region, '2025-04-22T15:45:30Z'),
  bucket('storefront-exports-eu-444455556666', 'eu-west-1', '2025-06-17T12:31:00Z'),
  bucket('storefront-uploads-444455556666', region, '2025-03-04T09:02:05Z'),
]
