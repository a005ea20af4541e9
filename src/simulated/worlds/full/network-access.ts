/**
 * Access from outside: a Verified Access endpoint of each kind, Client VPN endpoints, and VPC Block Public Access with an
 * exclusion of each kind.
 */
import type {
  InternetGatewayExclusionMode,
  VerifiedAccessEndpoint,
  VpcBlockPublicAccessExclusion,
} from '@aws-sdk/client-ec2'
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId } from '../resource-id.ts'
import { region, securityGroupId, subnetId, vpcId, zones } from '../three-tier-network.ts'
import { arn, dataKeyArn, dataSubnetIds, notebookInterface } from './data-place.ts'
import { logGroupNames } from './log-destinations.ts'
import { shopCertificateArn, storefrontBalancer } from './network-balancing.ts'
import { edgeSubnetId, named } from './shared-network.ts'

function endpoint(name: string, more: Partial<VerifiedAccessEndpoint>): VerifiedAccessEndpoint {
  return {
    VerifiedAccessEndpointId: resourceId('vae', name),
    VerifiedAccessInstanceId: resourceId('vai', 'staff'),
    VerifiedAccessGroupId: resourceId('vagr', 'staff'),
    AttachmentType: 'vpc',
    EndpointDomain: `${name}.edge-${hexDigits(`verified access ${name}`, 17)}.vai.prod.verified-access.amazonaws.com`,
    SecurityGroupIds: [securityGroupId('internal-alb')],
    Status: { Code: 'active' },
    CreationTime: '2025-07-08T09:30:00',
    LastUpdatedTime: '2025-07-08T09:30:00',
    SseSpecification: { CustomerManagedKeyEnabled: false },
    Tags: named(name),
    ...more,
  }
}

function exclusion(of: string, mode: InternetGatewayExclusionMode): VpcBlockPublicAccessExclusion {
  return {
    ExclusionId: resourceId('vpcbpa-exclude', of),
    InternetGatewayExclusionMode: mode,
    ResourceArn: arn('ec2', of),
    State: 'create-complete',
    CreationTimestamp: new Date('2025-11-20T10:00:00Z'),
    LastUpdateTimestamp: new Date('2025-11-20T10:00:00Z'),
    Tags: named(mode),
  }
}

const clientVpnId = resourceId('cvpn-endpoint', 'staff')

export const access: RegionData = {
  ec2: {
    vpcBlockPublicAccess: {
      State: 'update-complete',
      InternetGatewayBlockMode: 'block-bidirectional',
      LastUpdateTimestamp: new Date('2025-11-20T09:30:00Z'),
    },
    vpcBlockPublicAccessExclusions: [
      exclusion(`vpc/${vpcId}`, 'allow-bidirectional'),
      exclusion(`subnet/${edgeSubnetId}`, 'allow-egress'),
    ],
    clientVpnEndpoints: [
      {
        ClientVpnEndpointId: clientVpnId,
        Description: 'Staff at home',
        Status: { Code: 'available' },
        CreationTime: '2025-07-08T09:30:00',
        DnsName: `*.${clientVpnId}.prod.clientvpn.${region}.amazonaws.com`,
        ClientCidrBlock: '172.31.0.0/16',
        SplitTunnel: true,
        VpnProtocol: 'openvpn',
        TransportProtocol: 'udp',
        VpnPort: 443,
        ServerCertificateArn: shopCertificateArn,
        AuthenticationOptions: [{ Type: 'federated-authentication' }],
        ConnectionLogOptions: { Enabled: true, CloudwatchLogGroup: logGroupNames.tunnels },
        SecurityGroupIds: [securityGroupId('internal-alb')],
        VpcId: vpcId,
        Tags: named('staff'),
      },
      {
        ClientVpnEndpointId: resourceId('cvpn-endpoint', 'partners'),
        Status: { Code: 'pending-associate' },
        ClientCidrBlock: '172.30.0.0/16',
        SplitTunnel: false,
        VpnProtocol: 'openvpn',
        TransportProtocol: 'tcp',
        VpnPort: 1194,
        ServerCertificateArn: shopCertificateArn,
        AuthenticationOptions: [{ Type: 'certificate-authentication' }],
        ConnectionLogOptions: { Enabled: false },
        Tags: named('partners'),
      },
    ],
    clientVpnRules: {
      [clientVpnId]: [
        {
          ClientVpnEndpointId: clientVpnId,
          DestinationCidr: '10.20.0.0/16',
          AccessAll: true,
          Status: { Code: 'active' },
        },
        {
          ClientVpnEndpointId: clientVpnId,
          DestinationCidr: '10.20.16.0/24',
          AccessAll: false,
          GroupId: 'operators',
          Status: { Code: 'active' },
        },
      ],
    },
    clientVpnNetworks: {
      [clientVpnId]: [
        {
          AssociationId: resourceId('cvpn-assoc', 'staff'),
          ClientVpnEndpointId: clientVpnId,
          VpcId: vpcId,
          TargetNetworkId: subnetId('app', zones[0]),
          Status: { Code: 'associated' },
        },
      ],
    },
    verifiedAccessEndpoints: [
      endpoint('back-office', {
        Description: 'The internal API, for staff',
        EndpointType: 'load-balancer',
        ApplicationDomain: 'staff.shop.example',
        DomainCertificateArn: shopCertificateArn,
        LoadBalancerOptions: {
          Protocol: 'https',
          Port: 443,
          LoadBalancerArn: storefrontBalancer('storefront-internal'),
          SubnetIds: zones.map((zone) => subnetId('app', zone)),
        },
        SseSpecification: { CustomerManagedKeyEnabled: true, KmsKeyArn: dataKeyArn },
      }),
      endpoint('notebook', {
        EndpointType: 'network-interface',
        ApplicationDomain: 'notebook.shop.example',
        DomainCertificateArn: shopCertificateArn,
        NetworkInterfaceOptions: { NetworkInterfaceId: notebookInterface.id, Protocol: 'https', Port: 443 },
      }),
      endpoint('catalog-database', {
        EndpointType: 'rds',
        RdsOptions: {
          Protocol: 'tcp',
          Port: 5432,
          RdsDbInstanceArn: arn('rds', 'db:catalog'),
          SubnetIds: dataSubnetIds.slice(0, 1),
        },
      }),
      endpoint('reporting-database', {
        EndpointType: 'rds',
        RdsOptions: {
          Protocol: 'tcp',
          Port: 3306,
          RdsDbClusterArn: arn('rds', 'cluster:reporting'),
          SubnetIds: dataSubnetIds,
        },
      }),
      endpoint('servers', {
        EndpointType: 'cidr',
        CidrOptions: { Protocol: 'tcp', Cidr: '10.20.16.0/24', SubnetIds: [subnetId('app', zones[0])] },
      }),
      endpoint('retired', { EndpointType: 'cidr', Status: { Code: 'deleted' } }),
    ],
  },
}
