/** Instances: an Auto Scaling group, its template, AMIs, key pair, volumes, and snapshots. */
import type { Instance, Volume } from '@aws-sdk/client-ec2'
import type { RegionData } from '../../world.ts'
import { resourceId, tagList } from '../resource-id.ts'
import { accountId, addressIn, securityGroupId, subnetId, vpcId, zones } from '../three-tier-network.ts'
import type { Zone } from '../three-tier-network.ts'
import { targetGroups } from '../three-tier-workload.ts'
import { runnerProfileArn } from './compute-shared.ts'
import { arn, created, dataKeyArn, uuid } from './data-place.ts'

const tags = (name: string) => tagList({ Name: name, env: 'production', team: 'platform' })

const ownImage = resourceId('ami', 'runner 2026-09')
const publicImage = resourceId('ami', 'al2023-arm64')
const templateId = resourceId('lt', 'runner')
/** May launch the AMI, and restore its snapshot. */
const partner = '777788889999'
const keyName = 'platform-operators'
const groupName = 'runners'
const rootSnapshot = resourceId('snap', 'runner image root')
const instanceId = (zone: Zone) => resourceId('i', `runner ${zone}`)
const rootVolume = (zone: Zone) => resourceId('vol', `runner ${zone} root`)

function runner(zone: Zone): Instance {
  return {
    InstanceId: instanceId(zone),
    ImageId: ownImage,
    InstanceType: 'c7g.2xlarge',
    KeyName: keyName,
    LaunchTime: new Date('2026-09-30T04:00:00Z'),
    Placement: { AvailabilityZone: zone, Tenancy: 'default' },
    PrivateIpAddress: addressIn('app', zone, 90),
    State: { Code: 16, Name: 'running' },
    SubnetId: subnetId('app', zone),
    VpcId: vpcId,
    IamInstanceProfile: { Arn: runnerProfileArn, Id: 'AIPARUNNEREXAMPLE00A' },
    SecurityGroups: [{ GroupId: securityGroupId('worker'), GroupName: 'storefront-worker' }],
    RootDeviceType: 'ebs',
    RootDeviceName: '/dev/xvda',
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeId: rootVolume(zone), Status: 'attached' } }],
    Tags: [...tags('runner'), { Key: 'aws:autoscaling:groupName', Value: groupName }],
  }
}

function volume(id: string, name: string, zone: Zone, more: Partial<Volume>): Volume {
  return {
    VolumeId: id,
    AvailabilityZone: zone,
    CreateTime: created,
    VolumeType: 'gp3',
    Size: 100,
    Iops: 3000,
    Throughput: 125,
    State: 'in-use',
    Encrypted: true,
    KmsKeyId: dataKeyArn,
    MultiAttachEnabled: false,
    Attachments: [],
    Tags: tags(name),
    ...more,
  }
}

const [firstZone] = zones
const archiveVolume = resourceId('vol', 'build archive')

