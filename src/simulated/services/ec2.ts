/** EC2: VPCs with their gateways and endpoints, instances with their parts, and regions. */
import type * as ec2 from '@aws-sdk/client-ec2'
import { defineService } from '../define-service.ts'
import { applyFilters } from '../filters.ts'
import { ProviderError } from '../provider-error.ts'
import { isRegionEnabled, regionsOf } from '../regions.ts'
import type { WorldAccount } from '../world.ts'

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

/** A reservation with one instance and the instance's tags, because instances are selected and counted individually. */
type Reserved = ec2.Reservation & { readonly Tags?: readonly ec2.Tag[] }

const instanceOf = ({ Instances: [instance] = [] }: Reserved): ec2.Instance => instance ?? {}

/** "self" means the account. */
const isOwned = (owner = '', wanted: readonly string[] | undefined, { accountId }: WorldAccount) =>
  wanted === undefined || wanted.map((name) => (name === 'self' ? accountId : name)).includes(owner)

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
  tagFilters: true,
})({
  DescribeAddresses: { list: 'addresses', by: 'AllocationIds', notFound: 'InvalidAllocationID.NotFound' },
  DescribeCarrierGateways: { list: 'carrierGateways', notFound: 'InvalidCarrierGatewayID.NotFound' },
  DescribeClientVpnAuthorizationRules: { list: 'clientVpnRules', within: clientVpn },
  DescribeClientVpnEndpoints: { list: 'clientVpnEndpoints', notFound: clientVpn.notFound },
  DescribeClientVpnTargetNetworks: { list: 'clientVpnNetworks', within: clientVpn },
  DescribeCustomerGateways: { list: 'customerGateways', notFound: 'InvalidCustomerGatewayID.NotFound' },
  DescribeDhcpOptions: { list: 'dhcpOptions', notFound: 'InvalidDhcpOptionID.NotFound' },
  DescribeEgressOnlyInternetGateways: {
    list: 'egressOnlyInternetGateways',
    notFound: 'InvalidGatewayID.NotFound',
    pages: { largest: 255 },
  },
  DescribeFlowLogs: { list: 'flowLogs', notFound: 'InvalidFlowLogId.NotFound' },
  DescribeImages: {
    list: 'images',
    notFound: 'InvalidAMIID.NotFound',
    filters: { 'image-id': 'ImageId' },
    parameters: ['Owners', 'IncludeDeprecated', 'IncludeDisabled'],
    narrow: (items, { Owners, IncludeDisabled }, { account }) =>
      items.filter(
        ({ OwnerId, ImageOwnerAlias = '', State }) =>
          (State !== 'disabled' || IncludeDisabled === true) &&
          (isOwned(OwnerId, Owners, account) || Owners?.includes(ImageOwnerAlias) === true),
      ),
    pages: { sizeWithIdentifiers: null },
  },
  DescribeInstances: {
    gather: ({ reservations = [] }) =>
      reservations.flatMap(({ Instances = [], ...reservation }) =>
        Instances.map((instance): Reserved => ({ ...reservation, Instances: [instance], Tags: instance.Tags ?? [] })),
      ),
    by: { InstanceIds: (item) => instanceOf(item).InstanceId },
    notFound: 'InvalidInstanceID.NotFound',
    filters: { 'instance-state-name': (item) => instanceOf(item).State?.Name },
    page: (items, NextToken) => ({
      Reservations: [...Map.groupBy(items, ({ ReservationId }) => ReservationId).values()].map((members) => ({
        ...members[0],
        Instances: members.map(instanceOf),
      })),
      NextToken,
    }),
  },
  DescribeInternetGateways: { list: 'internetGateways', notFound: 'InvalidInternetGatewayID.NotFound' },
  DescribeKeyPairs: { list: 'keyPairs', notFound: 'InvalidKeyPair.NotFound' },
  DescribeLaunchTemplates: {
    list: 'launchTemplates',
    by: 'LaunchTemplateIds',
    notFound: 'InvalidLaunchTemplateId.NotFound',
    // Unlike other describe operations, this one supports pages of one template, and at most 200.
    pages: { smallest: 1, largest: 200, usual: 200, sizeWithIdentifiers: null },
  },
  DescribeManagedPrefixLists: {
    list: 'prefixLists',
    notFound: 'InvalidPrefixListID.NotFound',
    pages: { largest: 100 },
  },
  DescribeNatGateways: { list: 'natGateways', notFound: 'NatGatewayNotFound', pages: { sizeWithIdentifiers: null } },
  DescribeNetworkAcls: { list: 'networkAcls', notFound: 'InvalidNetworkAclID.NotFound' },
  DescribeNetworkInterfaces: { list: 'networkInterfaces', notFound: 'InvalidNetworkInterfaceID.NotFound' },
  DescribeRegions: {
    parameters: ['AllRegions', 'RegionNames'],
    answer({ AllRegions, RegionNames }, _data, { account }) {
      const { default: always, optIn } = regionsOf(account)
      const all = [...always, ...optIn].sort().map((RegionName) => ({
        RegionName,
        Endpoint: `ec2.${RegionName}.amazonaws.com`,
        OptInStatus: always.includes(RegionName)
          ? 'opt-in-not-required'
          : isRegionEnabled(RegionName, account)
            ? 'opted-in'
            : 'not-opted-in',
      }))
      const missing = RegionNames?.find((name) => !all.some(({ RegionName }) => RegionName === name))
      if (missing !== undefined) throw new ProviderError('InvalidParameterValue', `Invalid region provided: ${missing}`)
      const isAsked = ({ RegionName, OptInStatus }: (typeof all)[number]) =>
        RegionNames?.includes(RegionName) ?? (AllRegions === true || OptInStatus !== 'not-opted-in')
      return { Regions: all.filter(isAsked) }
    },
  },
  DescribeRouteTables: { list: 'routeTables', notFound: 'InvalidRouteTableID.NotFound', pages: { largest: 100 } },
  DescribeSecurityGroups: { list: 'securityGroups', by: 'GroupIds', notFound: 'InvalidGroup.NotFound' },
  DescribeSnapshots: {
    list: 'snapshots',
    by: 'SnapshotIds',
    notFound: 'InvalidSnapshot.NotFound',
    parameters: ['OwnerIds', 'RestorableByUserIds'],
    narrow: (items, { OwnerIds, RestorableByUserIds }, { account, regionData }) =>
      items.filter(
        ({ OwnerId, SnapshotId = '' }) =>
          isOwned(OwnerId, OwnerIds, account) &&
          (RestorableByUserIds?.includes('all') !== true ||
            regionData.ec2?.publicSnapshots?.includes(SnapshotId) === true),
      ),
    pages: { sizeWithIdentifiers: null },
  },
  DescribeSubnets: {
    list: 'subnets',
    notFound: 'InvalidSubnetID.NotFound',
    filters: { 'availability-zone': 'AvailabilityZone', state: 'State' },
  },
  DescribeTransitGatewayAttachments: {
    list: 'transitGatewayAttachments',
    notFound: 'InvalidTransitGatewayAttachmentID.NotFound',
  },
  DescribeTransitGatewayRouteTables: { list: 'transitGatewayRouteTables', notFound: 'InvalidRouteTableID.NotFound' },
  DescribeTransitGatewayVpcAttachments: {
    list: 'transitGatewayVpcAttachments',
    notFound: 'InvalidTransitGatewayAttachmentID.NotFound',
  },
  DescribeTransitGateways: { list: 'transitGateways', notFound: 'InvalidTransitGatewayID.NotFound' },
  DescribeVerifiedAccessEndpoints: {
    list: 'verifiedAccessEndpoints',
    by: 'VerifiedAccessEndpointIds',
    notFound: 'InvalidVerifiedAccessEndpointId.NotFound',
  },
  DescribeVolumes: { list: 'volumes', notFound: 'InvalidVolume.NotFound' },
  DescribeVpcBlockPublicAccessExclusions: {
    list: 'vpcBlockPublicAccessExclusions',
    by: 'ExclusionIds',
    notFound: 'InvalidVpcBlockPublicAccessExclusionId.NotFound',
  },
  DescribeVpcBlockPublicAccessOptions: {
    parameters: [],
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
  DescribeVpcEndpointServiceConfigurations: {
    list: 'vpcEndpointServices',
    notFound: 'InvalidVpcEndpointServiceId.NotFound',
  },
  DescribeVpcEndpoints: { list: 'vpcEndpoints', notFound: 'InvalidVpcEndpointId.NotFound' },
  DescribeVpcPeeringConnections: { list: 'vpcPeeringConnections', notFound: 'InvalidVpcPeeringConnectionID.NotFound' },
  DescribeVpcs: { list: 'vpcs', notFound: 'InvalidVpcID.NotFound', filters: { 'vpc-id': 'VpcId' } },
  DescribeVpnConnections: { list: 'vpnConnections', notFound: 'InvalidVpnConnectionID.NotFound' },
  DescribeVpnGateways: { list: 'vpnGateways', notFound: 'InvalidVpnGatewayID.NotFound' },
  GetManagedPrefixListEntries: {
    list: 'prefixListEntries',
    within: { list: 'prefixLists', by: 'PrefixListId', notFound: 'InvalidPrefixListID.NotFound' },
    pages: { smallest: 1, largest: 100, usual: 100 },
  },
  SearchTransitGatewayRoutes: {
    parameters: ['TransitGatewayRouteTableId', 'Filters', 'MaxResults'],
    answer({ TransitGatewayRouteTableId = '', Filters = [], MaxResults = 1000 }, data) {
      const { transitGatewayRouteTables = [], transitGatewayRoutes = {} } = data
      if (!transitGatewayRouteTables.some((table) => table.TransitGatewayRouteTableId === TransitGatewayRouteTableId)) {
        throw new ProviderError(
          'InvalidRouteTableID.NotFound',
          `Route table ${TransitGatewayRouteTableId} was not found`,
        )
      }
      const routes = applyFilters(transitGatewayRoutes[TransitGatewayRouteTableId] ?? [], Filters, {
        fields: { type: 'Type', state: 'State' },
        tags: false,
      })
      return { Routes: routes.slice(0, MaxResults), AdditionalRoutesAvailable: routes.length > MaxResults }
    },
  },
})
