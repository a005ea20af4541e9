/**
 * A blog in a VPC, as such sites are built: a load balancer, web servers that an Auto Scaling group starts, shared files, a database with a
 * standby, a cache, and a bastion. Its owners name things as people do: with spaces, quotation marks, other scripts, and no end.
 */
import type { IpPermission, Route, SecurityGroup } from '@aws-sdk/client-ec2'
import type { RegionData, World } from '../world.ts'
import { defaultNetworkAcl } from './default-network-acl.ts'
import { hexDigits, resourceId, tagList } from './resource-id.ts'

const region = 'us-west-2'
const zones = ['us-west-2a', 'us-west-2b'] as const
type Zone = (typeof zones)[number]
const tiers = ['public', 'web', 'data'] as const
type Tier = (typeof tiers)[number]

const id = (prefix: string, meaning: string) => resourceId(prefix, `blog ${meaning}`)
const fromCidrs = (port: number, ...ranges: string[]): IpPermission => ({
  IpProtocol: 'tcp',
  FromPort: port,
  ToPort: port,
  IpRanges: ranges.map((CidrIp) => ({ CidrIp })),
})

/** In any account. */
export function wordpress(accountId: string): RegionData {
  const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
  const vpcId = id('vpc', 'vpc')
  const gatewayId = id('igw', 'gateway')
  const subnetId = (tier: Tier, zone: Zone) => id('subnet', `${tier} ${zone}`)
  const subnetIds = (tier: Tier) => zones.map((zone) => subnetId(tier, zone))
  const groupId = (name: string) => id('sg', name)
  const natId = (zone: Zone) => id('nat', zone)
  const bastionId = id('i', 'bastion')
  const webId = (zone: Zone) => id('i', `web ${zone}`)
  const fileSystemId = id('fs', 'uploads')
  const imageId = id('ami', 'web')
  const templateId = id('lt', 'web')
  const balancer = `loadbalancer/app/blog/${hexDigits('blog balancer', 16)}`
  const targetGroupArn = arn('elasticloadbalancing', `targetgroup/blog-web/${hexDigits('blog targets', 16)}`)
  const addressOf = (tier: Tier, zone: Zone, host: number) =>
    `10.20.${tiers.indexOf(tier) * 10 + zones.indexOf(zone)}.${host}`

  const names: Readonly<Record<Tier, string>> = {
    public: 'DMZ – öffentlich',
    web: 'web tier (do NOT touch!)',
    data: 'データ層',
  }

  const from = (group: string, port: number): IpPermission => ({
    IpProtocol: 'tcp',
    FromPort: port,
    ToPort: port,
    UserIdGroupPairs: [{ GroupId: groupId(group), UserId: accountId }],
  })
  const group = (key: string, GroupName: string, IpPermissions: IpPermission[]): SecurityGroup => ({
    GroupId: groupId(key),
    GroupName,
    Description: GroupName,
    VpcId: vpcId,
    OwnerId: accountId,
    IpPermissions,
    IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
    Tags: [],
  })

  const routeTable = (name: string, subnets: readonly string[], target: Partial<Route>) => ({
    RouteTableId: id('rtb', name),
    VpcId: vpcId,
    OwnerId: accountId,
    Associations: subnets.map((SubnetId) => ({
      SubnetId,
      Main: false,
      AssociationState: { State: 'associated' as const },
    })),
    Routes: [
      { DestinationCidrBlock: '10.20.0.0/16', GatewayId: 'local', State: 'active' as const },
      ...(Object.keys(target).length === 0
        ? []
        : [{ DestinationCidrBlock: '0.0.0.0/0', State: 'active' as const, ...target }]),
    ],
    Tags: tagList({ Name: name }),
  })

  const server = (InstanceId: string, name: string, tier: Tier, zone: Zone, key: string, publicIp?: string) => ({
    ReservationId: id('r', name),
    OwnerId: accountId,
    Instances: [
      {
        InstanceId,
        ImageId: imageId,
        InstanceType: 't3.small' as const,
        State: { Code: 16, Name: 'running' as const },
        Placement: { AvailabilityZone: zone },
        PrivateIpAddress: addressOf(tier, zone, 10),
        ...(publicIp !== undefined && { PublicIpAddress: publicIp }),
        SubnetId: subnetId(tier, zone),
        VpcId: vpcId,
        SecurityGroups: [{ GroupId: groupId(key), GroupName: key }],
        Tags: tagList({ Name: name, app: 'blog' }),
      },
    ],
  })
  const interfaceOf = (InstanceId: string, tier: Tier, zone: Zone, key: string, publicIp?: string) => ({
    NetworkInterfaceId: id('eni', InstanceId),
    InterfaceType: 'interface' as const,
    SubnetId: subnetId(tier, zone),
    VpcId: vpcId,
    AvailabilityZone: zone,
    Status: 'in-use' as const,
    Groups: [{ GroupId: groupId(key) }],
    PrivateIpAddress: addressOf(tier, zone, 10),
    ...(publicIp !== undefined && { Association: { PublicIp: publicIp, AllocationId: id('eipalloc', 'bastion') } }),
    Attachment: { InstanceId },
  })

  return {
    ec2: {
      vpcs: [
        {
          VpcId: vpcId,
          CidrBlock: '10.20.0.0/16',
          State: 'available',
          IsDefault: false,
          OwnerId: accountId,
          Tags: tagList({ Name: '"The Blog" <prod> & friends' }),
        },
      ],
      subnets: tiers.flatMap((tier) =>
        zones.map((zone) => ({
          SubnetId: subnetId(tier, zone),
          VpcId: vpcId,
          CidrBlock: `${addressOf(tier, zone, 0)}/24`,
          AvailabilityZone: zone,
          MapPublicIpOnLaunch: tier === 'public',
          OwnerId: accountId,
          State: 'available' as const,
          Tags: tagList({ Name: `${names[tier]} ${zone.at(-1)}` }),
        })),
      ),
      internetGateways: [
        {
          InternetGatewayId: gatewayId,
          OwnerId: accountId,
          Attachments: [{ VpcId: vpcId, State: 'attached' }],
          Tags: [],
        },
      ],
      natGateways: zones.map((zone) => ({
        NatGatewayId: natId(zone),
        VpcId: vpcId,
        SubnetId: subnetId('public', zone),
        State: 'available' as const,
        ConnectivityType: 'public' as const,
        Tags: tagList({ Name: `nat ${zone}` }),
      })),
      routeTables: [
        routeTable('public', subnetIds('public'), { GatewayId: gatewayId }),
        ...zones.map((zone) => routeTable(`web ${zone}`, [subnetId('web', zone)], { NatGatewayId: natId(zone) })),
        routeTable('data', subnetIds('data'), {}),
      ],
      networkAcls: [defaultNetworkAcl(vpcId, tiers.flatMap(subnetIds), accountId)],
      securityGroups: [
        group('balancer', 'blog-alb', [fromCidrs(80, '0.0.0.0/0'), fromCidrs(443, '0.0.0.0/0')]),
        group('web', 'blog-web', [from('balancer', 80), from('bastion', 22)]),
        group('files', 'blog-efs', [from('web', 2049)]),
        group('database', 'blog-db', [from('web', 3306), from('bastion', 3306)]),
        group('cache', 'blog-cache', [from('web', 11_211)]),
        group('bastion', 'bastion (temporary, since 2017)', [fromCidrs(22, '0.0.0.0/0')]),
      ],
      addresses: [
        {
          AllocationId: id('eipalloc', 'bastion'),
          PublicIp: '198.51.100.40',
          Domain: 'vpc',
          InstanceId: bastionId,
          NetworkInterfaceId: id('eni', bastionId),
        },
      ],
      networkInterfaces: [
        interfaceOf(bastionId, 'public', zones[0], 'bastion', '198.51.100.40'),
        ...zones.map((zone) => interfaceOf(webId(zone), 'web', zone, 'web')),
      ],
      reservations: [
        server(
          bastionId,
          `Bob's "bastion" – ask before reboot!!! ${'very '.repeat(12)}important`,
          'public',
          zones[0],
          'bastion',
          '198.51.100.40',
        ),
        ...zones.map((zone) => server(webId(zone), 'web', 'web', zone, 'web')),
      ],
      launchTemplates: [
        {
          LaunchTemplateId: templateId,
          LaunchTemplateName: 'blog-web',
          DefaultVersionNumber: 14,
          LatestVersionNumber: 14,
        },
      ],
    },
    autoScaling: {
      autoScalingGroups: [
        {
          AutoScalingGroupName: 'blog-web 💾 v2 (final) (really)',
          MinSize: 2,
          MaxSize: 6,
          DesiredCapacity: 2,
          DefaultCooldown: 300,
          AvailabilityZones: [...zones],
          LaunchTemplate: { LaunchTemplateId: templateId, Version: '$Default' },
          TargetGroupARNs: [targetGroupArn],
          HealthCheckType: 'ELB',
          CreatedTime: new Date('2026-03-01T07:00:00Z'),
          VPCZoneIdentifier: subnetIds('web').join(','),
          Instances: zones.map((zone) => ({
            InstanceId: webId(zone),
            AvailabilityZone: zone,
            LifecycleState: 'InService' as const,
            HealthStatus: 'Healthy',
            ProtectedFromScaleIn: false,
          })),
        },
      ],
    },
    elasticLoadBalancingV2: {
      loadBalancers: [
        {
          LoadBalancerArn: arn('elasticloadbalancing', balancer),
          LoadBalancerName: 'blog',
          DNSName: `blog-1122334455.${region}.elb.amazonaws.com`,
          Scheme: 'internet-facing',
          Type: 'application',
          VpcId: vpcId,
          IpAddressType: 'ipv4',
          State: { Code: 'active' },
          AvailabilityZones: zones.map((zone) => ({ ZoneName: zone, SubnetId: subnetId('public', zone) })),
          SecurityGroups: [groupId('balancer')],
        },
      ],
      listeners: [
        {
          ListenerArn: arn(
            'elasticloadbalancing',
            `${balancer.replace('loadbalancer', 'listener')}/${hexDigits('blog 443', 16)}`,
          ),
          LoadBalancerArn: arn('elasticloadbalancing', balancer),
          Port: 443,
          Protocol: 'HTTPS',
          DefaultActions: [{ Type: 'forward', TargetGroupArn: targetGroupArn }],
        },
      ],
      targetGroups: [
        {
          TargetGroupArn: targetGroupArn,
          TargetGroupName: 'blog-web',
          Protocol: 'HTTP',
          Port: 80,
          VpcId: vpcId,
          TargetType: 'instance',
          LoadBalancerArns: [arn('elasticloadbalancing', balancer)],
        },
      ],
      targetHealth: {
        [targetGroupArn]: zones.map((zone) => ({
          Target: { Id: webId(zone), Port: 80 },
          TargetHealth: { State: 'healthy' as const },
        })),
      },
    },
    efs: {
      fileSystems: [
        {
          FileSystemId: fileSystemId,
          FileSystemArn: arn('elasticfilesystem', `file-system/${fileSystemId}`),
          Name: 'wp-content/uploads',
          OwnerId: accountId,
          CreationToken: 'uploads',
          CreationTime: new Date('2026-03-01T07:00:00Z'),
          LifeCycleState: 'available',
          NumberOfMountTargets: zones.length,
          SizeInBytes: { Value: 48_318_382_080 },
          PerformanceMode: 'generalPurpose',
          Encrypted: true,
          Tags: tagList({ Name: 'wp-content/uploads' }),
        },
      ],
      mountTargets: zones.map((zone) => ({
        MountTargetId: id('fsmt', zone),
        FileSystemId: fileSystemId,
        SubnetId: subnetId('web', zone),
        VpcId: vpcId,
        AvailabilityZoneName: zone,
        LifeCycleState: 'available' as const,
        OwnerId: accountId,
      })),
    },
    rds: {
      subnetGroups: [
        {
          DBSubnetGroupName: 'blog-db',
          DBSubnetGroupArn: arn('rds', 'subgrp:blog-db'),
          VpcId: vpcId,
          SubnetGroupStatus: 'Complete',
          Subnets: subnetIds('data').map((SubnetIdentifier) => ({ SubnetIdentifier })),
        },
      ],
      instances: [
        {
          DBInstanceIdentifier: 'wordpress',
          DBInstanceArn: arn('rds', 'db:wordpress'),
          DbiResourceId: `db-${hexDigits('blog db', 26).toUpperCase()}`,
          DBInstanceClass: 'db.t4g.medium',
          DBInstanceStatus: 'available',
          Engine: 'mysql',
          EngineVersion: '8.4.6',
          MultiAZ: true,
          // What it looks like: nothing leads from the internet into its subnets.
          PubliclyAccessible: true,
          StorageEncrypted: false,
          AvailabilityZone: zones[0],
          SecondaryAvailabilityZone: zones[1],
          Endpoint: { Address: `wordpress.c2b1a0.${region}.rds.amazonaws.com`, Port: 3306 },
          DBSubnetGroup: {
            DBSubnetGroupName: 'blog-db',
            VpcId: vpcId,
            Subnets: zones.map((zone) => ({
              SubnetIdentifier: subnetId('data', zone),
              SubnetAvailabilityZone: { Name: zone },
            })),
          },
          VpcSecurityGroups: [{ VpcSecurityGroupId: groupId('database'), Status: 'active' }],
        },
      ],
    },
    elasticache: {
      cacheSubnetGroups: [
        {
          CacheSubnetGroupName: 'blog-cache',
          ARN: arn('elasticache', 'subnetgroup:blog-cache'),
          VpcId: vpcId,
          Subnets: zones.map((zone) => ({
            SubnetIdentifier: subnetId('data', zone),
            SubnetAvailabilityZone: { Name: zone },
          })),
        },
      ],
      cacheClusters: [
        {
          CacheClusterId: 'object-cache',
          ARN: arn('elasticache', 'cluster:object-cache'),
          CacheClusterStatus: 'available',
          CacheNodeType: 'cache.t4g.small',
          Engine: 'memcached',
          EngineVersion: '1.6.22',
          NumCacheNodes: 2,
          CacheSubnetGroupName: 'blog-cache',
          PreferredAvailabilityZone: 'Multiple',
          SecurityGroups: [{ SecurityGroupId: groupId('cache'), Status: 'active' }],
          ConfigurationEndpoint: { Address: `object-cache.a1b2c3.cfg.usw2.cache.amazonaws.com`, Port: 11_211 },
        },
      ],
    },
  }
}

const accountId = '222200000001'

export const world: World = {
  accounts: [
    {
      accountId,
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      regions: { [region]: wordpress(accountId) },
      global: {},
    },
  ],
}
