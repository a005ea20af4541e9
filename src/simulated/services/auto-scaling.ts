/** EC2 Auto Scaling: groups. */
import * as module from '@aws-sdk/client-auto-scaling'
import type { AutoScalingGroup, AutoScalingGroupNamesType, AutoScalingGroupsType } from '@aws-sdk/client-auto-scaling'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'autoscaling',
  module,
  client: new module.AutoScalingClient(idleClient),
  operations: {
    DescribeAutoScalingGroups: listOperation<AutoScalingGroupNamesType, AutoScalingGroupsType, AutoScalingGroup>({
      items: ({ regionData }) => regionData.autoScaling?.groups,
      identifiers: [
        { parameter: 'AutoScalingGroupNames', of: (group) => [group.AutoScalingGroupName], notFound: null },
      ],
      paging: {
        token: 'NextToken',
        size: 'MaxRecords',
        minimum: 1,
        maximum: 100,
        default: 50,
        badToken: (token) => new ProviderError('InvalidNextToken', `The token '${token}' is invalid.`),
        badSize: (size) =>
          new ProviderError(
            'ValidationError',
            `1 validation error detected: Value '${size}' at 'maxRecords' failed to satisfy constraint: Member must have value less than or equal to 100`,
          ),
      },
      answer: (items, NextToken) => ({ AutoScalingGroups: [...items], NextToken }),
    }),
  },
}
