/** EC2: VPCs with their gateways and endpoints, instances with their parts, and regions. */
import type * as ec2 from '@aws-sdk/client-ec2'
import { defineService } from '../define-service.ts'
import { applyFilters } from '../filters.ts'
import { isRegionEnabled, regionsOf } from '../regions.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ec2?: Ec2Data
  }
}

export type Ec2Data = {
  readonly addresses?: readonly ec2.Address[]
  readonly carrierGateways?: readonly ec2.CarrierGateway[]
  readonly clientVpnEndpoints?: readonly ec2.ClientVpnEndpoint[]
  /** By endpoint. */
  readonly clientVpnRules?: Readonly<Record<string, readonly ec2.AuthorizationRule[]>>
  /** By endpoint. */
  readonly clientVpnNetworks?: Readonly<Record<string, readonly ec2.TargetNetwork[]>>
  readonly customerGateways?: readonly ec2.CustomerGateway[]
  readonly dhcpOptions?: readonly ec2.DhcpOptions[]
  readonly egressOnlyInternetGateways?: readonly ec2.EgressOnlyInternetGateway[]
  readonly flowLogs?: readonly ec2.FlowLog[]
  /** AMIs of all owners that the account may launch. */
  readonly images?: readonly ec2.Image[]
  readonly internetGateways?: readonly ec2.InternetGateway[]
  readonly keyPairs?: readonly ec2.KeyPairInfo[]
  /** By AMI. Absent: only its owner may launch it. */
  readonly launchPermissions?: Readonly<Record<string, readonly ec2.LaunchPermission[]>>
  readonly launchTemplates?: readonly ec2.LaunchTemplate[]
  readonly natGateways?: readonly ec2.NatGateway[]
  readonly networkAcls?: readonly ec2.NetworkAcl[]
  readonly networkInterfaces?: readonly ec2.NetworkInterface[]
  /** Including AWS's own. */
  readonly prefixLists?: readonly ec2.ManagedPrefixList[]
  /** By prefix list. */
  readonly prefixListEntries?: Readonly<Record<string, readonly ec2.PrefixListEntry[]>>
  readonly reservations?: readonly ec2.Reservation[]
  readonly routeTables?: readonly ec2.RouteTable[]
  readonly securityGroups?: readonly ec2.SecurityGroup[]
  /** The IDs of those that every account may restore. */
  readonly publicSnapshots?: readonly string[]
  /** Absent: `unblocked`. */
  readonly snapshotBlockPublicAccess?: ec2.SnapshotBlockPublicAccessState
  /** By snapshot. Absent: only its owner may restore it. */
  readonly snapshotPermissions?: Readonly<Record<string, readonly ec2.CreateVolumePermission[]>>
  readonly snapshots?: readonly ec2.Snapshot[]
  readonly subnets?: readonly ec2.Subnet[]
  readonly transitGateways?: readonly ec2.TransitGateway[]
  readonly transitGatewayAttachments?: readonly ec2.TransitGatewayAttachment[]
  readonly transitGatewayRouteTables?: readonly ec2.TransitGatewayRouteTable[]
  /** By route table. */
  readonly transitGatewayRoutes?: Readonly<Record<string, readonly ec2.TransitGatewayRoute[]>>
  readonly transitGatewayVpcAttachments?: readonly ec2.TransitGatewayVpcAttachment[]
  readonly verifiedAccessEndpoints?: readonly ec2.VerifiedAccessEndpoint[]
  readonly volumes?: readonly ec2.Volume[]
  readonly vpcs?: readonly ec2.Vpc[]
  /** Absent: nobody ever turned it on. */
  readonly vpcBlockPublicAccess?: ec2.VpcBlockPublicAccessOptions
  readonly vpcBlockPublicAccessExclusions?: readonly ec2.VpcBlockPublicAccessExclusion[]
  readonly vpcEndpoints?: readonly ec2.VpcEndpoint[]
  readonly vpcEndpointServices?: readonly ec2.ServiceConfiguration[]
  readonly vpcPeeringConnections?: readonly ec2.VpcPeeringConnection[]
  readonly vpnConnections?: readonly ec2.VpnConnection[]
  readonly vpnGateways?: readonly ec2.VpnGateway[]
}

