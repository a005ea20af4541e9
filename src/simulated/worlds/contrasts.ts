/**
 * The full world with the other value of every boolean, and of enumerations with two meanings, and with members that the
 * full world leaves out, so that scans of both distinguish each property from its opposite and from its absence.
 */
import type { Instance, SecurityGroup } from '@aws-sdk/client-ec2'
import type { Cluster as KubernetesCluster } from '@aws-sdk/client-eks'
import type { DBCluster, DBInstance } from '@aws-sdk/client-rds'
import type { ResourceRecordSet } from '@aws-sdk/client-route-53'
import type { GlobalData, RegionData, World } from '../world.ts'
import { world as full } from './full.ts'
import { isPlainObject } from './merge-parts.ts'
import { arn } from './full/shared-network.ts'
import { withRareGlobalMembers, withRareMembers } from './rare-members.ts'
import { resourceId } from './resource-id.ts'
import { region, vpcId } from './three-tier-network.ts'

/** Pairs of opposite enumeration values. */
const pairs: readonly (readonly [string, string])[] = [
  ['true', 'false'],
  ['ENABLED', 'DISABLED'],
  ['Enabled', 'Disabled'],
  ['enabled', 'disabled'],
  ['enable', 'disable'],
  ['internet-facing', 'internal'],
  ['public', 'private'],
  ['INBOUND', 'OUTBOUND'],
  ['running', 'stopped'],
  ['RUNNING', 'STOPPED'],
  ['MANAGED', 'UNMANAGED'],
  ['TLS', 'PLAINTEXT'],
  ['should_encrypt', 'no_encrypt'],
  ['CUSTOMER_KMS', 'AWS_OWNED_KMS_KEY'],
  ['CUSTOMER_MANAGED_KMS_KEY', 'AWS_OWNED_KEY'],
  ['IMMUTABLE', 'MUTABLE'],
  ['multiaz', 'singleaz'],
  ['ACTIVE_STANDBY_MULTI_AZ', 'SINGLE_INSTANCE'],
  ['AUTO_STOP', 'ALWAYS_ON'],
]
/** Other values of settings, by member. A status isn't a setting: AWS changes it. */
const alternatives: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  addressFamily: { ipv4: 'ipv6' },
  AddressFamily: { IPv4: 'IPv6' },
  amiType: { AL2023_ARM_64_STANDARD: 'BOTTLEROCKET_x86_64' },
  apiType: { GRAPHQL: 'MERGED' },
  Architecture: { arm64: 'x86_64' },
  authenticationMode: { API: 'CONFIG_MAP' },
  capacityType: { SPOT: 'ON_DEMAND' },
  ComputeTypeName: { STANDARD: 'PERFORMANCE' },
  cpuArchitecture: { ARM64: 'X86_64' },
  DataType: { text: 'aws:ec2:image' },
  encryptionType: { KMS: 'AES256' },
  Engine: { valkey: 'redis' },
  EngineFamily: { POSTGRESQL: 'MYSQL' },
  EngineMode: { provisioned: 'serverless' },
  EngineType: { ACTIVEMQ: 'RABBITMQ' },
  ExecutionClass: { STANDARD: 'FLEX' },
  fieldLogLevel: { ERROR: 'ALL' },
  HealthCheckProtocol: { TCP: 'HTTP' },
  InternetGatewayBlockMode: { 'block-bidirectional': 'block-ingress' },
  IpAddressType: { IPV4: 'DUAL_STACK', ipv4: 'dualstack' },
  KeyType: { ed25519: 'rsa' },
  launchType: { EC2: 'EXTERNAL' },
  Level: { ERROR: 'INFO' },
  logGroupClass: { STANDARD: 'INFREQUENT_ACCESS' },
  Name: { glueetl: 'pythonshell', WebServer: 'Worker' },
  NetworkType: { ipv4: 'dual_stack' },
  PackageType: { Zip: 'Image' },
  PerformanceMode: { generalPurpose: 'maxIO' },
  PriceClass: { PriceClass_100: 'PriceClass_All' },
  ResolverEndpointType: { IPV4: 'DUALSTACK' },
  RootDeviceType: { ebs: 'instance-store' },
  RoutingPolicy: { MULTIVALUE: 'WEIGHTED' },
  securityPolicy: { TLS_1_2: 'TLS_1_0' },
  ShareStatus: { NOT_SHARED: 'SHARED_BY_ME' },
  StorageType: { SSD: 'HDD' },
  TableClass: { STANDARD: 'STANDARD_INFREQUENT_ACCESS' },
  Tier: { Standard: 'Advanced' },
  TrafficType: { ALL: 'REJECT' },
  type: { EC2: 'SPOT' },
  Type: { DNS_PRIVATE: 'HTTP' },
  VaultType: { BACKUP_VAULT: 'LOGICALLY_AIR_GAPPED_BACKUP_VAULT' },
  ViewerProtocolPolicy: { 'redirect-to-https': 'https-only' },
  visibility: { GLOBAL: 'PRIVATE' },
}
const opposites = new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]))

