/** CloudFormation: stacks. */
import * as module from '@aws-sdk/client-cloudformation'
import type { DescribeStacksInput, DescribeStacksOutput, Stack } from '@aws-sdk/client-cloudformation'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'cloudformation',
  module,
  client: new module.CloudFormationClient(idleClient),
  operations: {
    DescribeStacks: listOperation<DescribeStacksInput, DescribeStacksOutput, Stack>({
      deniedResource: ({ accountId, region }) => `arn:aws:cloudformation:${region}:${accountId}:stack/*/*`,
      items: ({ regionData }) => regionData.cloudFormation?.stacks,
      // The provider documents no size but that of an answer, 1 MB; a hundred stacks with tags are far from it.
      paging: usualPaging<DescribeStacksInput>({
        token: 'NextToken',
        size: null,
        maximum: 100,
        badToken: 'ValidationError',
      }),
      answer: (items, NextToken) => ({ Stacks: [...items], NextToken }),
    }),
  },
}
