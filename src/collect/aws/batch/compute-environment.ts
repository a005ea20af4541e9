import { defineService } from '../../../cloud/service.ts'
import { instanceProfileName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'

export const batch = defineService(
  'batch',
  () => import('@aws-sdk/client-batch'),
  (sdk) => sdk.BatchClient,
)

export const computeEnvironment = defineCollector({
  type: 'AWS::Batch::ComputeEnvironment',
  count: 'batchComputeEnvironments',
  scope: 'regional',
  permissions: ['batch:DescribeComputeEnvironments'],
  service: batch,
  pages: ({ sdk, client }) => sdk.paginateDescribeComputeEnvironments({ client, pageSize: 100 }, {}),
  items: (page) => page.computeEnvironments,
  // Without the desired capacity, which jobs change frequently.
  resource: (environment) => ({
    id: environment.computeEnvironmentName,
    arn: environment.computeEnvironmentArn,
    name: environment.computeEnvironmentName,
    tags: environment.tags ?? {},
    properties: {
      managed: environment.type === 'MANAGED',
      state: environment.state,
      status: environment.status,
      orchestration: environment.containerOrchestrationType,
      resourceType: environment.computeResources?.type,
      instanceTypes: environment.computeResources?.instanceTypes?.toSorted(),
      minVcpus: environment.computeResources?.minvCpus,
      maxVcpus: environment.computeResources?.maxvCpus,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'computeEnvironments[].computeResources.subnets[]',
      targets: (environment) => environment.computeResources?.subnets,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'computeEnvironments[].computeResources.securityGroupIds[]',
      targets: (environment) => environment.computeResources?.securityGroupIds,
    },
    {
      verb: 'associated with',
      types: ['AWS::ECS::Cluster'],
      field: 'computeEnvironments[].ecsClusterArn',
      arns: (environment) => environment.ecsClusterArn,
    },
    {
      verb: 'associated with',
      types: ['AWS::EKS::Cluster'],
      field: 'computeEnvironments[].eksConfiguration.eksClusterArn',
      arns: (environment) => environment.eksConfiguration?.eksClusterArn,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'computeEnvironments[].serviceRole',
      arns: (environment) => environment.serviceRole,
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::InstanceProfile',
      field: 'computeEnvironments[].computeResources.instanceRole',
      // Returned as it was given: an ARN or a name.
      targets: ({ computeResources }, context) => {
        const profile = computeResources?.instanceRole
        return profile?.startsWith('arn:') === true ? instanceProfileName(profile, context) : profile
      },
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::LaunchTemplate',
      field: 'computeEnvironments[].computeResources.launchTemplate.launchTemplateId',
      targets: (environment) => environment.computeResources?.launchTemplate?.launchTemplateId,
    },
  ],
})
