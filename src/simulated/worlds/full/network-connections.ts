/** Connections between VPCs, to other accounts, and to offices. */
import type { RegionData } from '../../world.ts'
import { resourceId } from '../resource-id.ts'
import { logGroupNames } from './log-destinations.ts'
import {
  accountId,
  region,
  securityGroupId,
  subnetId as storefrontSubnetId,
  vpcId as storefrontVpcId,
  zones,
} from '../three-tier-network.ts'
import {
  otherAccountId,
  named,
  arn,
  vpcId,
  edgeSubnetId,
  servicesSubnetId,
  transitGatewayId,
  transitRouteTableId,
  vpnGatewayId,
  customerGatewayId,
  carrierGatewayId,
  egressGatewayId,
  peeringId,
  gatewayEndpointId,
  interfaceEndpointId,
  inspectionEndpointId,
  endpointServiceId,
  inspectionServiceId,
  directConnectGatewayId,
  siteVpnId,
  catalogBalancerArn,
  inspectionBalancerArn,
} from './shared-network.ts'

const [zoneA, zoneB] = zones

function transitAttachment(name: string, type: 'vpc' | 'vpn' | 'direct-connect-gateway' | 'peering', target: string) {
  return {
    TransitGatewayAttachmentId: resourceId('tgw-attach', name),
    TransitGatewayId: transitGatewayId,
    TransitGatewayOwnerId: accountId,
    ResourceOwnerId: type === 'peering' ? otherAccountId : accountId,
    ResourceType: type,
    ResourceId: target,
    State: 'available' as const,
    Association: { TransitGatewayRouteTableId: transitRouteTableId, State: 'associated' as const },
    CreationTime: new Date('2025-05-06T10:00:00Z'),
    Tags: named(name),
  }
}

function endpointPolicy(Action: string): string {
  return JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action, Resource: '*' }] })
}

function transitRoute(DestinationCidrBlock: string, name: string, Type: 'static' | 'propagated') {
  return {
    DestinationCidrBlock,
    Type,
    State: 'active' as const,
    TransitGatewayAttachments: [{ TransitGatewayAttachmentId: resourceId('tgw-attach', name) }],
  }
}

function vpcAttachment(name: string, network: string, SubnetIds: string[]) {
  return {
    TransitGatewayAttachmentId: resourceId('tgw-attach', name),
    TransitGatewayId: transitGatewayId,
    VpcId: network,
    VpcOwnerId: accountId,
    State: 'available' as const,
    SubnetIds,
    Tags: named(name),
  }
}

const endpoint = (
  id: string,
  type: 'Gateway' | 'Interface' | 'GatewayLoadBalancer',
  network: string,
  name: string,
) => ({
  VpcEndpointId: id,
  VpcEndpointType: type,
  VpcId: network,
  ServiceName: name,
  State: 'Available' as const,
  RequesterManaged: false,
  OwnerId: accountId,
})

const balancer = (name: string, loadBalancerArn: string, type: 'network' | 'gateway') => ({
  LoadBalancerArn: loadBalancerArn,
  LoadBalancerName: name,
  ...(type === 'network'
    ? { DNSName: `${name}-0a1b2c3d4e5f6071.elb.${region}.amazonaws.com`, Scheme: 'internal' as const }
    : {}),
  Type: type,
  VpcId: vpcId,
  State: { Code: 'active' as const },
  AvailabilityZones: [{ ZoneName: zoneB, SubnetId: servicesSubnetId }],
})