function opposite<Data>(data: Data): Data
function opposite(data: unknown): unknown {
  if (Array.isArray(data)) return data.map((item) => opposite<unknown>(item))
  if (isPlainObject(data)) {
    return Object.fromEntries(
      Object.entries(data).map(([name, member]) => [name, alternatives[name]?.[String(member)] ?? opposite(member)]),
    )
  }
  if (typeof data === 'boolean') return !data
  return typeof data === 'string' ? (opposites.get(data) ?? data) : data
}

const openPolicy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] })

// Of three booleans, two are always equal, also when inverted. A second instance distinguishes them.
function secondInstance(first: DBInstance): DBInstance {
  const name = `${first.DBInstanceIdentifier}-second`
  const { PubliclyAccessible, StorageEncrypted } = first
  return {
    ...first,
    DBInstanceIdentifier: name,
    DBInstanceArn: arn('rds', `db:${name}`),
    DbiResourceId: `${first.DbiResourceId}-second`,
    PubliclyAccessible: !PubliclyAccessible,
    StorageEncrypted: !StorageEncrypted,
  }
}

function secondCluster(first: DBCluster): DBCluster {
  const name = `${first.DBClusterIdentifier}-second`
  const { MultiAZ } = first
  return {
    ...first,
    DBClusterIdentifier: name,
    DBClusterArn: arn('rds', `cluster:${name}`),
    DbClusterResourceId: `${first.DbClusterResourceId}-second`,
    MultiAZ: !MultiAZ,
  }
}

function secondKubernetesCluster(first: KubernetesCluster): KubernetesCluster {
  const name = `${first.name}-second`
  return {
    ...first,
    name,
    arn: arn('eks', `cluster/${name}`),
    computeConfig: { enabled: !first.computeConfig?.enabled },
  }
}

/** Each blocks all but one kind of public access. */
const halfBlocked = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls'].map((open) => ({
  name: `half-blocked-${open.toLowerCase()}`,
  settings: {
    publicAccessBlock: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
      [open]: false,
    },
  },
}))

/** Records with a routing policy each. */
const routed: readonly ResourceRecordSet[] = [
  { SetIdentifier: 'blue', Weight: 10 },
  { SetIdentifier: 'near', Region: 'eu-west-1' as const },
  { SetIdentifier: 'first', Failover: 'PRIMARY' as const },
].map((policy) => ({
  Name: `${policy.SetIdentifier}.shop.example.`,
  Type: 'CNAME',
  TTL: 300,
  ResourceRecords: [{ Value: 'shop.partner.example' }],
  ...policy,
}))

function withRoutedRecords({ route53 = {}, ...data }: GlobalData): GlobalData {
  const records = Object.entries(route53.records ?? {}).map(([zone, ofZone]) => [zone, [...ofZone, ...routed]] as const)
  return { ...data, route53: { ...route53, records: Object.fromEntries(records) } }
}

function withHalfBlocked(data: GlobalData): GlobalData {
  return {
    ...data,
    s3: {
      buckets: [...(data.s3?.buckets ?? []), ...halfBlocked.map(({ name }) => ({ Name: name, BucketRegion: region }))],
      bucketSettings: {
        ...data.s3?.bucketSettings,
        ...Object.fromEntries(halfBlocked.map(({ name, settings }) => [name, settings])),
      },
    },
  }
}

