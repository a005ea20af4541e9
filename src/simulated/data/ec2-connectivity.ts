/** What a world holds of EC2's ways in and out of networks, in the SDK's own shapes. */
import type {
  Address,
  CarrierGateway,
  CustomerGateway,
  DhcpOptions,
  EgressOnlyInternetGateway,
  FlowLog,
  ManagedPrefixList,
  NetworkAcl,
  NetworkInterface,
  ServiceConfiguration,
  TransitGateway,
  TransitGatewayAttachment,
  TransitGatewayRouteTable,
  TransitGatewayVpcAttachment,
  VpcEndpoint,
  VpcPeeringConnection,
  VpnConnection,
  VpnGateway,
} from '@aws-sdk/client-ec2'

export type Ec2ConnectivityData = {
  readonly addresses?: readonly Address[]
  readonly carrierGateways?: readonly CarrierGateway[]
  readonly customerGateways?: readonly CustomerGateway[]
  readonly dhcpOptions?: readonly DhcpOptions[]
  readonly egressOnlyInternetGateways?: readonly EgressOnlyInternetGateway[]
  readonly flowLogs?: readonly FlowLog[]
  readonly networkAcls?: readonly NetworkAcl[]
  readonly networkInterfaces?: readonly NetworkInterface[]
  /** The provider's own ones included. */
  readonly prefixLists?: readonly ManagedPrefixList[]
  readonly transitGateways?: readonly TransitGateway[]
  readonly transitGatewayAttachments?: readonly TransitGatewayAttachment[]
  readonly transitGatewayRouteTables?: readonly TransitGatewayRouteTable[]
  readonly transitGatewayVpcAttachments?: readonly TransitGatewayVpcAttachment[]
  readonly vpcEndpoints?: readonly VpcEndpoint[]
  readonly vpcEndpointServices?: readonly ServiceConfiguration[]
  readonly vpcPeeringConnections?: readonly VpcPeeringConnection[]
  readonly vpnConnections?: readonly VpnConnection[]
  readonly vpnGateways?: readonly VpnGateway[]
}
