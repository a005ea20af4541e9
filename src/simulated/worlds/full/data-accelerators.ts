/** DAX: a cluster in front of tables, and one that is only encrypted in transit. */
import type { Cluster, ListTagsResponse } from '@aws-sdk/client-dax'
import type { RegionData } from '../../world.ts'
import { region, vpcId } from '../three-tier-network.ts'
import { arn, databaseGroupId, dataSubnetIds, roleArn, tags } from './data-place.ts'

function cluster(name: string, more: Partial<Cluster> & ListTagsResponse): Cluster & ListTagsResponse {
  return {
    ClusterName: name,
    ClusterArn: arn('dax', `cache/${name}`),
    NodeType: 'dax.r7g.large',
    TotalNodes: 3,
    ActiveNodes: 3,
    Status: 'available',
    ClusterDiscoveryEndpoint: { Address: `${name}.a1b2c3.dax-clusters.${region}.amazonaws.com`, Port: 8111 },
    SubnetGroup: 'storefront-accelerators',
    SecurityGroups: [{ SecurityGroupIdentifier: databaseGroupId, Status: 'active' }],
    IamRoleArn: roleArn('accelerator'),
    NetworkType: 'ipv4',
    ClusterEndpointEncryptionType: 'TLS',
    ...more,
  }
}

export const accelerators: RegionData = {
  dax: {
    clusters: [
      cluster('carts', { Description: 'In front of the carts', SSEDescription: { Status: 'ENABLED' }, Tags: tags }),
      cluster('flags', { TotalNodes: 1, ActiveNodes: 1, SSEDescription: { Status: 'DISABLED' } }),
    ],
    subnetGroups: [
      {
        SubnetGroupName: 'storefront-accelerators',
        Description: 'Data subnets of the storefront network',
        VpcId: vpcId,
        Subnets: dataSubnetIds.map((SubnetIdentifier) => ({ SubnetIdentifier })),
        SupportedNetworkTypes: ['ipv4'],
      },
    ],
  },
}
