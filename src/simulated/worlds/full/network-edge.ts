/** Entry points of the account's VPCs: accelerators, Direct Connect, and a firewall. */
import type { GlobalData, RegionData } from '../../world.ts'
import { hexDigits, resourceId, tagList } from '../resource-id.ts'
import { accountId, region } from '../three-tier-network.ts'
import { keyArn, uuid } from './integration-names.ts'
import {
  arn,
  directConnectGatewayId,
  edgeSubnetId,
  inspectionEndpointId,
  otherAccountId,
  transitGatewayId,
  vpcId,
  vpnGatewayId,
} from './shared-network.ts'

const connectionId = 'dxcon-fg1a2b3c'
const policyArn = arn('network-firewall', 'firewall-policy/egress')
const tags = tagList({ team: 'network' })
const lowerCaseTags = [{ key: 'team', value: 'network' }]

export const acceleratorArn = `arn:aws:globalaccelerator::${accountId}:accelerator/${uuid('accelerator')}`
const acceleratorListenerArn = `${acceleratorArn}/listener/0xyz1234`
const publicBalancer = `loadbalancer/app/storefront-public/${hexDigits('alb storefront-public', 16)}`

const gatewayAssociation = (id: string, type: 'transitGateway' | 'virtualPrivateGateway') => ({
  directConnectGatewayId,
  associationId: uuid(`association ${id}`),
  associationState: 'associated' as const,
  associatedGateway: { id, type, ownerAccount: accountId, region },
  directConnectGatewayOwnerAccount: accountId,
  allowedPrefixesToDirectConnectGateway: [{ cidr: '10.60.0.0/16' }, { cidr: '10.20.0.0/16' }],
})

export const regionData: RegionData = {
  networkFirewall: {
    firewalls: [
      {
        Firewall: {
          FirewallName: 'egress',
          FirewallArn: arn('network-firewall', 'firewall/egress'),
          FirewallId: uuid('firewall egress'),
          FirewallPolicyArn: policyArn,
          VpcId: vpcId,
          SubnetMappings: [{ SubnetId: edgeSubnetId }],
          DeleteProtection: true,
          EncryptionConfiguration: { Type: 'CUSTOMER_KMS', KeyId: keyArn('secrets') },
          Tags: tags,
        },
        FirewallStatus: {
          Status: 'READY',
          ConfigurationSyncStateSummary: 'IN_SYNC',
          SyncStates: {
            'us-east-1a': {
              Attachment: { SubnetId: edgeSubnetId, EndpointId: inspectionEndpointId, Status: 'READY' },
            },
          },
        },
        LoggingConfiguration: {
          LogDestinationConfigs: [
            {
              LogType: 'ALERT',
              LogDestinationType: 'CloudWatchLogs',
              LogDestination: { logGroup: '/network/flow-logs' },
            },
            {
              LogType: 'FLOW',
              LogDestinationType: 'S3',
              LogDestination: { bucketName: 'storefront-access-logs-444455556666', prefix: 'firewall' },
            },
            {
              LogType: 'TLS',
              LogDestinationType: 'KinesisDataFirehose',
              LogDestination: { deliveryStream: 'logs-to-archive' },
            },
          ],
        },
      },
      {
        Firewall: {
          FirewallName: 'backbone',
          FirewallArn: arn('network-firewall', 'firewall/backbone'),
          FirewallId: uuid('firewall backbone'),
          FirewallPolicyArn: policyArn,
          VpcId: undefined,
          SubnetMappings: [],
          TransitGatewayId: transitGatewayId,
          TransitGatewayOwnerAccountId: accountId,
        },
        FirewallStatus: { Status: 'READY', ConfigurationSyncStateSummary: 'IN_SYNC' },
      },
    ],
    policies: [
      {
        UpdateToken: uuid('token egress'),
        FirewallPolicyResponse: {
          FirewallPolicyName: 'egress',
          FirewallPolicyArn: policyArn,
          FirewallPolicyId: uuid('policy egress'),
          FirewallPolicyStatus: 'ACTIVE',
          EncryptionConfiguration: { Type: 'CUSTOMER_KMS', KeyId: keyArn('secrets') },
          Tags: tags,
        },
        FirewallPolicy: {
          StatelessDefaultActions: ['aws:forward_to_sfe'],
          StatelessFragmentDefaultActions: ['aws:forward_to_sfe'],
          StatefulDefaultActions: ['aws:drop_established'],
          StatefulRuleGroupReferences: [{ ResourceArn: arn('network-firewall', 'stateful-rulegroup/allowed-domains') }],
        },
      },
    ],
  },
  directConnect: {
    connections: [
      {
        connectionId,
        connectionName: 'data-center-1',
        connectionState: 'available',
        region,
        ownerAccount: accountId,
        location: 'EqDC2',
        bandwidth: '10Gbps',
        encryptionMode: 'no_encrypt',
        tags: lowerCaseTags,
      },
    ],
    virtualInterfaces: [
      {
        virtualInterfaceId: 'dxvif-fg1a2b3c',
        virtualInterfaceName: 'backbone',
        virtualInterfaceType: 'transit',
        virtualInterfaceState: 'available',
        connectionId,
        directConnectGatewayId,
        region,
        location: 'EqDC2',
        vlan: 101,
        asn: 65_000,
        amazonSideAsn: 64_513,
        authKey: 'never-kept',
        customerRouterConfig: '<config>never-kept</config>',
        mtu: 8500,
        addressFamily: 'ipv4',
        tags: lowerCaseTags,
      },
      {
        virtualInterfaceId: 'dxvif-fg4d5e6f',
        virtualInterfaceName: 'shared',
        virtualInterfaceType: 'private',
        virtualInterfaceState: 'available',
        connectionId,
        virtualGatewayId: vpnGatewayId,
        region,
        location: 'EqDC2',
        vlan: 102,
        asn: 65_000,
        mtu: 1500,
        addressFamily: 'ipv4',
      },
    ],
  },
}

