/** EC2: networks, instances, gateways, routes, security groups and regions. */
import * as module from '@aws-sdk/client-ec2'
import type {
  DescribeInstancesRequest,
  DescribeInstancesResult,
  DescribeInternetGatewaysRequest,
  DescribeInternetGatewaysResult,
  DescribeNatGatewaysRequest,
  DescribeNatGatewaysResult,
  DescribeRegionsRequest,
  DescribeRegionsResult,
  DescribeRouteTablesRequest,
  DescribeRouteTablesResult,
  DescribeSecurityGroupsRequest,
  DescribeSecurityGroupsResult,
  DescribeSubnetsRequest,
  DescribeSubnetsResult,
  DescribeVpcsRequest,
  DescribeVpcsResult,
  Instance,
  InternetGateway,
  NatGateway,
  Reservation,
  RouteTable,
  SecurityGroup,
  Subnet,
  Vpc,
} from '@aws-sdk/client-ec2'
import { describe, ec2Paging } from '../ec2-describe.ts'
import { applyFilters } from '../ec2-filters.ts'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { isRegionEnabled, regionsOf } from '../regions.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import type { WorldAccount } from '../world.ts'
import { computeOperations } from './ec2-compute.ts'
import { connectivityOperations } from './ec2-connectivity.ts'

/** One instance with the reservation that it is answered in. */
type ReservedInstance = Instance & { readonly reservation: Reservation }

function groupByReservation(instances: readonly ReservedInstance[]): Reservation[] {
  const groups = Map.groupBy(instances, ({ reservation }) => reservation)
  return [...groups].map(([reservation, members]) => ({
    ...reservation,
    Instances: members.map(({ reservation: _reservation, ...instance }) => instance),
  }))
}

const cidrBlocks = (vpc: Vpc) => (vpc.CidrBlockAssociationSet ?? []).map(({ CidrBlock }) => CidrBlock)

