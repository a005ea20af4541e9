/** DynamoDB Accelerator: clusters and subnet groups. */
import type { Cluster, SubnetGroup, Tag } from '@aws-sdk/client-dax'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** The tags are those of clusters by name. */
    readonly dax?: Lists<{ clusters: Cluster; subnetGroups: SubnetGroup }, { tags: Tag }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-dax'), {
  data: 'dax',
  // Source: "The value for MaxResults must be between 20 and 100."
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValueException' },
})({
  DescribeClusters: { list: 'clusters' },
  DescribeSubnetGroups: { list: 'subnetGroups' },
  ListTags: {
    one: 'clusters',
    by: { ResourceName: 'ClusterArn' },
    notFound: 'ClusterNotFoundFault',
    item: ({ ClusterName = '' }, { tags = {} }) => ({ Tags: tags[ClusterName] ?? [] }),
  },
})
