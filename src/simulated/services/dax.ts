/** DynamoDB Accelerator: clusters and subnet groups. */
import type { Cluster, ListTagsResponse, SubnetGroup } from '@aws-sdk/client-dax'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly dax?: Lists<{ clusters: Cluster & ListTagsResponse; subnetGroups: SubnetGroup }>
  }
}

export const service = defineService('dax', () => import('@aws-sdk/client-dax'), {
  // Source: "The value for MaxResults must be between 20 and 100."
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValueException' },
})({
  DescribeClusters: { list: 'clusters' },
  DescribeSubnetGroups: { list: 'subnetGroups' },
  ListTags: {
    one: 'clusters',
    by: { ResourceName: 'ClusterArn' },
    notFound: 'ClusterNotFoundFault',
    item: ({ Tags = [] }) => ({ Tags }),
  },
})