export const service: SimulatedService = {
  iamPrefix: 'ec2',
  module,
  client: new module.EC2Client(idleClient),
  operations: {
    ...computeOperations,
    ...connectivityOperations,

    DescribeVpcs: describe<DescribeVpcsRequest, DescribeVpcsResult, Vpc>({
      items: ({ vpcs }) => vpcs,
      identifiers: 'VpcIds',
      id: (vpc) => vpc.VpcId,
      notFound: ['InvalidVpcID.NotFound', 'vpc ID'],
      filters: {
        'vpc-id': (vpc) => vpc.VpcId,
        cidr: (vpc) => vpc.CidrBlock,
        'cidr-block-association.cidr-block': cidrBlocks,
        'is-default': (vpc) => vpc.IsDefault,
        'owner-id': (vpc) => vpc.OwnerId,
        state: (vpc) => vpc.State,
      },
      maximumPage: 1000,
      answer: (Vpcs, NextToken) => ({ Vpcs, NextToken }),
    }),

    DescribeSubnets: describe<DescribeSubnetsRequest, DescribeSubnetsResult, Subnet>({
      items: ({ subnets }) => subnets,
      identifiers: 'SubnetIds',
      id: (subnet) => subnet.SubnetId,
      notFound: ['InvalidSubnetID.NotFound', 'subnet ID'],
      filters: {
        'subnet-id': (subnet) => subnet.SubnetId,
        'vpc-id': (subnet) => subnet.VpcId,
        'availability-zone': (subnet) => subnet.AvailabilityZone,
        'cidr-block': (subnet) => subnet.CidrBlock,
        'default-for-az': (subnet) => subnet.DefaultForAz,
        state: (subnet) => subnet.State,
      },
      maximumPage: 1000,
      answer: (Subnets, NextToken) => ({ Subnets, NextToken }),
    }),

    DescribeInstances: describe<DescribeInstancesRequest, DescribeInstancesResult, ReservedInstance>({
      items: ({ reservations }) =>
        reservations?.flatMap((reservation) =>
          (reservation.Instances ?? []).map((instance) => ({ ...instance, reservation })),
        ),
      identifiers: 'InstanceIds',
      id: (instance) => instance.InstanceId,
      notFound: ['InvalidInstanceID.NotFound', 'instance ID'],
      filters: {
        'instance-id': (instance) => instance.InstanceId,
        'instance-state-name': (instance) => instance.State?.Name,
        'instance-type': (instance) => instance.InstanceType,
        'availability-zone': (instance) => instance.Placement?.AvailabilityZone,
        'subnet-id': (instance) => instance.SubnetId,
        'vpc-id': (instance) => instance.VpcId,
      },
      maximumPage: 1000,
      answer: (instances, NextToken) => ({ Reservations: groupByReservation(instances), NextToken }),
    }),

    DescribeInternetGateways: describe<
      DescribeInternetGatewaysRequest,
      DescribeInternetGatewaysResult,
      InternetGateway
    >({
      items: ({ internetGateways }) => internetGateways,
      identifiers: 'InternetGatewayIds',
      id: (gateway) => gateway.InternetGatewayId,
      notFound: ['InvalidInternetGatewayID.NotFound', 'internetGateway ID'],
      filters: {
        'internet-gateway-id': (gateway) => gateway.InternetGatewayId,
        'attachment.vpc-id': (gateway) => (gateway.Attachments ?? []).map(({ VpcId }) => VpcId),
        'attachment.state': (gateway) => (gateway.Attachments ?? []).map(({ State }) => State),
        'owner-id': (gateway) => gateway.OwnerId,
      },
      maximumPage: 1000,
      answer: (InternetGateways, NextToken) => ({ InternetGateways, NextToken }),
    }),

    DescribeNatGateways: listOperation<DescribeNatGatewaysRequest, DescribeNatGatewaysResult, NatGateway>({
      items: ({ regionData }) => regionData.ec2?.natGateways,
      identifiers: [
        {
          parameter: 'NatGatewayIds',
          of: (gateway) => [gateway.NatGatewayId],
          notFound: (id) => new ProviderError('NatGatewayNotFound', `The Nat Gateway ${id} was not found`),
        },
      ],
      // This one operation names its filters `Filter`.
      parameters: ['Filter'],
      narrow: (items, input) =>
        applyFilters(
          items,
          input.Filter,
          {
            'nat-gateway-id': (gateway) => gateway.NatGatewayId,
            'subnet-id': (gateway) => gateway.SubnetId,
            'vpc-id': (gateway) => gateway.VpcId,
            state: (gateway) => gateway.State,
          },
          (gateway) => gateway.Tags,
        ),
      paging: ec2Paging(1000),
      answer: (items, NextToken) => ({ NatGateways: [...items], NextToken }),
    }),

    DescribeRouteTables: describe<DescribeRouteTablesRequest, DescribeRouteTablesResult, RouteTable>({
      items: ({ routeTables }) => routeTables,
      identifiers: 'RouteTableIds',
      id: (table) => table.RouteTableId,
      notFound: ['InvalidRouteTableID.NotFound', 'routeTable ID'],
      filters: {
        'route-table-id': (table) => table.RouteTableId,
        'vpc-id': (table) => table.VpcId,
        'association.main': (table) => (table.Associations ?? []).map(({ Main }) => Main),
        'association.subnet-id': (table) => (table.Associations ?? []).map(({ SubnetId }) => SubnetId),
      },
      maximumPage: 100,
      answer: (RouteTables, NextToken) => ({ RouteTables, NextToken }),
    }),

    DescribeSecurityGroups: describe<DescribeSecurityGroupsRequest, DescribeSecurityGroupsResult, SecurityGroup>({
      items: ({ securityGroups }) => securityGroups,
      identifiers: 'GroupIds',
      id: (group) => group.GroupId,
      notFound: ['InvalidGroup.NotFound', 'security group'],
      filters: {
        'group-id': (group) => group.GroupId,
        'group-name': (group) => group.GroupName,
        'vpc-id': (group) => group.VpcId,
      },
      maximumPage: 1000,
      answer: (SecurityGroups, NextToken) => ({ SecurityGroups, NextToken }),
    }),

    DescribeRegions: operation<DescribeRegionsRequest, DescribeRegionsResult>({
      parameters: ['AllRegions', 'RegionNames', 'Filters'],
      answer(input, { account }) {
        const regions = regionsOf(account)
        const all = [...regions.default, ...regions.optIn].sort().map((RegionName) => ({
          RegionName,
          Endpoint: `ec2.${RegionName}.amazonaws.com`,
          OptInStatus: optInStatus(RegionName, account),
        }))
        const missing = (input.RegionNames ?? []).find((name) => !all.some(({ RegionName }) => RegionName === name))
        if (missing !== undefined) {
          throw new ProviderError('InvalidParameterValue', `Invalid region provided: ${missing}`)
        }
        const named = all.filter(({ RegionName, OptInStatus }) =>
          input.RegionNames === undefined
            ? input.AllRegions === true || OptInStatus !== 'not-opted-in'
            : input.RegionNames.includes(RegionName),
        )
        const fields = {
          'region-name': (region: (typeof all)[number]) => region.RegionName,
          'opt-in-status': (region: (typeof all)[number]) => region.OptInStatus,
        }
        return { Regions: [...applyFilters(named, input.Filters, fields, null)] }
      },
    }),
  },
}

function optInStatus(region: string, account: WorldAccount): string {
  if (regionsOf(account).default.includes(region)) return 'opt-in-not-required'
  return isRegionEnabled(region, account) ? 'opted-in' : 'not-opted-in'
}