export const servers: RegionData = {
  ec2: {
    reservations: zones.map((zone) => ({
      ReservationId: resourceId('r', `runner ${zone}`),
      OwnerId: accountId,
      Groups: [],
      Instances: [runner(zone)],
    })),
    images: [
      {
        ImageId: ownImage,
        Name: 'runner-2026-09',
        OwnerId: accountId,
        Public: false,
        State: 'available',
        Architecture: 'arm64',
        PlatformDetails: 'Linux/UNIX',
        RootDeviceType: 'ebs',
        RootDeviceName: '/dev/xvda',
        VirtualizationType: 'hvm',
        CreationDate: '2026-09-01T02:11:40.000Z',
        BlockDeviceMappings: [
          { DeviceName: '/dev/xvda', Ebs: { SnapshotId: rootSnapshot, VolumeSize: 100, Encrypted: true } },
        ],
        Tags: tags('runner-2026-09'),
      },
      {
        ImageId: publicImage,
        Name: 'al2023-ami-2023.8.20260818.0-kernel-6.12-arm64',
        OwnerId: '137112412989',
        ImageOwnerAlias: 'amazon',
        Public: true,
        State: 'available',
        Architecture: 'arm64',
        PlatformDetails: 'Linux/UNIX',
        RootDeviceType: 'ebs',
        VirtualizationType: 'hvm',
        CreationDate: '2026-08-18T00:12:03.000Z',
        DeprecationTime: '2026-11-16T00:13:00.000Z',
        BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { SnapshotId: resourceId('snap', 'al2023') } }],
        Tags: [],
      },
    ],
    keyPairs: [
      {
        KeyPairId: resourceId('key', keyName),
        KeyName: keyName,
        KeyType: 'ed25519',
        KeyFingerprint: 'u3p0m9zVqRkTqX8nTQ6rEwq1n1m6ZsSdq6iXoFbWl2A=',
        CreateTime: created,
        Tags: tagList({ team: 'platform' }),
      },
    ],
    launchTemplates: [
      {
        LaunchTemplateId: templateId,
        LaunchTemplateName: 'runner',
        CreateTime: created,
        CreatedBy: `arn:aws:iam::${accountId}:role/deployment`,
        DefaultVersionNumber: 4,
        LatestVersionNumber: 5,
        Tags: tagList({ team: 'platform' }),
      },
    ],
    volumes: [
      ...zones.map((zone) =>
        volume(rootVolume(zone), 'runner', zone, {
          SnapshotId: rootSnapshot,
          Attachments: [
            {
              InstanceId: instanceId(zone),
              VolumeId: rootVolume(zone),
              Device: '/dev/xvda',
              State: 'attached',
              DeleteOnTermination: true,
            },
          ],
        }),
      ),
      volume(archiveVolume, 'build-archive', firstZone, { VolumeType: 'st1', Size: 2000, State: 'available' }),
    ],
    launchPermissions: {
      [ownImage]: [
        { UserId: partner },
        { OrganizationArn: 'arn:aws:organizations::777788889999:organization/o-store' },
      ],
    },
    publicSnapshots: [resourceId('snap', 'build archive 2026-10')],
    snapshotPermissions: { [rootSnapshot]: [{ UserId: partner }] },
    snapshots: [
      {
        SnapshotId: rootSnapshot,
        OwnerId: accountId,
        // A copy without a volume.
        VolumeId: 'vol-ffffffff',
        VolumeSize: 100,
        State: 'completed',
        StartTime: new Date('2026-09-01T02:01:00Z'),
        Progress: '100%',
        Encrypted: true,
        KmsKeyId: dataKeyArn,
        StorageTier: 'standard',
        Tags: tags('runner-2026-09'),
      },
      {
        SnapshotId: resourceId('snap', 'build archive 2026-10'),
        OwnerId: accountId,
        VolumeId: archiveVolume,
        VolumeSize: 2000,
        State: 'completed',
        StartTime: new Date('2026-10-01T03:00:00Z'),
        Progress: '100%',
        Encrypted: true,
        KmsKeyId: dataKeyArn,
        StorageTier: 'archive',
        Tags: tags('build-archive'),
      },
      {
        SnapshotId: resourceId('snap', 'somebody else'),
        OwnerId: '777788889999',
        VolumeId: resourceId('vol', 'somebody else'),
        VolumeSize: 8,
        State: 'completed',
        Encrypted: false,
        Tags: [],
      },
    ],
  },
  autoScaling: {
    autoScalingGroups: [
      {
        AutoScalingGroupName: groupName,
        CapacityRebalance: false,
        AutoScalingGroupARN: arn(
          'autoscaling',
          `autoScalingGroup:${uuid('auto scaling group')}:autoScalingGroupName/${groupName}`,
        ),
        LaunchTemplate: { LaunchTemplateId: templateId, LaunchTemplateName: 'runner', Version: '4' },
        MinSize: 3,
        MaxSize: 12,
        DesiredCapacity: 3,
        DefaultCooldown: 300,
        AvailabilityZones: [...zones],
        TargetGroupARNs: targetGroups.slice(0, 1).flatMap(({ TargetGroupArn }) => TargetGroupArn ?? []),
        HealthCheckType: 'ELB',
        HealthCheckGracePeriod: 60,
        CreatedTime: created,
        VPCZoneIdentifier: zones.map((zone) => subnetId('app', zone)).join(','),
        Instances: zones.map((zone) => ({
          InstanceId: instanceId(zone),
          AvailabilityZone: zone,
          LifecycleState: 'InService',
          HealthStatus: 'Healthy',
          ProtectedFromScaleIn: false,
        })),
        ServiceLinkedRoleARN: `arn:aws:iam::${accountId}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling`,
        Tags: [{ ResourceId: groupName, ResourceType: 'auto-scaling-group', Key: 'team', Value: 'platform' }],
      },
      {
        AutoScalingGroupName: 'legacy-batch',
        MinSize: 0,
        MaxSize: 4,
        DesiredCapacity: 0,
        DefaultCooldown: 300,
        AvailabilityZones: [firstZone],
        LoadBalancerNames: ['legacy'],
        HealthCheckType: 'EC2',
        CreatedTime: created,
        VPCZoneIdentifier: subnetId('app', firstZone),
        MixedInstancesPolicy: {
          LaunchTemplate: {
            LaunchTemplateSpecification: { LaunchTemplateId: templateId, Version: '$Default' },
            Overrides: [{ InstanceType: 'c7g.large' }, { InstanceType: 'c6g.large' }],
          },
        },
        Instances: [],
        Tags: [
          {
            ResourceId: 'legacy-batch',
            ResourceType: 'auto-scaling-group',
            Key: 'elasticbeanstalk:environment-name',
            Value: 'back-office',
          },
        ],
      },
    ],
  },
}
