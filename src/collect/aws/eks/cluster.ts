import type { Cluster, LogType } from '@aws-sdk/client-eks'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector, namesOf } from '../../collector.ts'
import { role } from '../iam/role.ts'
import { trustedIssuers } from '../iam/trusted-issuers.ts'

export const eks = defineService(
  'eks',
  () => import('@aws-sdk/client-eks'),
  (sdk) => sdk.EKSClient,
)

export const eksCluster = defineCollector({
  type: 'AWS::EKS::Cluster',
  count: 'kubernetesClusters',
  scope: 'regional',
  permissions: ['eks:ListClusters', 'eks:DescribeCluster'],
  service: eks,
  // The roles of service accounts trust the issuer of the cluster's tokens.
  names: [
    namesOf(role, ({ role: trusting }) => trustedIssuers(trusting).map((name) => ({ name, id: trusting.RoleName }))),
  ],
  pages: ({ sdk, client }) => sdk.paginateListClusters({ client, pageSize: 100 }, {}),
  async items({ clusters = [] }, { sdk, client, each }) {
    // One call for each, because AWS describes only one per call.
    return each(clusters, async (name) => (await client.send(new sdk.DescribeClusterCommand({ name }))).cluster ?? {}, {
      listed: (name): Cluster => ({ name }),
    })
  },
  resource: (cluster) => ({
    id: cluster.name,
    arn: cluster.arn,
    name: cluster.name,
    tags: cluster.tags ?? {},
    properties: {
      version: cluster.version,
      status: cluster.status,
      endpoint: cluster.endpoint?.replace(/^https:\/\//, ''),
      publicEndpoint: cluster.resourcesVpcConfig?.endpointPublicAccess,
      privateEndpoint: cluster.resourcesVpcConfig?.endpointPrivateAccess,
      publicAccessCidrs: cluster.resourcesVpcConfig?.publicAccessCidrs?.toSorted(),
      logTypes: cluster.logging && logTypes(cluster).toSorted(),
      authenticationMode: cluster.accessConfig?.authenticationMode,
      autoMode: cluster.computeConfig?.enabled,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'eks:DescribeCluster cluster.resourcesVpcConfig.vpcId',
      targets: (cluster) => cluster.resourcesVpcConfig?.vpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'eks:DescribeCluster cluster.resourcesVpcConfig.subnetIds[]',
      targets: (cluster) => cluster.resourcesVpcConfig?.subnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'eks:DescribeCluster cluster.resourcesVpcConfig.securityGroupIds[]',
      targets: (cluster) => cluster.resourcesVpcConfig?.securityGroupIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'eks:DescribeCluster cluster.resourcesVpcConfig.clusterSecurityGroupId',
      targets: (cluster) => cluster.resourcesVpcConfig?.clusterSecurityGroupId,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'eks:DescribeCluster cluster.roleArn',
      arns: (cluster) => cluster.roleArn,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'iam:ListRoles Roles[].AssumeRolePolicyDocument',
      references: ({ identity }, { resourcesNamed }) =>
        resourcesNamed(identity?.oidc?.issuer?.replace(/^https:\/\//, '') ?? ''),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'eks:DescribeCluster cluster.encryptionConfig[].provider.keyArn',
      targets: (cluster) => cluster.encryptionConfig?.map(({ provider }) => kmsKeyId(provider?.keyArn)),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'eks:DescribeCluster cluster.logging.clusterLogging[].enabled',
      // The name of the log group is fixed: "Send control plane logs to CloudWatch Logs" in the EKS user guide.
      targets: (cluster) => (logTypes(cluster).length > 0 ? `/aws/eks/${cluster.name}/cluster` : undefined),
    },
  ],
})

function logTypes({ logging }: Cluster): readonly LogType[] {
  return (logging?.clusterLogging ?? []).flatMap(({ enabled, types }) => (enabled === true ? (types ?? []) : []))
}