export const globalData: GlobalData = {
  directConnect: {
    directConnectGateways: [
      {
        directConnectGatewayId,
        directConnectGatewayName: 'data-centers',
        amazonSideAsn: 64_514,
        ownerAccount: accountId,
        directConnectGatewayState: 'available',
        tags: lowerCaseTags,
      },
      {
        directConnectGatewayId: uuid('gateway of another region'),
        directConnectGatewayName: 'europe',
        amazonSideAsn: 64_515,
        ownerAccount: accountId,
        directConnectGatewayState: 'available',
      },
    ],
    directConnectGatewayAssociations: [
      gatewayAssociation(transitGatewayId, 'transitGateway'),
      { ...gatewayAssociation(vpnGatewayId, 'virtualPrivateGateway'), virtualGatewayId: vpnGatewayId },
      {
        ...gatewayAssociation(vpnGatewayId, 'virtualPrivateGateway'),
        directConnectGatewayId: uuid('gateway of another account'),
        directConnectGatewayOwnerAccount: otherAccountId,
        virtualGatewayId: vpnGatewayId,
      },
      {
        directConnectGatewayId,
        associationId: uuid('association europe'),
        associationState: 'associated',
        associatedGateway: {
          id: resourceId('tgw', 'europe'),
          type: 'transitGateway',
          ownerAccount: otherAccountId,
          region: 'eu-west-1',
        },
      },
    ],
  },
  globalAccelerator: {
    accelerators: [
      {
        AcceleratorArn: acceleratorArn,
        Name: 'shop',
        IpAddressType: 'IPV4',
        Enabled: true,
        IpSets: [{ IpFamily: 'IPv4', IpAddresses: ['192.0.2.250', '198.51.100.52'] }],
        DnsName: 'a1234567890abcdef.awsglobalaccelerator.com',
        Status: 'DEPLOYED',
      },
    ],
    listeners: [
      {
        ListenerArn: acceleratorListenerArn,
        PortRanges: [{ FromPort: 443, ToPort: 443 }],
        Protocol: 'TCP',
        ClientAffinity: 'NONE',
      },
    ],
    endpointGroups: [
      {
        EndpointGroupArn: `${acceleratorListenerArn}/endpoint-group/ab88888example`,
        EndpointGroupRegion: region,
        EndpointDescriptions: [
          { EndpointId: arn('elasticloadbalancing', publicBalancer), Weight: 128 },
          { EndpointId: resourceId('i', 'storefront worker-1'), Weight: 1 },
          { EndpointId: resourceId('eipalloc', 'spare'), Weight: 1 },
        ],
        TrafficDialPercentage: 100,
        HealthCheckProtocol: 'TCP',
        HealthCheckPort: 443,
      },
      {
        EndpointGroupArn: `${acceleratorListenerArn}/endpoint-group/cd99999example`,
        EndpointGroupRegion: 'eu-west-1',
        EndpointDescriptions: [],
        TrafficDialPercentage: 0,
      },
    ],
  },
}
