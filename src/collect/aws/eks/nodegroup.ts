import type { Nodegroup } from '@aws-sdk/client-eks'
import { defineCollector, from } from '../../collector.ts'
import { eks, eksCluster } from './cluster.ts'

export const nodegroup = defineCollector({
  type: 'AWS::EKS::Nodegroup',
  count: 'kubernetesNodeGroups',
  scope: 'regional',
  permissions: ['eks:ListNodegroups', 'eks:DescribeNodegroup'],
  service: eks,
  inputs: from(eksCluster, (cluster) => cluster.name),
  async *pages({ sdk, client }, [clusterName]) {
    for await (const { nodegroups = [] } of sdk.paginateListNodegroups({ client, pageSize: 100 }, { clusterName })) {
      yield { clusterName, nodegroups }
    }
  },
  items: ({ clusterName, nodegroups }, { sdk, client, each }) =>
    // One call for each, because AWS describes only one per call.
    each(
      nodegroups,
      async (nodegroupName): Promise<Nodegroup> =>
        (await client.send(new sdk.DescribeNodegroupCommand({ clusterName, nodegroupName }))).nodegroup ?? {
          clusterName,
          nodegroupName,
        },
      { listed: (nodegroupName): Nodegroup => ({ clusterName, nodegroupName }) },
    ),
  // Names are only unique within a cluster. The desired size is omitted, because scaling changes it frequently.
  resource: (group) => ({
    id: `${group.clusterName}/${group.nodegroupName}`,
    arn: group.nodegroupArn,
    name: group.nodegroupName,
    tags: group.tags ?? {},
    properties: {
      version: group.version,
      status: group.status,
      capacityType: group.capacityType,
      instanceTypes: group.instanceTypes?.toSorted(),
      imageType: group.amiType,
      minSize: group.scalingConfig?.minSize,
      maxSize: group.scalingConfig?.maxSize,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EKS::Cluster',
      field: 'eks:DescribeNodegroup nodegroup.clusterName',
      targets: (group) => group.clusterName,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'eks:DescribeNodegroup nodegroup.subnets[]',
      targets: (group) => group.subnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::AutoScaling::AutoScalingGroup',
      field: 'eks:DescribeNodegroup nodegroup.resources.autoScalingGroups[].name',
      targets: (group) => group.resources?.autoScalingGroups?.map(({ name }) => name),
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::LaunchTemplate',
      field: 'eks:DescribeNodegroup nodegroup.launchTemplate.id',
      targets: (group) => group.launchTemplate?.id,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'eks:DescribeNodegroup nodegroup.nodeRole',
      arns: (group) => group.nodeRole,
    },
  ],
})
