/** Network interfaces of the three-tier application, as AWS makes them for what needs one. */
import type { NetworkInterface } from '@aws-sdk/client-ec2'
import { resourceId } from './resource-id.ts'
import {
  accountId,
  addressIn,
  networkInterfaces as natInterfaces,
  securityGroupId,
  subnetId,
  type Tier,
  vpcId,
  type Zone,
  zones,
} from './three-tier-network.ts'
import { databaseInstances, loadBalancers, reservations } from './three-tier-workload.ts'

type Placed = {
  readonly usedFor: string
  readonly tier: Tier
  readonly zone: Zone
  readonly host: number
  readonly group: string
}

/** That a service made and manages. */
function serviceInterface({ usedFor, tier, zone, host, group }: Placed, more: Partial<NetworkInterface>) {
  const PrivateIpAddress = addressIn(tier, zone, host)
  const { Association } = more
  return {
    NetworkInterfaceId: resourceId('eni', `storefront ${usedFor} ${zone}`),
    AvailabilityZone: zone,
    Groups: [{ GroupId: securityGroupId(group), GroupName: `storefront-${group}` }],
    InterfaceType: 'interface',
    OwnerId: accountId,
    PrivateIpAddress,
    PrivateIpAddresses: [{ Primary: true, PrivateIpAddress, ...(Association === undefined ? {} : { Association }) }],
    RequesterManaged: true,
    SourceDestCheck: true,
    Status: 'in-use',
    SubnetId: subnetId(tier, zone),
    TagSet: [],
    VpcId: vpcId,
    ...more,
  } satisfies NetworkInterface
}

const ofInstances = reservations
  .flatMap(({ Instances = [] }) => Instances)
  .flatMap(({ InstanceId, NetworkInterfaces = [], Placement }) =>
    NetworkInterfaces.map(({ PrivateIpAddress, Groups, ...told }): NetworkInterface => ({
      ...told,
      Groups: Groups ?? [],
      PrivateIpAddress,
      Attachment: {
        AttachmentId: resourceId('eni-attach', InstanceId ?? ''),
        DeleteOnTermination: true,
        DeviceIndex: 0,
        InstanceId,
        InstanceOwnerId: accountId,
        Status: 'attached',
      },
      AvailabilityZone: Placement?.AvailabilityZone,
      Description: '',
      InterfaceType: 'interface',
      PrivateIpAddresses: [{ Primary: true, PrivateIpAddress }],
      RequesterManaged: false,
      SourceDestCheck: true,
      TagSet: [],
    })),
  )

const ofLoadBalancers = loadBalancers.flatMap(
  ({ LoadBalancerArn = '', LoadBalancerName: name = '', Scheme }, place) => {
    const isPublic = Scheme === 'internet-facing'
    return zones.map((zone, index) =>
      serviceInterface(
        {
          usedFor: name,
          tier: isPublic ? 'public' : 'app',
          zone,
          host: 100 + place,
          group: isPublic ? 'public-alb' : 'internal-alb',
        },
        {
          ...(isPublic ? { Association: { IpOwnerId: 'amazon-elb', PublicIp: `203.0.113.${40 + index}` } } : {}),
          Attachment: { DeviceIndex: 1, InstanceOwnerId: 'amazon-elb', Status: 'attached' },
          Description: `ELB ${LoadBalancerArn.slice(LoadBalancerArn.indexOf('app/'))}`,
          RequesterId: 'amazon-elb',
        },
      ),
    )
  },
)

const ofDatabases = databaseInstances.flatMap(({ DBInstanceIdentifier: name = '', AvailabilityZone }, place) =>
  zones
    .filter((zone) => zone === AvailabilityZone)
    .map((zone) =>
      serviceInterface(
        { usedFor: name, tier: 'data', zone, host: 30 + place, group: 'database' },
        {
          Attachment: { DeviceIndex: 1, InstanceOwnerId: 'amazon-rds', Status: 'attached' },
          Description: 'RDSNetworkInterface',
          RequesterId: 'amazon-rds',
        },
      ),
    ),
)

/** Functions with the same subnets and groups share them. */
const ofFunctions = zones.map((zone) =>
  serviceInterface(
    { usedFor: 'functions', tier: 'app', zone, host: 150, group: 'functions' },
    {
      Attachment: { DeviceIndex: 1, InstanceOwnerId: 'amazon-aws', Status: 'attached' },
      Description: 'AWS Lambda VPC ENI-order-events',
      InterfaceType: 'lambda',
    },
  ),
)

export const networkInterfaces: readonly NetworkInterface[] = [
  ...natInterfaces,
  ...ofInstances,
  ...ofLoadBalancers,
  ...ofDatabases,
  ...ofFunctions,
]
