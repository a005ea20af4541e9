/** EKS: clusters, and their node groups, Fargate profiles, and add-ons. */
import type { Addon, Cluster, FargateProfile, Nodegroup } from '@aws-sdk/client-eks'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly eks?: Lists<{ clusters: Cluster; nodegroups: Nodegroup; fargateProfiles: FargateProfile; addons: Addon }>
  }
}

const clusterNotFound = ['ResourceNotFoundException', 404] as const
const within = { list: 'clusters', by: { clusterName: 'name' }, notFound: clusterNotFound } as const

export const service = defineService(() => import('@aws-sdk/client-eks'), {
  data: 'eks',
  pages: { largest: 100, error: 'InvalidParameterException' },
})({
  ListClusters: { list: 'clusters', item: 'name', denied: 'cluster/*' },
  DescribeCluster: { one: 'clusters', notFound: clusterNotFound },
  ListNodegroups: { list: 'nodegroups', item: 'nodegroupName', within },
  DescribeNodegroup: { one: 'nodegroups', within, notFound: ['ResourceNotFoundException', 404] },
  ListFargateProfiles: { list: 'fargateProfiles', item: 'fargateProfileName', within },
  DescribeFargateProfile: { one: 'fargateProfiles', within, notFound: ['ResourceNotFoundException', 404] },
  ListAddons: { list: 'addons', item: 'addonName', within },
  DescribeAddon: { one: 'addons', within, notFound: ['ResourceNotFoundException', 404] },
})
