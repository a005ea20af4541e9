import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'

export const cloudFormation = defineService(
  'cloudformation',
  () => import('@aws-sdk/client-cloudformation'),
  (sdk) => sdk.CloudFormationClient,
)

/**
 * Collects CloudFormation stacks. The list includes parameters and outputs. They may contain secrets and aren't stored.
 */
export const stack = defineCollector({
  type: 'AWS::CloudFormation::Stack',
  count: 'stacks',
  scope: 'regional',
  permissions: ['cloudformation:DescribeStacks'],
  service: cloudFormation,
  // AWS determines the page size.
  pages: ({ sdk, client }) => sdk.paginateDescribeStacks({ client }, {}),
  items: (page) => page.Stacks,
  resource: (stack) => ({
    id: stack.StackName,
    arn: stack.StackId,
    name: stack.StackName,
    tags: tagRecord(stack.Tags),
    properties: {
      description: stack.Description,
      status: stack.StackStatus,
      capabilities: stack.Capabilities?.toSorted(),
      terminationProtection: stack.EnableTerminationProtection,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      types: ['AWS::CloudFormation::Stack'],
      field: 'Stacks[].ParentId',
      arns: (stack) => stack.ParentId,
    },
    { verb: 'uses', types: ['AWS::IAM::Role'], field: 'Stacks[].RoleARN', arns: (stack) => stack.RoleARN },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 'Stacks[].NotificationARNs[]',
      arns: (stack) => stack.NotificationARNs,
    },
  ],
})
