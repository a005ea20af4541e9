/** Types that start or change other resources, which plans don't have. */
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import type { Mapping } from '../mapping.ts'

const ofInstances = 'The instances that it starts are not evaluated.'

export const madeAlong: Readonly<
  Partial<Record<ResourceTypeName, Pick<Mapping, 'along' | 'unjudged' | 'unjudgedChanges'>>>
> = {
  'AWS::AutoScaling::AutoScalingGroup': {
    unjudged: ofInstances,
    unjudgedChanges: [
      'launch_configuration',
      'launch_template',
      'mixed_instances_policy',
      'vpc_zone_identifier',
      'LaunchConfigurationName',
      'LaunchTemplate',
      'MixedInstancesPolicy',
      'VPCZoneIdentifier',
    ],
  },
  'AWS::Batch::ComputeEnvironment': {
    unjudged: ofInstances,
    unjudgedChanges: ['compute_resources', 'ComputeResources'],
  },
  'AWS::CloudFormation::Stack': { along: "The plan doesn't have the changes of the resources of this stack." },
  'AWS::EC2::LaunchTemplate': { unjudged: ofInstances },
  'AWS::EKS::Nodegroup': {
    unjudged: ofInstances,
    unjudgedChanges: ['launch_template', 'remote_access', 'subnet_ids', 'LaunchTemplate', 'RemoteAccess', 'Subnets'],
  },
}
