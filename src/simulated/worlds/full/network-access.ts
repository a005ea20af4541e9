/** Verified Access: an endpoint of each kind, for resources without internet access. */
import type { VerifiedAccessEndpoint } from '@aws-sdk/client-ec2'
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId } from '../resource-id.ts'
import { securityGroupId, subnetId, zones } from '../three-tier-network.ts'
import { arn, dataKeyArn, dataSubnetIds, notebookInterface } from './data-place.ts'
import { shopCertificateArn, storefrontBalancer } from './network-balancing.ts'
import { named } from './shared-network.ts'

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

export const access: RegionData = {
  ec2: {
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