/** Open to all addresses of one IP version only. */
const openByFamily: readonly SecurityGroup[] = [
  { GroupName: 'open by IPv4', IpRanges: [{ CidrIp: '0.0.0.0/0' }] },
  { GroupName: 'open by IPv6', Ipv6Ranges: [{ CidrIpv6: '::/0' }] },
].map(({ GroupName, ...ranges }) => ({
  GroupId: resourceId('sg', GroupName),
  GroupName,
  VpcId: vpcId,
  IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, ...ranges }],
}))

function withPublicAddresses({ NetworkInterfaces = [], ...instance }: Instance): Instance {
  const Ipv6Addresses = [{ Ipv6Address: '2001:db8::2' }, { Ipv6Address: '2001:db8::1' }]
  return {
    ...instance,
    PublicIpAddress: '203.0.113.60',
    NetworkInterfaces: NetworkInterfaces.map((each) => ({ ...each, Ipv6Addresses })),
  }
}

/** Changes values that depend on the presence of a member, on a policy, or on a name. */
function opened(data: RegionData): RegionData {
  return {
    ...data,
    apiGateway: {
      ...data.apiGateway,
      restApis: (data.apiGateway?.restApis ?? []).map((api) => ({ ...api, policy: openPolicy })),
    },
    ec2: {
      ...data.ec2,
      reservations: (data.ec2?.reservations ?? []).map(({ Instances = [], ...reservation }) => ({
        ...reservation,
        Instances: Instances.map(withPublicAddresses),
      })),
      securityGroups: [...(data.ec2?.securityGroups ?? []), ...openByFamily],
    },
    ecs: {
      ...data.ecs,
      services: (data.ecs?.services ?? []).map((service, index) => ({
        ...service,
        desiredCount: index === 0 ? 0 : service.desiredCount,
        runningCount: 0,
      })),
    },
    eks: {
      ...data.eks,
      clusters: (data.eks?.clusters ?? []).flatMap((cluster) => [cluster, secondKubernetesCluster(cluster)]),
    },
    rds: {
      ...data.rds,
      instances: [...(data.rds?.instances ?? []), ...(data.rds?.instances ?? []).map(secondInstance)],
      clusters: [...(data.rds?.clusters ?? []), ...(data.rds?.clusters ?? []).map(secondCluster)],
    },
    sqs: {
      queues: (data.sqs?.queues ?? []).map(({ url, attributes: { KmsMasterKeyId, ...attributes } }) => ({
        url,
        attributes: {
          ...attributes,
          Policy: openPolicy,
          // Queues without their own key now have the SQS key.
          SqsManagedSseEnabled: String(KmsMasterKeyId === undefined),
        },
      })),
    },
    sns: {
      ...data.sns,
      topics: [
        ...(data.sns?.topics ?? []).map(({ KmsMasterKeyId: _key, ...topic }) => topic),
        { TopicArn: arn('sns', 'order-events.fifo'), KmsMasterKeyId: 'alias/aws/sns' },
      ],
    },
    eventBridge: {
      ...data.eventBridge,
      eventBuses: (data.eventBridge?.eventBuses ?? []).map((bus) => ({
        ...bus,
        Policy: openPolicy,
        ManagedBy: 'schemas.amazonaws.com',
      })),
    },
    opensearch: {
      domains: (data.opensearch?.domains ?? []).flatMap((domain) => [
        { ...domain, AccessPolicies: openPolicy },
        { ...domain, DomainName: 'products-second', ARN: arn('es', 'domain/products-second'), Deleted: false },
      ]),
    },
    transfer: {
      servers: (data.transfer?.servers ?? []).map((server) => ({
        ...server,
        EndpointDetails: { ...server.EndpointDetails, AddressAllocationIds: [resourceId('eipalloc', 'file transfer')] },
      })),
    },
    sagemaker: {
      ...data.sagemaker,
      endpoints: (data.sagemaker?.endpoints ?? []).map((endpoint) => ({
        ...endpoint,
        AsyncInferenceConfig: { OutputConfig: { S3OutputPath: 's3://storefront-exports/async/' } },
      })),
    },
  }
}

export const world: World = {
  accounts: full.accounts.map((account) => ({
    ...account,
    regions: { [region]: opened(withRareMembers(opposite(account.regions[region] ?? {}))) },
    global: withRoutedRecords(withHalfBlocked(withRareGlobalMembers(opposite<GlobalData>(account.global)))),
  })),
}
