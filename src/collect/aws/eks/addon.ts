import type { Addon } from '@aws-sdk/client-eks'
import { defineCollector, from } from '../../collector.ts'
import { eks, eksCluster } from './cluster.ts'

export const addon = defineCollector({
  type: 'AWS::EKS::Addon',
  count: 'kubernetesAddons',
  scope: 'regional',
  permissions: ['eks:ListAddons', 'eks:DescribeAddon'],
  service: eks,
  inputs: from(eksCluster, (cluster) => cluster.name),
  async *pages({ sdk, client }, [clusterName]) {
    for await (const { addons = [] } of sdk.paginateListAddons({ client, pageSize: 100 }, { clusterName })) {
      yield { clusterName, addons }
    }
  },
  items: ({ clusterName, addons }, { sdk, client, each }) =>
    // One call for each, because AWS describes only one per call.
    each(
      addons,
      async (addonName): Promise<Addon> =>
        (await client.send(new sdk.DescribeAddonCommand({ clusterName, addonName }))).addon ?? {
          clusterName,
          addonName,
        },
      { listed: (addonName): Addon => ({ clusterName, addonName }) },
    ),
  // Names are only unique within a cluster.
  resource: (addon) => ({
    id: `${addon.clusterName}/${addon.addonName}`,
    arn: addon.addonArn,
    name: addon.addonName,
    tags: addon.tags ?? {},
    properties: { version: addon.addonVersion, status: addon.status, publisher: addon.publisher },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EKS::Cluster',
      field: 'eks:DescribeAddon addon.clusterName',
      targets: (addon) => addon.clusterName,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'eks:DescribeAddon addon.serviceAccountRoleArn',
      arns: (addon) => addon.serviceAccountRoleArn,
    },
  ],
})
