/** EKS: clusters, and their node groups, Fargate profiles and add-ons. */
import * as module from '@aws-sdk/client-eks'
import type {
  DescribeAddonRequest,
  DescribeAddonResponse,
  DescribeClusterRequest,
  DescribeClusterResponse,
  DescribeFargateProfileRequest,
  DescribeFargateProfileResponse,
  DescribeNodegroupRequest,
  DescribeNodegroupResponse,
  ListAddonsRequest,
  ListAddonsResponse,
  ListClustersRequest,
  ListClustersResponse,
  ListFargateProfilesRequest,
  ListFargateProfilesResponse,
  ListNodegroupsRequest,
  ListNodegroupsResponse,
} from '@aws-sdk/client-eks'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { OperationContext, SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const paging: Paging<{ readonly maxResults?: number | undefined; readonly nextToken?: string | undefined }> =
  usualPaging({
    token: 'nextToken',
    size: 'maxResults',
    maximum: 100,
    badToken: 'InvalidParameterException',
    badSize: 'InvalidParameterException',
  })

const notFound = (message: string) => new ProviderError('ResourceNotFoundException', message, 404)

function existing<Item>(item: Item | undefined, kind: string, name: string | undefined): Item {
  if (item === undefined) throw notFound(`No ${kind} found for name: ${name ?? ''}.`)
  return item
}

/** What of a list belongs to a cluster, which must exist. */
function membersOf<Item extends { readonly clusterName?: string | undefined }>(
  items: readonly Item[] = [],
  { regionData }: OperationContext,
  clusterName: string | undefined,
): readonly Item[] {
  existing(
    regionData.eks?.clusters?.find(({ name }) => name === clusterName),
    'cluster',
    clusterName,
  )
  return items.filter((item) => item.clusterName === clusterName)
}

export const service: SimulatedService = {
  iamPrefix: 'eks',
  module,
  client: new module.EKSClient(idleClient),
  operations: {
    ListClusters: listOperation<ListClustersRequest, ListClustersResponse, string>({
      deniedResource: ({ accountId, region }) => `arn:aws:eks:${region}:${accountId}:cluster/*`,
      items: ({ regionData }) => regionData.eks?.clusters?.flatMap(({ name }) => name ?? []),
      paging,
      answer: (items, nextToken) => ({ clusters: [...items], nextToken }),
    }),

    DescribeCluster: operation<DescribeClusterRequest, DescribeClusterResponse>({
      parameters: ['name'],
      answer: ({ name }, { regionData }) => ({
        cluster: existing(
          regionData.eks?.clusters?.find((cluster) => cluster.name === name),
          'cluster',
          name,
        ),
      }),
    }),

    ListNodegroups: listOperation<ListNodegroupsRequest, ListNodegroupsResponse, string>({
      parameters: ['clusterName'],
      items: (context, { clusterName }) =>
        membersOf(context.regionData.eks?.nodegroups, context, clusterName).flatMap(
          ({ nodegroupName }) => nodegroupName ?? [],
        ),
      paging,
      answer: (items, nextToken) => ({ nodegroups: [...items], nextToken }),
    }),

    DescribeNodegroup: operation<DescribeNodegroupRequest, DescribeNodegroupResponse>({
      parameters: ['clusterName', 'nodegroupName'],
      answer: ({ clusterName, nodegroupName }, context) => ({
        nodegroup: existing(
          membersOf(context.regionData.eks?.nodegroups, context, clusterName).find(
            (group) => group.nodegroupName === nodegroupName,
          ),
          'node group',
          nodegroupName,
        ),
      }),
    }),

    ListFargateProfiles: listOperation<ListFargateProfilesRequest, ListFargateProfilesResponse, string>({
      parameters: ['clusterName'],
      items: (context, { clusterName }) =>
        membersOf(context.regionData.eks?.fargateProfiles, context, clusterName).flatMap(
          ({ fargateProfileName }) => fargateProfileName ?? [],
        ),
      paging,
      answer: (items, nextToken) => ({ fargateProfileNames: [...items], nextToken }),
    }),

    DescribeFargateProfile: operation<DescribeFargateProfileRequest, DescribeFargateProfileResponse>({
      parameters: ['clusterName', 'fargateProfileName'],
      answer: ({ clusterName, fargateProfileName }, context) => ({
        fargateProfile: existing(
          membersOf(context.regionData.eks?.fargateProfiles, context, clusterName).find(
            (profile) => profile.fargateProfileName === fargateProfileName,
          ),
          'Fargate profile',
          fargateProfileName,
        ),
      }),
    }),

    ListAddons: listOperation<ListAddonsRequest, ListAddonsResponse, string>({
      parameters: ['clusterName'],
      items: (context, { clusterName }) =>
        membersOf(context.regionData.eks?.addons, context, clusterName).flatMap(({ addonName }) => addonName ?? []),
      paging,
      answer: (items, nextToken) => ({ addons: [...items], nextToken }),
    }),

    DescribeAddon: operation<DescribeAddonRequest, DescribeAddonResponse>({
      parameters: ['clusterName', 'addonName'],
      answer: ({ clusterName, addonName }, context) => ({
        addon: existing(
          membersOf(context.regionData.eks?.addons, context, clusterName).find(
            (addon) => addon.addonName === addonName,
          ),
          'addon',
          addonName,
        ),
      }),
    }),
  },
}
