import type { FargateProfile } from '@aws-sdk/client-eks'
import { defineCollector, from } from '../../collector.ts'
import { eks, eksCluster } from './cluster.ts'

export const fargateProfile = defineCollector({
  type: 'AWS::EKS::FargateProfile',
  count: 'kubernetesFargateProfiles',
  scope: 'regional',
  permissions: ['eks:ListFargateProfiles', 'eks:DescribeFargateProfile'],
  service: eks,
  inputs: from(eksCluster, (cluster) => cluster.name),
  async *pages({ sdk, client }, [clusterName]) {
    const pages = sdk.paginateListFargateProfiles({ client, pageSize: 100 }, { clusterName })
    for await (const { fargateProfileNames = [] } of pages) yield { clusterName, fargateProfileNames }
  },
  items: ({ clusterName, fargateProfileNames }, { sdk, client, each }) =>
    // One call for each, because AWS describes only one per call.
    each(
      fargateProfileNames,
      async (fargateProfileName): Promise<FargateProfile> =>
        (await client.send(new sdk.DescribeFargateProfileCommand({ clusterName, fargateProfileName })))
          .fargateProfile ?? { clusterName, fargateProfileName },
      { listed: (fargateProfileName): FargateProfile => ({ clusterName, fargateProfileName }) },
    ),
  // Names are only unique within a cluster.
  resource: (profile) => ({
    id: `${profile.clusterName}/${profile.fargateProfileName}`,
    arn: profile.fargateProfileArn,
    name: profile.fargateProfileName,
    tags: profile.tags ?? {},
    properties: {
      status: profile.status,
      namespaces: profile.selectors?.flatMap(({ namespace }) => namespace ?? []).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EKS::Cluster',
      field: 'eks:DescribeFargateProfile fargateProfile.clusterName',
      targets: (profile) => profile.clusterName,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'eks:DescribeFargateProfile fargateProfile.subnets[]',
      targets: (profile) => profile.subnets,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'eks:DescribeFargateProfile fargateProfile.podExecutionRoleArn',
      arns: (profile) => profile.podExecutionRoleArn,
    },
  ],
})
