/** EC2: what leads in and out of networks, and guards their edges. */
import type {
  Address,
  CarrierGateway,
  CustomerGateway,
  DescribeAddressesRequest,
  DescribeAddressesResult,
  DescribeCarrierGatewaysRequest,
  DescribeCarrierGatewaysResult,
  DescribeCustomerGatewaysRequest,
  DescribeCustomerGatewaysResult,
  DescribeDhcpOptionsRequest,
  DescribeDhcpOptionsResult,
  DescribeEgressOnlyInternetGatewaysRequest,
  DescribeEgressOnlyInternetGatewaysResult,
  DescribeFlowLogsRequest,
  DescribeFlowLogsResult,
  DescribeManagedPrefixListsRequest,
  DescribeManagedPrefixListsResult,
  DescribeNetworkAclsRequest,
  DescribeNetworkAclsResult,
  DescribeNetworkInterfacesRequest,
  DescribeNetworkInterfacesResult,
  DescribeTransitGatewayAttachmentsRequest,
  DescribeTransitGatewayAttachmentsResult,
  DescribeTransitGatewayRouteTablesRequest,
  DescribeTransitGatewayRouteTablesResult,
  DescribeTransitGatewayVpcAttachmentsRequest,
  DescribeTransitGatewayVpcAttachmentsResult,
  DescribeTransitGatewaysRequest,
  DescribeTransitGatewaysResult,
  DescribeVpcEndpointServiceConfigurationsRequest,
  DescribeVpcEndpointServiceConfigurationsResult,
  DescribeVpcEndpointsRequest,
  DescribeVpcEndpointsResult,
  DescribeVpcPeeringConnectionsRequest,
  DescribeVpcPeeringConnectionsResult,
  DescribeVpnConnectionsRequest,
  DescribeVpnConnectionsResult,
  DescribeVpnGatewaysRequest,
  DescribeVpnGatewaysResult,
  DhcpOptions,
  EgressOnlyInternetGateway,
  FlowLog,
  ManagedPrefixList,
  NetworkAcl,
  NetworkInterface,
  ServiceConfiguration,
  Tag,
  TransitGateway,
  TransitGatewayAttachment,
  TransitGatewayRouteTable,
  TransitGatewayVpcAttachment,
  VpcEndpoint,
  VpcPeeringConnection,
  VpnConnection,
  VpnGateway,
} from '@aws-sdk/client-ec2'
import { describe } from '../ec2-describe.ts'
import type { SimulatedOperation } from '../service.ts'

/** Interfaces list their tags under another name than all other resources. */
type NetworkInterfaceItem = NetworkInterface & { readonly Tags: Tag[] | undefined }

