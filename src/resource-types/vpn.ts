import { service } from './resource-type.ts'

export const vpn = service('Site-to-Site VPN', {
  'AWS::EC2::VPNGateway': {
    names: ['virtual private gateway', 'virtual private gateways'],
    icon: ['resource/AmazonVPCVPNGateway', 'vpn_gateway'],
    console: 'vpcconsole/home#VpnGateways:VpnGatewayId=*',
    picture: { network: { at: 'edge' } },
    normalState: 'available',
    plays: 'virtual private gateway',
    gone: ['deleted'],
    idPrefix: 'vgw-',
  },
  'AWS::EC2::VPNConnection': {
    names: ['Site-to-Site VPN connection', 'Site-to-Site VPN connections'],
    shortNames: ['VPN connection', 'VPN connections'],
    icon: ['resource/AmazonVPCVPNConnection', 'vpn_connection'],
    console: 'vpcconsole/home#VpnConnectionDetails:VpnConnectionId=*',
    picture: { network: { at: 'between', heading: 'Site-to-Site VPN' } },
    normalState: 'available',
    conditions: [{ property: 'tunnelStatus', value: 'DOWN', words: 'down' }],
    plays: 'VPN connection',
    gone: ['deleted', 'deleting'],
  },
  'AWS::EC2::ClientVpnEndpoint': {
    names: ['Client VPN endpoint', 'Client VPN endpoints'],
    icon: ['architecture-service/AWSClientVPN', 'client_vpn'],
    console: 'vpcconsole/home#ClientVPNEndpointDetails:clientVpnEndpointId=*',
    picture: { network: { at: 'between', heading: 'Site-to-Site VPN' } },
    normalState: 'available',
    exposedBy: {
      rule: 'client VPN',
      by: 'Client VPN endpoint',
      reads: ['ec2:DescribeClientVpnAuthorizationRules', 'ec2:DescribeClientVpnTargetNetworks'],
      idle: ['pending-associate', 'deleting', 'deleted'],
    },
    gone: ['deleted'],
  },
  'AWS::EC2::CustomerGateway': {
    names: ['customer gateway', 'customer gateways'],
    icon: ['resource/AmazonVPCCustomerGateway', 'customer_gateway'],
    console: 'vpcconsole/home#CustomerGateways:customerGatewayId=*',
    picture: { network: { at: 'between', heading: 'Site-to-Site VPN' } },
    normalState: 'available',
    plays: 'customer gateway',
    gone: ['deleted'],
  },
})
