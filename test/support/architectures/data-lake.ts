/**
 * A data lake: a stream that is delivered to a bucket, a Glue job over it, a warehouse that an office may call, and an archive that is public by its settings in subnets
 * without a way to the internet. Loaders reach Amazon S3 by a gateway endpoint. The topology of "Serverless data lake" and of the Redshift blueprints (AWS samples).
 */
import type { GlobalData, RegionData } from '../../../src/simulated/world.ts'
import { accountId, arn, from, group, region, server, vpc, zone } from './network-parts.ts'

const created = new Date('2026-01-05T08:00:00Z')
const bucket = `lake-${accountId}`
const role = `arn:aws:iam::${accountId}:role/lake`
const stream = arn('kinesis', 'stream/clicks')

const toBucket = {
  BucketARN: `arn:aws:s3:::${bucket}`,
  RoleARN: role,
  BufferingHints: {},
  CompressionFormat: 'GZIP' as const,
  EncryptionConfiguration: {},
}

const warehouse = (ClusterIdentifier: string, subnets: string) => ({
  ClusterIdentifier,
  NodeType: 'ra3.large',
  NumberOfNodes: 1,
  ClusterStatus: 'available',
  AvailabilityZone: zone,
  VpcId: 'vpc-lake',
  ClusterSubnetGroupName: subnets,
  VpcSecurityGroups: [{ VpcSecurityGroupId: `sg-${ClusterIdentifier}`, Status: 'active' }],
  PubliclyAccessible: true,
  Encrypted: true,
  EnhancedVpcRouting: true,
  Endpoint: { Address: `${ClusterIdentifier}.c1a2b3.${region}.redshift.amazonaws.com`, Port: 5439 },
  ClusterCreateTime: created,
})
const subnetGroup = (name: string) => ({
  ClusterSubnetGroupName: name,
  VpcId: 'vpc-lake',
  SubnetGroupStatus: 'Complete',
  Subnets: [{ SubnetIdentifier: `subnet-${name}`, SubnetAvailabilityZone: { Name: zone }, SubnetStatus: 'Active' }],
})
const network = vpc('lake', '10.0.0.0/16', {
  analysts: { cidr: '10.0.0.0/24', routes: { '0.0.0.0/0': 'igw-lake' } },
  loaders: { cidr: '10.0.1.0/24', routes: {} },
  archives: { cidr: '10.0.2.0/24', routes: {} },
})

export const dataLake: RegionData = {
  ec2: {
    ...network,
    routeTables: network.routeTables.map((table) => ({
      ...table,
      Routes: [
        ...(table.Routes ?? []),
        ...(table.RouteTableId === 'rtb-loaders'
          ? [{ DestinationPrefixListId: 'pl-s3', GatewayId: 'vpce-s3', State: 'active' as const }]
          : []),
      ],
    })),
    ...server('loader', { vpc: 'lake', subnet: 'loaders', address: '10.0.1.10', groups: ['loader'] }),
    internetGateways: [{ InternetGatewayId: 'igw-lake', Attachments: [{ VpcId: 'vpc-lake', State: 'attached' }] }],
    securityGroups: [
      group('loader', 'lake'),
      // An office, its VPN of addresses that the internet doesn't have, and the loaders.
      group('sales', 'lake', from(5439, '203.0.113.0/24', '100.64.0.0/10', 'sg-loader')),
      group('archive', 'lake', from(5439, '0.0.0.0/32')),
    ],
    vpcEndpoints: [
      {
        VpcEndpointId: 'vpce-s3',
        VpcEndpointType: 'Gateway',
        VpcId: 'vpc-lake',
        ServiceName: `com.amazonaws.${region}.s3`,
        State: 'Available',
        RouteTableIds: ['rtb-loaders'],
        PolicyDocument: JSON.stringify({
          Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }],
        }),
        OwnerId: accountId,
      },
    ],
    managedPrefixLists: [
      {
        PrefixListId: 'pl-s3',
        PrefixListName: `com.amazonaws.${region}.s3`,
        OwnerId: 'AWS',
        AddressFamily: 'IPv4',
      },
    ],
    prefixListEntries: { 'pl-s3': [{ Cidr: '52.216.0.0/15' }] },
  },
  kinesis: {
    streams: [
      {
        StreamName: 'clicks',
        StreamARN: stream,
        StreamStatus: 'ACTIVE',
        RetentionPeriodHours: 24,
        StreamCreationTimestamp: created,
        EnhancedMonitoring: [],
        OpenShardCount: 1,
      },
    ],
  },
  firehose: {
    streams: [
      {
        DeliveryStreamName: 'raw',
        DeliveryStreamARN: arn('firehose', 'deliverystream/raw'),
        DeliveryStreamStatus: 'ACTIVE',
        DeliveryStreamType: 'KinesisStreamAsSource',
        VersionId: '1',
        HasMoreDestinations: false,
        Source: { KinesisStreamSourceDescription: { KinesisStreamARN: stream, RoleARN: role } },
        Destinations: [
          {
            DestinationId: 'destinationId-000000000001',
            // AWS returns both.
            S3DestinationDescription: toBucket,
            ExtendedS3DestinationDescription: toBucket,
          },
        ],
      },
    ],
  },
  glue: {
    databases: [{ Name: 'lake', LocationUri: `s3://${bucket}/clean/` }],
    jobs: [{ Name: 'clean', Role: role, Command: { Name: 'glueetl', ScriptLocation: `s3://${bucket}/jobs/clean.py` } }],
  },
  redshift: {
    clusters: [warehouse('sales', 'analysts'), warehouse('archive', 'archives')],
    subnetGroups: [subnetGroup('analysts'), subnetGroup('archives')],
  },
}

export const dataLakeGlobal: GlobalData = {
  s3: { buckets: [{ Name: bucket, BucketRegion: region, CreationDate: created }] },
}
