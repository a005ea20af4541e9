/** The three-tier account's resources in a second region: the default VPC with one small instance. */
import type { RegionData } from '../world.ts'
import { defaultNetworkAcl } from './default-network-acl.ts'
import { resourceId, tagList } from './resource-id.ts'
import { accountId } from './three-tier-network.ts'

const region = 'eu-west-1'
const vpcId = resourceId('vpc', `default ${region}`)
const gatewayId = resourceId('igw', `default ${region}`)
const groupId = resourceId('sg', `default ${region}`)
const tableId = resourceId('rtb', `default ${region}`)
const zones = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] as const
const subnetId = (zone: string) => resourceId('subnet', `default ${zone}`)

export const europe: RegionData = {
  ec2: {
    vpcs: [
      {
        VpcId: vpcId,
        CidrBlock: '172.31.0.0/16',
        CidrBlockAssociationSet: [
          {
            AssociationId: resourceId('vpc-cidr-assoc', `default ${region}`),
            CidrBlock: '172.31.0.0/16',
            CidrBlockState: { State: 'associated' },
          },
        ],
        InstanceTenancy: 'default',
        IsDefault: true,
        OwnerId: accountId,
        State: 'available',
        Tags: [],
      },
    ],
    networkAcls: [
      defaultNetworkAcl(
        vpcId,
        zones.map((zone) => subnetId(zone)),
        accountId,
      ),
    ],
    subnets: zones.map((zone, index) => ({
      SubnetId: subnetId(zone),
      SubnetArn: `arn:aws:ec2:${region}:${accountId}:subnet/${subnetId(zone)}`,
      VpcId: vpcId,
      CidrBlock: `172.31.${index * 16}.0/20`,
      AvailabilityZone: zone,
      AvailableIpAddressCount: 4090,
      DefaultForAz: true,
      MapPublicIpOnLaunch: true,
      OwnerId: accountId,
      State: 'available',
      Tags: [],
    })),
    internetGateways: [
      {
        InternetGatewayId: gatewayId,
        Attachments: [{ VpcId: vpcId, State: 'available' as 'attached' }],
        OwnerId: accountId,
        Tags: [],
      },
    ],
    routeTables: [
      {
        RouteTableId: tableId,
        VpcId: vpcId,
        OwnerId: accountId,
        Associations: [
          {
            RouteTableAssociationId: resourceId('rtbassoc', `default ${region}`),
            RouteTableId: tableId,
            Main: true,
            AssociationState: { State: 'associated' },
          },
        ],
        Routes: [
          { DestinationCidrBlock: '172.31.0.0/16', GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' },
          { DestinationCidrBlock: '0.0.0.0/0', GatewayId: gatewayId, Origin: 'CreateRoute', State: 'active' },
        ],
        Tags: [],
      },
    ],
    securityGroups: [
      {
        GroupId: groupId,
        GroupName: 'default',
        Description: 'default VPC security group',
        VpcId: vpcId,
        OwnerId: accountId,
        IpPermissions: [
          {
            IpProtocol: '-1',
            IpRanges: [],
            Ipv6Ranges: [],
            UserIdGroupPairs: [{ GroupId: groupId, UserId: accountId }],
          },
        ],
        IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
        Tags: [],
      },
    ],
    networkInterfaces: [
      {
        NetworkInterfaceId: resourceId('eni', 'backup-verifier'),
        Association: { IpOwnerId: 'amazon', PublicIp: '203.0.113.20' },
        Attachment: {
          AttachmentId: resourceId('eni-attach', 'backup-verifier'),
          DeleteOnTermination: true,
          DeviceIndex: 0,
          InstanceId: resourceId('i', 'backup-verifier'),
          InstanceOwnerId: accountId,
          Status: 'attached',
        },
        AvailabilityZone: 'eu-west-1a',
        Description: '',
        Groups: [{ GroupId: groupId, GroupName: 'default' }],
        InterfaceType: 'interface',
        OwnerId: accountId,
        PrivateIpAddress: '172.31.4.20',
        PrivateIpAddresses: [
          {
            Primary: true,
            PrivateIpAddress: '172.31.4.20',
            Association: { IpOwnerId: 'amazon', PublicIp: '203.0.113.20' },
          },
        ],
        RequesterManaged: false,
        SourceDestCheck: true,
        Status: 'in-use',
        SubnetId: subnetId('eu-west-1a'),
        TagSet: [],
        VpcId: vpcId,
      },
    ],
    reservations: [
      {
        ReservationId: resourceId('r', 'backup-verifier'),
        OwnerId: accountId,
        Instances: [
          {
            InstanceId: resourceId('i', 'backup-verifier'),
            ImageId: resourceId('ami', `al2023-arm64 ${region}`),
            InstanceType: 't4g.small',
            LaunchTime: new Date('2026-06-17T12:40:00Z'),
            Placement: { AvailabilityZone: 'eu-west-1a' },
            PrivateIpAddress: '172.31.4.20',
            PublicIpAddress: '203.0.113.20',
            State: { Code: 16, Name: 'running' },
            SubnetId: subnetId('eu-west-1a'),
            VpcId: vpcId,
            SecurityGroups: [{ GroupId: groupId, GroupName: 'default' }],
            Tags: tagList({ Name: 'backup-verifier', env: 'production', team: 'data' }),
          },
        ],
      },
    ],
  },
  lambda: {
    functions: [
      {
        FunctionName: 'backup-audit',
        FunctionArn: `arn:aws:lambda:${region}:${accountId}:function:backup-audit`,
        Runtime: 'python3.13',
        Role: `arn:aws:iam::${accountId}:role/backup-audit`,
        Handler: 'backup_audit.handler',
        CodeSize: 20_480,
        Timeout: 60,
        MemorySize: 256,
        LastModified: '2026-06-17T12:50:00.000+0000',
        Version: '$LATEST',
        PackageType: 'Zip',
        Architectures: ['arm64'],
      },
    ],
  },
}