/** Source of the page limits: the parameter constraints in the EC2 API model; those without take no page size at all. */
export const connectivityOperations: Readonly<Record<string, SimulatedOperation>> = {
  DescribeAddresses: describe<DescribeAddressesRequest, DescribeAddressesResult, Address>({
    items: ({ addresses }) => addresses,
    identifiers: 'AllocationIds',
    id: (item) => item.AllocationId,
    notFound: ['InvalidAllocationID.NotFound', 'allocation ID'],
    filters: {
      domain: (item) => item.Domain,
      'public-ip': (item) => item.PublicIp,
      'network-interface-id': (item) => item.NetworkInterfaceId,
    },
    maximumPage: null,
    answer: (Addresses) => ({ Addresses }),
  }),

  DescribeCarrierGateways: describe<DescribeCarrierGatewaysRequest, DescribeCarrierGatewaysResult, CarrierGateway>({
    items: ({ carrierGateways }) => carrierGateways,
    identifiers: 'CarrierGatewayIds',
    id: (item) => item.CarrierGatewayId,
    notFound: ['InvalidCarrierGatewayID.NotFound', 'carrier gateway ID'],
    filters: {
      'carrier-gateway-id': (item) => item.CarrierGatewayId,
      'vpc-id': (item) => item.VpcId,
      state: (item) => item.State,
    },
    maximumPage: 1000,
    answer: (CarrierGateways, NextToken) => ({ CarrierGateways, NextToken }),
  }),

  DescribeCustomerGateways: describe<DescribeCustomerGatewaysRequest, DescribeCustomerGatewaysResult, CustomerGateway>({
    items: ({ customerGateways }) => customerGateways,
    identifiers: 'CustomerGatewayIds',
    id: (item) => item.CustomerGatewayId,
    notFound: ['InvalidCustomerGatewayID.NotFound', 'customerGateway ID'],
    filters: {
      'customer-gateway-id': (item) => item.CustomerGatewayId,
      'ip-address': (item) => item.IpAddress,
      state: (item) => item.State,
    },
    maximumPage: null,
    answer: (CustomerGateways) => ({ CustomerGateways }),
  }),

  DescribeDhcpOptions: describe<DescribeDhcpOptionsRequest, DescribeDhcpOptionsResult, DhcpOptions>({
    items: ({ dhcpOptions }) => dhcpOptions,
    identifiers: 'DhcpOptionsIds',
    id: (item) => item.DhcpOptionsId,
    notFound: ['InvalidDhcpOptionID.NotFound', 'dhcpOption ID'],
    filters: { 'dhcp-options-id': (item) => item.DhcpOptionsId, 'owner-id': (item) => item.OwnerId },
    maximumPage: 1000,
    answer: (DhcpOptions, NextToken) => ({ DhcpOptions, NextToken }),
  }),

  DescribeEgressOnlyInternetGateways: describe<
    DescribeEgressOnlyInternetGatewaysRequest,
    DescribeEgressOnlyInternetGatewaysResult,
    EgressOnlyInternetGateway
  >({
    items: ({ egressOnlyInternetGateways }) => egressOnlyInternetGateways,
    identifiers: 'EgressOnlyInternetGatewayIds',
    id: (item) => item.EgressOnlyInternetGatewayId,
    notFound: ['InvalidGatewayID.NotFound', 'egress only internet gateway ID'],
    filters: {},
    maximumPage: 255,
    answer: (EgressOnlyInternetGateways, NextToken) => ({ EgressOnlyInternetGateways, NextToken }),
  }),

  DescribeFlowLogs: describe<DescribeFlowLogsRequest, DescribeFlowLogsResult, FlowLog>({
    items: ({ flowLogs }) => flowLogs,
    identifiers: 'FlowLogIds',
    id: (item) => item.FlowLogId,
    notFound: ['InvalidFlowLogId.NotFound', 'flow log ID'],
    filters: {
      'flow-log-id': (item) => item.FlowLogId,
      'resource-id': (item) => item.ResourceId,
      'traffic-type': (item) => item.TrafficType,
    },
    maximumPage: 1000,
    filterParameter: 'Filter',
    answer: (FlowLogs, NextToken) => ({ FlowLogs, NextToken }),
  }),

  DescribeManagedPrefixLists: describe<
    DescribeManagedPrefixListsRequest,
    DescribeManagedPrefixListsResult,
    ManagedPrefixList
  >({
    items: ({ prefixLists }) => prefixLists,
    identifiers: 'PrefixListIds',
    id: (item) => item.PrefixListId,
    notFound: ['InvalidPrefixListID.NotFound', 'prefix list ID'],
    filters: {
      'owner-id': (item) => item.OwnerId,
      'prefix-list-id': (item) => item.PrefixListId,
      'prefix-list-name': (item) => item.PrefixListName,
    },
    maximumPage: 100,
    answer: (PrefixLists, NextToken) => ({ PrefixLists, NextToken }),
  }),

  DescribeNetworkAcls: describe<DescribeNetworkAclsRequest, DescribeNetworkAclsResult, NetworkAcl>({
    items: ({ networkAcls }) => networkAcls,
    identifiers: 'NetworkAclIds',
    id: (item) => item.NetworkAclId,
    notFound: ['InvalidNetworkAclID.NotFound', 'networkAcl ID'],
    filters: {
      default: (item) => item.IsDefault,
      'network-acl-id': (item) => item.NetworkAclId,
      'vpc-id': (item) => item.VpcId,
    },
    maximumPage: 1000,
    answer: (NetworkAcls, NextToken) => ({ NetworkAcls, NextToken }),
  }),

  DescribeNetworkInterfaces: describe<
    DescribeNetworkInterfacesRequest,
    DescribeNetworkInterfacesResult,
    NetworkInterfaceItem
  >({
    items: ({ networkInterfaces }) => networkInterfaces?.map((item) => ({ ...item, Tags: item.TagSet })),
    identifiers: 'NetworkInterfaceIds',
    id: (item) => item.NetworkInterfaceId,
    notFound: ['InvalidNetworkInterfaceID.NotFound', 'networkInterface ID'],
    filters: {
      'interface-type': (item) => item.InterfaceType,
      'network-interface-id': (item) => item.NetworkInterfaceId,
      'subnet-id': (item) => item.SubnetId,
      'vpc-id': (item) => item.VpcId,
    },
    maximumPage: 1000,
    answer: (items, NextToken) => ({ NetworkInterfaces: items.map(({ Tags: _tags, ...item }) => item), NextToken }),
  }),

  DescribeTransitGatewayAttachments: describe<
    DescribeTransitGatewayAttachmentsRequest,
    DescribeTransitGatewayAttachmentsResult,
    TransitGatewayAttachment
  >({
    items: ({ transitGatewayAttachments }) => transitGatewayAttachments,
    identifiers: 'TransitGatewayAttachmentIds',
    id: (item) => item.TransitGatewayAttachmentId,
    notFound: ['InvalidTransitGatewayAttachmentID.NotFound', 'transit gateway attachment ID'],
    filters: {
      'resource-type': (item) => item.ResourceType,
      state: (item) => item.State,
      'transit-gateway-attachment-id': (item) => item.TransitGatewayAttachmentId,
      'transit-gateway-id': (item) => item.TransitGatewayId,
    },
    maximumPage: 1000,
    answer: (TransitGatewayAttachments, NextToken) => ({ TransitGatewayAttachments, NextToken }),
  }),

  DescribeTransitGatewayRouteTables: describe<
    DescribeTransitGatewayRouteTablesRequest,
    DescribeTransitGatewayRouteTablesResult,
    TransitGatewayRouteTable
  >({
    items: ({ transitGatewayRouteTables }) => transitGatewayRouteTables,
    identifiers: 'TransitGatewayRouteTableIds',
    id: (item) => item.TransitGatewayRouteTableId,
    notFound: ['InvalidRouteTableID.NotFound', 'transit gateway route table ID'],
    filters: { state: (item) => item.State, 'transit-gateway-id': (item) => item.TransitGatewayId },
    maximumPage: 1000,
    answer: (TransitGatewayRouteTables, NextToken) => ({ TransitGatewayRouteTables, NextToken }),
  }),

  DescribeTransitGatewayVpcAttachments: describe<
    DescribeTransitGatewayVpcAttachmentsRequest,
    DescribeTransitGatewayVpcAttachmentsResult,
    TransitGatewayVpcAttachment
  >({
    items: ({ transitGatewayVpcAttachments }) => transitGatewayVpcAttachments,
    identifiers: 'TransitGatewayAttachmentIds',
    id: (item) => item.TransitGatewayAttachmentId,
    notFound: ['InvalidTransitGatewayAttachmentID.NotFound', 'transit gateway attachment ID'],
    filters: {
      state: (item) => item.State,
      'transit-gateway-id': (item) => item.TransitGatewayId,
      'vpc-id': (item) => item.VpcId,
    },
    maximumPage: 1000,
    answer: (TransitGatewayVpcAttachments, NextToken) => ({ TransitGatewayVpcAttachments, NextToken }),
  }),

  DescribeTransitGateways: describe<DescribeTransitGatewaysRequest, DescribeTransitGatewaysResult, TransitGateway>({
    items: ({ transitGateways }) => transitGateways,
    identifiers: 'TransitGatewayIds',
    id: (item) => item.TransitGatewayId,
    notFound: ['InvalidTransitGatewayID.NotFound', 'transit gateway ID'],
    filters: {
      'owner-id': (item) => item.OwnerId,
      state: (item) => item.State,
      'transit-gateway-id': (item) => item.TransitGatewayId,
    },
    maximumPage: 1000,
    answer: (TransitGateways, NextToken) => ({ TransitGateways, NextToken }),
  }),

  DescribeVpcEndpointServiceConfigurations: describe<
    DescribeVpcEndpointServiceConfigurationsRequest,
    DescribeVpcEndpointServiceConfigurationsResult,
    ServiceConfiguration
  >({
    items: ({ vpcEndpointServices }) => vpcEndpointServices,
    identifiers: 'ServiceIds',
    id: (item) => item.ServiceId,
    notFound: ['InvalidVpcEndpointServiceId.NotFound', 'VpcEndpointService Id'],
    filters: {
      'service-id': (item) => item.ServiceId,
      'service-name': (item) => item.ServiceName,
      'service-state': (item) => item.ServiceState,
    },
    maximumPage: 1000,
    answer: (ServiceConfigurations, NextToken) => ({ ServiceConfigurations, NextToken }),
  }),

  DescribeVpcEndpoints: describe<DescribeVpcEndpointsRequest, DescribeVpcEndpointsResult, VpcEndpoint>({
    items: ({ vpcEndpoints }) => vpcEndpoints,
    identifiers: 'VpcEndpointIds',
    id: (item) => item.VpcEndpointId,
    notFound: ['InvalidVpcEndpointId.NotFound', 'Vpc Endpoint Id'],
    filters: {
      'service-name': (item) => item.ServiceName,
      'vpc-endpoint-id': (item) => item.VpcEndpointId,
      'vpc-endpoint-state': (item) => item.State,
      'vpc-endpoint-type': (item) => item.VpcEndpointType,
      'vpc-id': (item) => item.VpcId,
    },
    maximumPage: 1000,
    answer: (VpcEndpoints, NextToken) => ({ VpcEndpoints, NextToken }),
  }),

  DescribeVpcPeeringConnections: describe<
    DescribeVpcPeeringConnectionsRequest,
    DescribeVpcPeeringConnectionsResult,
    VpcPeeringConnection
  >({
    items: ({ vpcPeeringConnections }) => vpcPeeringConnections,
    identifiers: 'VpcPeeringConnectionIds',
    id: (item) => item.VpcPeeringConnectionId,
    notFound: ['InvalidVpcPeeringConnectionID.NotFound', 'vpcPeeringConnection ID'],
    filters: { 'vpc-peering-connection-id': (item) => item.VpcPeeringConnectionId },
    maximumPage: 1000,
    answer: (VpcPeeringConnections, NextToken) => ({ VpcPeeringConnections, NextToken }),
  }),

  DescribeVpnConnections: describe<DescribeVpnConnectionsRequest, DescribeVpnConnectionsResult, VpnConnection>({
    items: ({ vpnConnections }) => vpnConnections,
    identifiers: 'VpnConnectionIds',
    id: (item) => item.VpnConnectionId,
    notFound: ['InvalidVpnConnectionID.NotFound', 'vpnConnection ID'],
    filters: {
      'customer-gateway-id': (item) => item.CustomerGatewayId,
      state: (item) => item.State,
      'vpn-connection-id': (item) => item.VpnConnectionId,
      'vpn-gateway-id': (item) => item.VpnGatewayId,
    },
    maximumPage: null,
    answer: (VpnConnections) => ({ VpnConnections }),
  }),

  DescribeVpnGateways: describe<DescribeVpnGatewaysRequest, DescribeVpnGatewaysResult, VpnGateway>({
    items: ({ vpnGateways }) => vpnGateways,
    identifiers: 'VpnGatewayIds',
    id: (item) => item.VpnGatewayId,
    notFound: ['InvalidVpnGatewayID.NotFound', 'vpnGateway ID'],
    filters: {
      'amazon-side-asn': (item) => item.AmazonSideAsn,
      state: (item) => item.State,
      'vpn-gateway-id': (item) => item.VpnGatewayId,
    },
    maximumPage: null,
    answer: (VpnGateways) => ({ VpnGateways }),
  }),
}