export const regionData: RegionData = {
  ec2: {
    egressOnlyInternetGateways: [
      {
        EgressOnlyInternetGatewayId: egressGatewayId,
        Attachments: [{ VpcId: vpcId, State: 'attached' }],
        Tags: named('shared'),
      },
    ],
    carrierGateways: [
      {
        CarrierGatewayId: carrierGatewayId,
        VpcId: vpcId,
        State: 'available',
        OwnerId: accountId,
        Tags: named('shared'),
      },
    ],
    vpnGateways: [
      {
        VpnGatewayId: vpnGatewayId,
        Type: 'ipsec.1',
        State: 'available',
        AmazonSideAsn: 64_512,
        VpcAttachments: [{ VpcId: vpcId, State: 'attached' }],
        Tags: named('shared'),
      },
    ],
    customerGateways: [
      {
        CustomerGatewayId: customerGatewayId,
        Type: 'ipsec.1',
        State: 'available',
        BgpAsn: '65000',
        IpAddress: '203.0.113.7',
        CertificateArn: arn('acm', 'certificate/7d1f5a90-3c2b-4e8d-9a61-0b2c3d4e5f60'),
        Tags: named('office'),
      },
    ],
    vpnConnections: [
      {
        VpnConnectionId: siteVpnId,
        Type: 'ipsec.1',
        Category: 'VPN',
        State: 'available',
        CustomerGatewayId: customerGatewayId,
        TransitGatewayId: transitGatewayId,
        CustomerGatewayConfiguration: '<vpn_connection><pre_shared_key>never-kept</pre_shared_key></vpn_connection>',
        Options: {
          StaticRoutesOnly: false,
          EnableAcceleration: false,
          LocalIpv4NetworkCidr: '0.0.0.0/0',
          RemoteIpv4NetworkCidr: '0.0.0.0/0',
          TunnelOptions: [
            {
              OutsideIpAddress: '198.51.100.90',
              PreSharedKey: 'never-kept',
              LogOptions: {
                CloudWatchLogOptions: {
                  LogEnabled: true,
                  LogGroupArn: arn('logs', `log-group:${logGroupNames.tunnels}`),
                  LogOutputFormat: 'json',
                },
              },
            },
          ],
        },
        Tags: named('office-backbone'),
      },
      {
        VpnConnectionId: resourceId('vpn', 'office shared'),
        Type: 'ipsec.1',
        Category: 'VPN',
        State: 'available',
        CustomerGatewayId: customerGatewayId,
        VpnGatewayId: vpnGatewayId,
        Options: { StaticRoutesOnly: true },
        Routes: [
          { DestinationCidrBlock: '192.168.0.0/16', Source: 'Static', State: 'available' },
          { DestinationCidrBlock: '192.0.2.0/24', Source: 'Static', State: 'deleted' },
        ],
        VgwTelemetry: [
          { OutsideIpAddress: '198.51.100.10', Status: 'UP', AcceptedRouteCount: 1 },
          { OutsideIpAddress: '198.51.100.11', Status: 'DOWN', AcceptedRouteCount: 0 },
        ],
        Tags: named('office-shared'),
      },
    ],
    vpcPeeringConnections: [
      {
        VpcPeeringConnectionId: peeringId,
        RequesterVpcInfo: { VpcId: storefrontVpcId, OwnerId: accountId, Region: region, CidrBlock: '10.20.0.0/16' },
        AccepterVpcInfo: { VpcId: vpcId, OwnerId: accountId, Region: region, CidrBlock: '10.60.0.0/16' },
        Status: { Code: 'active', Message: 'Active' },
        Tags: named('storefront-shared'),
      },
      {
        VpcPeeringConnectionId: resourceId('pcx', 'partner'),
        RequesterVpcInfo: { VpcId: resourceId('vpc', 'partner'), OwnerId: otherAccountId, Region: 'eu-west-1' },
        AccepterVpcInfo: { VpcId: vpcId, OwnerId: accountId, Region: region, CidrBlock: '10.60.0.0/16' },
        Status: { Code: 'pending-acceptance', Message: `Pending Acceptance by ${accountId}` },
        Tags: [],
      },
    ],
    transitGateways: [
      {
        TransitGatewayId: transitGatewayId,
        TransitGatewayArn: arn('ec2', `transit-gateway/${transitGatewayId}`),
        State: 'available',
        OwnerId: accountId,
        Description: 'Between all networks',
        CreationTime: new Date('2025-05-06T09:00:00Z'),
        Options: {
          AmazonSideAsn: 64_513,
          AutoAcceptSharedAttachments: 'disable',
          DefaultRouteTableAssociation: 'enable',
          AssociationDefaultRouteTableId: transitRouteTableId,
          DefaultRouteTablePropagation: 'disable',
          DnsSupport: 'enable',
        },
        Tags: named('backbone'),
      },
    ],
    transitGatewayRouteTables: [
      {
        TransitGatewayRouteTableId: transitRouteTableId,
        TransitGatewayId: transitGatewayId,
        State: 'available',
        DefaultAssociationRouteTable: true,
        DefaultPropagationRouteTable: false,
        Tags: named('backbone'),
      },
    ],
    transitGatewayRoutes: {
      [transitRouteTableId]: [
        transitRoute('10.20.0.0/16', 'storefront', 'propagated'),
        transitRoute('10.60.0.0/16', 'shared', 'propagated'),
        transitRoute('192.168.0.0/16', 'office', 'static'),
        { DestinationCidrBlock: '10.99.0.0/16', Type: 'static', State: 'blackhole' },
      ],
    },
    transitGatewayAttachments: [
      transitAttachment('shared', 'vpc', vpcId),
      transitAttachment('storefront', 'vpc', storefrontVpcId),
      transitAttachment('office', 'vpn', siteVpnId),
      transitAttachment('data-center', 'direct-connect-gateway', directConnectGatewayId),
      transitAttachment('europe', 'peering', resourceId('tgw', 'europe')),
    ],
    transitGatewayVpcAttachments: [
      vpcAttachment('shared', vpcId, [servicesSubnetId]),
      vpcAttachment(
        'storefront',
        storefrontVpcId,
        zones.map((zone) => storefrontSubnetId('app', zone)),
      ),
    ],
    vpcEndpoints: [
      {
        ...endpoint(gatewayEndpointId, 'Gateway', storefrontVpcId, `com.amazonaws.${region}.s3`),
        RouteTableIds: [resourceId('rtb', 'storefront data')],
        PolicyDocument: endpointPolicy('*'),
        Tags: named('storefront-s3'),
      },
      {
        ...endpoint(interfaceEndpointId, 'Interface', storefrontVpcId, `com.amazonaws.${region}.secretsmanager`),
        PrivateDnsEnabled: true,
        PolicyDocument: endpointPolicy('secretsmanager:GetSecretValue'),
        SubnetIds: [storefrontSubnetId('app', zoneA)],
        NetworkInterfaceIds: [resourceId('eni', 'endpoint secrets')],
        Groups: [{ GroupId: securityGroupId('functions'), GroupName: 'storefront-functions' }],
        DnsEntries: [{ DnsName: `secretsmanager.${region}.amazonaws.com`, HostedZoneId: 'Z0SIMULATED' }],
        Tags: named('storefront-secrets'),
      },
      {
        ...endpoint(
          resourceId('vpce', 'storefront catalog'),
          'Interface',
          storefrontVpcId,
          `com.amazonaws.vpce.${region}.${endpointServiceId}`,
        ),
        SubnetIds: [storefrontSubnetId('app', zoneB)],
        Groups: [{ GroupId: securityGroupId('functions'), GroupName: 'storefront-functions' }],
        Tags: named('storefront-catalog'),
      },
      {
        ...endpoint(
          inspectionEndpointId,
          'GatewayLoadBalancer',
          vpcId,
          `com.amazonaws.vpce.${region}.${inspectionServiceId}`,
        ),
        SubnetIds: [edgeSubnetId],
        Tags: named('shared-inspection'),
      },
    ],
    vpcEndpointServices: [
      {
        ServiceId: endpointServiceId,
        ServiceName: `com.amazonaws.vpce.${region}.${endpointServiceId}`,
        ServiceState: 'Available',
        AcceptanceRequired: true,
        AvailabilityZones: [zoneB],
        NetworkLoadBalancerArns: [catalogBalancerArn],
        Tags: named('catalog'),
      },
      {
        ServiceId: inspectionServiceId,
        ServiceName: `com.amazonaws.vpce.${region}.${inspectionServiceId}`,
        ServiceState: 'Available',
        AcceptanceRequired: false,
        AvailabilityZones: [zoneB],
        GatewayLoadBalancerArns: [inspectionBalancerArn],
        Tags: named('inspection'),
      },
    ],
  },
  elasticLoadBalancingV2: {
    loadBalancers: [
      balancer('catalog', catalogBalancerArn, 'network'),
      balancer('inspection', inspectionBalancerArn, 'gateway'),
    ],
  },
}
