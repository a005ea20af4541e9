/** EKS: clusters, and their node groups, Fargate profiles, add-ons, and Pod Identity associations. */
import type { Addon, Cluster, FargateProfile, Nodegroup, PodIdentityAssociation } from '@aws-sdk/client-eks'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly eks?: Lists<{
      clusters: Cluster
      nodegroups: Nodegroup
      fargateProfiles: FargateProfile
      addons: Addon
      podIdentityAssociations: PodIdentityAssociation
    }>
  }
}

const within = { list: 'clusters', by: { clusterName: 'name' } } as const

export const service = defineService('eks', () => import('@aws-sdk/client-eks'), {
  pages: { largest: 100, error: 'InvalidParameterException' },
  notFound: ['ResourceNotFoundException', 404],
})({
  ListClusters: { list: 'clusters', item: 'name', denied: 'cluster/*' },
  DescribeCluster: { one: 'clusters' },
  ListNodegroups: { list: 'nodegroups', item: 'nodegroupName', within },
  DescribeNodegroup: { one: 'nodegroups', within },
  ListFargateProfiles: { list: 'fargateProfiles', item: 'fargateProfileName', within },
  DescribeFargateProfile: { one: 'fargateProfiles', within },
  ListAddons: { list: 'addons', item: 'addonName', within },
  DescribeAddon: { one: 'addons', within },
  ListPodIdentityAssociations: { list: 'podIdentityAssociations', within },
  DescribePodIdentityAssociation: { one: 'podIdentityAssociations', within },
})
