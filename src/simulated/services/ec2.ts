/** EC2: VPCs with their gateways and endpoints, instances with their parts, and regions. */
import type * as ec2 from '@aws-sdk/client-ec2'
import { defineService } from '../define-service.ts'
import { applyFilters } from '../filters.ts'
import { isRegionEnabled, regionsOf } from '../regions.ts'
import type { Lists, PlainLists } from '../world.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly ec2?: Ec2Data
  }
}

export type Ec2Data = PlainLists<typeof ec2> &
  Lists<
    {
      /** Including AWS's own. */
      managedPrefixLists: ec2.ManagedPrefixList
      /** The IDs of those that every account may restore. */
      publicSnapshots: string
      reservations: ec2.Reservation
      vpcEndpointServices: ec2.ServiceConfiguration
    },
    {
      /** By endpoint. */
      clientVpnNetworks: ec2.TargetNetwork
      clientVpnRules: ec2.AuthorizationRule
      /** By AMI. Absent: only its owner may launch it. */
      launchPermissions: ec2.LaunchPermission
      prefixListEntries: ec2.PrefixListEntry
      /** By snapshot. Absent: only its owner may restore it. */
      snapshotPermissions: ec2.CreateVolumePermission
      /** By route table. */
      transitGatewayRoutes: ec2.TransitGatewayRoute
    }
  > & {
    /** Absent: `unblocked`. */
    readonly snapshotBlockPublicAccess?: ec2.SnapshotBlockPublicAccessState
    /** Absent: nobody ever turned it on. */
    readonly vpcBlockPublicAccess?: ec2.VpcBlockPublicAccessOptions
  }

const clientVpn = { list: 'clientVpnEndpoints', notFound: 'InvalidClientVpnEndpointId.NotFound' } as const

export const service = defineService('ec2', () => import('@aws-sdk/client-ec2'), {
  // Source of the limits: the parameter constraints in the EC2 API model. Operations without constraints have no page
  // size.
  pages: {
    smallest: 5,
    largest: 1000,
    usual: 'all',
    badToken: 'InvalidNextToken',
    badSize: 'InvalidParameterValue',
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
    list: 'launchPermissions',
    within: { list: 'images', by: 'ImageId', notFound: 'InvalidAMIID.NotFound' },
    parameters: ['Attribute'],
    page: (LaunchPermissions, _next, { ImageId }) => ({ ImageId, LaunchPermissions }),
  },
  DescribeImages: {
    list: 'images',
    parameters: ['Filters', 'IncludeDeprecated', 'IncludeDisabled', 'Owners'],
    narrow: (items, { Filters = [], IncludeDisabled, Owners }, { account }) =>
      applyFilters(items, Filters, { 'image-id': 'ImageId' }).filter(
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
    page: (items, NextToken) => ({
      Reservations: [...Map.groupBy(items, ({ ReservationId }) => ReservationId).values()].map((members) => ({
        ...members[0],
        Instances: members.flatMap(({ Instances = [] }) => Instances),
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
  DescribeManagedPrefixLists: { list: 'managedPrefixLists', pages: { largest: 100 } },
  DescribeNatGateways: { list: 'natGateways' },
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
    list: 'snapshotPermissions',
    within: { list: 'snapshots', by: 'SnapshotId', notFound: 'InvalidSnapshot.NotFound' },
    parameters: ['Attribute'],
    page: (CreateVolumePermissions, _next, { SnapshotId }) => ({ SnapshotId, CreateVolumePermissions }),
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
  DescribeSubnets: { list: 'subnets' },
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
  DescribeVpcs: { list: 'vpcs' },
  DescribeVpnConnections: { list: 'vpnConnections' },
  DescribeVpnGateways: { list: 'vpnGateways' },
  GetManagedPrefixListEntries: {
    list: 'prefixListEntries',
    within: { list: 'managedPrefixLists', notFound: 'InvalidPrefixListID.NotFound' },
    pages: { smallest: 1, largest: 100, usual: 100 },
  },
  GetSnapshotBlockPublicAccessState: {
    answer: (_input, { snapshotBlockPublicAccess = 'unblocked' }) => ({ State: snapshotBlockPublicAccess }),
  },
  SearchTransitGatewayRoutes: {
    within: { list: 'transitGatewayRouteTables', notFound: 'InvalidRouteTableID.NotFound' },
    parameters: ['Filters', 'MaxResults'],
    answer({ TransitGatewayRouteTableId: id = '', Filters = [], MaxResults = 1000 }, { transitGatewayRoutes = {} }) {
      const routes = applyFilters(transitGatewayRoutes[id] ?? [], Filters, { type: 'Type' })
      return { Routes: routes.slice(0, MaxResults), AdditionalRoutesAvailable: routes.length > MaxResults }
    },
  },
})