const instanceOf = ({ Instances: [instance] = [] }: ec2.Reservation): ec2.Instance => instance ?? {}

const clientVpn = {
  list: 'clientVpnEndpoints',
  by: 'ClientVpnEndpointId',
  notFound: 'InvalidClientVpnEndpointId.NotFound',
} as const

export const service = defineService(() => import('@aws-sdk/client-ec2'), {
  data: 'ec2',
  // Source of the limits: the parameter constraints in the EC2 API model. Operations without constraints have no page
  // size.
  pages: {
    smallest: 5,
    largest: 1000,
    usual: 'all',
    badToken: 'InvalidNextToken',
    badSize: 'InvalidParameterValue',
    sizeWithIdentifiers: 'InvalidParameterCombination',
  },
})({
  DescribeAddresses: { list: 'addresses' },
  DescribeCarrierGateways: { list: 'carrierGateways' },
  DescribeClientVpnAuthorizationRules: { list: 'clientVpnRules', within: clientVpn },
  DescribeClientVpnEndpoints: { list: 'clientVpnEndpoints' },
  DescribeClientVpnTargetNetworks: { list: 'clientVpnNetworks', within: clientVpn },
  DescribeCustomerGateways: { list: 'customerGateways' },
  DescribeDhcpOptions: { list: 'dhcpOptions' },
  DescribeEgressOnlyInternetGateways: { list: 'egressOnlyInternetGateways', pages: { largest: 255 } },
  DescribeFlowLogs: { list: 'flowLogs' },
  DescribeImageAttribute: {
    one: 'images',
    by: 'ImageId',
    notFound: 'InvalidAMIID.NotFound',
    parameters: ['Attribute'],
    item: ({ ImageId = '' }, { launchPermissions = {} }) => ({
      ImageId,
      LaunchPermissions: [...(launchPermissions[ImageId] ?? [])],
    }),
  },
  DescribeImages: {
    list: 'images',
    filters: { 'image-id': 'ImageId' },
    parameters: ['IncludeDeprecated', 'IncludeDisabled', 'Owners'],
    narrow: (items, { IncludeDisabled, Owners }, { account }) =>
      items.filter(
        ({ State, OwnerId }) =>
          (State !== 'disabled' || IncludeDisabled === true) &&
          (Owners?.includes('self') !== true || OwnerId === account.accountId),
      ),
  },
  DescribeInstances: {
    // One reservation for each instance, because instances are selected and counted individually.
    gather: ({ reservations = [] }) =>
      reservations.flatMap((reservation) =>
        (reservation.Instances ?? []).map((instance) => ({ ...reservation, Instances: [instance] })),
      ),
    filters: { 'instance-state-name': (item) => instanceOf(item).State?.Name },
    page: (items, NextToken) => ({
      Reservations: [...Map.groupBy(items, ({ ReservationId }) => ReservationId).values()].map((members) => ({
        ...members[0],
        Instances: members.map(instanceOf),
      })),
      NextToken,
    }),
  },
  DescribeInternetGateways: { list: 'internetGateways' },
  DescribeKeyPairs: { list: 'keyPairs' },
  DescribeLaunchTemplates: {
    list: 'launchTemplates',
    // Unlike other describe operations, this one supports pages of one template, and at most 200.
    pages: { smallest: 1, largest: 200, usual: 200 },
  },
  DescribeManagedPrefixLists: { list: 'prefixLists', pages: { largest: 100 } },
  DescribeNatGateways: { list: 'natGateways', notFound: 'NatGatewayNotFound', pages: { sizeWithIdentifiers: null } },
  DescribeNetworkAcls: { list: 'networkAcls' },
  DescribeNetworkInterfaces: { list: 'networkInterfaces' },
  DescribeRegions: {
    parameters: ['AllRegions'],
    gather(_data, { AllRegions }, { account }) {
      const { default: always, optIn } = regionsOf(account)
      const optedIn = (region: string) => (isRegionEnabled(region, account) ? 'opted-in' : 'not-opted-in')
      return [
        ...always.map((RegionName) => ({ RegionName, OptInStatus: 'opt-in-not-required' })),
        ...optIn.map((RegionName) => ({ RegionName, OptInStatus: optedIn(RegionName) })),
      ].filter(({ OptInStatus }) => AllRegions === true || OptInStatus !== 'not-opted-in')
    },
    by: 'RegionNames',
    notFound: 'InvalidParameterValue',
  },
  DescribeRouteTables: { list: 'routeTables', pages: { largest: 100 } },
  DescribeSecurityGroups: { list: 'securityGroups' },
  DescribeSnapshotAttribute: {
    one: 'snapshots',
    by: 'SnapshotId',
    notFound: 'InvalidSnapshot.NotFound',
    parameters: ['Attribute'],
    item: ({ SnapshotId = '' }, { snapshotPermissions = {} }) => ({
      SnapshotId,
      CreateVolumePermissions: [...(snapshotPermissions[SnapshotId] ?? [])],
    }),
  },
  DescribeSnapshots: {
    list: 'snapshots',
    parameters: ['OwnerIds', 'RestorableByUserIds'],
    narrow: (items, { OwnerIds, RestorableByUserIds }, { account, regionData }) => {
      const { publicSnapshots = [] } = regionData.ec2 ?? {}
      return items.filter(
        ({ OwnerId, SnapshotId = '' }) =>
          (OwnerIds?.includes('self') !== true || OwnerId === account.accountId) &&
          (RestorableByUserIds?.includes('all') !== true || publicSnapshots.includes(SnapshotId)),
      )
    },
  },
  DescribeSubnets: {
    list: 'subnets',
    notFound: 'InvalidSubnetID.NotFound',
    filters: { 'availability-zone': 'AvailabilityZone', state: 'State' },
  },
  DescribeTransitGatewayAttachments: { list: 'transitGatewayAttachments' },
  DescribeTransitGatewayRouteTables: { list: 'transitGatewayRouteTables' },
  DescribeTransitGatewayVpcAttachments: { list: 'transitGatewayVpcAttachments' },
  DescribeTransitGateways: { list: 'transitGateways' },
  DescribeVerifiedAccessEndpoints: { list: 'verifiedAccessEndpoints' },
  DescribeVolumes: { list: 'volumes' },
  DescribeVpcBlockPublicAccessExclusions: { list: 'vpcBlockPublicAccessExclusions' },
  DescribeVpcBlockPublicAccessOptions: {
    answer: (_input, { vpcBlockPublicAccess }, { account, region }) => ({
      VpcBlockPublicAccessOptions: {
        AwsAccountId: account.accountId,
        AwsRegion: region,
        State: 'default-state',
        InternetGatewayBlockMode: 'off',
        ExclusionsAllowed: 'allowed',
        ManagedBy: 'account',
        ...vpcBlockPublicAccess,
      },
    }),
  },
  DescribeVpcEndpointServiceConfigurations: { list: 'vpcEndpointServices' },
  DescribeVpcEndpoints: { list: 'vpcEndpoints' },
  DescribeVpcPeeringConnections: { list: 'vpcPeeringConnections' },
  DescribeVpcs: { list: 'vpcs', notFound: 'InvalidVpcID.NotFound', filters: { 'vpc-id': 'VpcId' } },
  DescribeVpnConnections: { list: 'vpnConnections' },
  DescribeVpnGateways: { list: 'vpnGateways' },
  GetManagedPrefixListEntries: {
    list: 'prefixListEntries',
    within: { list: 'prefixLists', by: 'PrefixListId', notFound: 'InvalidPrefixListID.NotFound' },
    pages: { smallest: 1, largest: 100, usual: 100 },
  },
  GetSnapshotBlockPublicAccessState: {
    answer: (_input, { snapshotBlockPublicAccess = 'unblocked' }) => ({ State: snapshotBlockPublicAccess }),
  },
  SearchTransitGatewayRoutes: {
    within: {
      list: 'transitGatewayRouteTables',
      by: 'TransitGatewayRouteTableId',
      notFound: 'InvalidRouteTableID.NotFound',
    },
    parameters: ['Filters', 'MaxResults'],
    answer({ TransitGatewayRouteTableId: id = '', Filters = [], MaxResults = 1000 }, { transitGatewayRoutes = {} }) {
      const routes = applyFilters(transitGatewayRoutes[id] ?? [], Filters, { type: 'Type' })
      return { Routes: routes.slice(0, MaxResults), AdditionalRoutesAvailable: routes.length > MaxResults }
    },
  },
})
