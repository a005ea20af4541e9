import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'

export const autoScaling = defineService(
  'autoscaling',
  () => import('@aws-sdk/client-auto-scaling'),
  (sdk) => sdk.AutoScalingClient,
)

export const autoScalingGroup = defineCollector({
  type: 'AWS::AutoScaling::AutoScalingGroup',
  count: 'autoScalingGroups',
  scope: 'regional',
  permissions: ['autoscaling:DescribeAutoScalingGroups'],
  service: autoScaling,
  pages: ({ sdk, client }) => sdk.paginateDescribeAutoScalingGroups({ client, pageSize: 100 }, {}),
  items: (page) => page.AutoScalingGroups,
  // Without the desired capacity, which scaling changes frequently.
  resource: (group) => ({
    id: group.AutoScalingGroupName,
    arn: group.AutoScalingGroupARN,
    name: group.AutoScalingGroupName,
    tags: tagRecord(group.Tags),
    properties: {
      minSize: group.MinSize,
      maxSize: group.MaxSize,
      availabilityZones: group.AvailabilityZones?.toSorted(),
      healthCheckType: group.HealthCheckType,
      launchConfiguration: group.LaunchConfigurationName,
      capacityRebalance: group.CapacityRebalance,
      createdTime: group.CreatedTime?.toISOString(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::ElasticBeanstalk::Environment',
      field: 'AutoScalingGroups[].Tags[elasticbeanstalk:environment-name]',
      targets: (group) => group.Tags?.find(({ Key }) => Key === 'elasticbeanstalk:environment-name')?.Value,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'AutoScalingGroups[].VPCZoneIdentifier',
      targets: (group) => group.VPCZoneIdentifier?.split(','),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Instance',
      field: 'AutoScalingGroups[].Instances[].InstanceId',
      targets: (group) => group.Instances?.map(({ InstanceId }) => InstanceId),
    },
    {
      verb: 'associated with',
      types: ['AWS::ElasticLoadBalancingV2::TargetGroup'],
      field: 'AutoScalingGroups[].TargetGroupARNs[]',
      arns: (group) => group.TargetGroupARNs,
    },
    {
      verb: 'associated with',
      type: 'AWS::ElasticLoadBalancing::LoadBalancer',
      field: 'AutoScalingGroups[].LoadBalancerNames[]',
      targets: (group) => group.LoadBalancerNames,
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::LaunchTemplate',
      field: 'AutoScalingGroups[].LaunchTemplate.LaunchTemplateId',
      targets: (group) => group.LaunchTemplate?.LaunchTemplateId,
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::LaunchTemplate',
      field: 'AutoScalingGroups[].MixedInstancesPolicy.LaunchTemplate',
      targets: (group) => mixedTemplates(group),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'AutoScalingGroups[].ServiceLinkedRoleARN',
      arns: (group) => group.ServiceLinkedRoleARN,
    },
  ],
})

function mixedTemplates({ MixedInstancesPolicy }: AutoScalingGroup): readonly (string | undefined)[] {
  const { LaunchTemplateSpecification, Overrides = [] } = MixedInstancesPolicy?.LaunchTemplate ?? {}
  const overriding = Overrides.map((override) => override.LaunchTemplateSpecification)
  return [LaunchTemplateSpecification, ...overriding].map((template) => template?.LaunchTemplateId)
}
