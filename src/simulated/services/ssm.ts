/** Systems Manager: the list of parameters, without values. */
import * as module from '@aws-sdk/client-ssm'
import type { DescribeParametersRequest, DescribeParametersResult, ParameterMetadata } from '@aws-sdk/client-ssm'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'ssm',
  module,
  client: new module.SSMClient(idleClient),
  operations: {
    DescribeParameters: listOperation<DescribeParametersRequest, DescribeParametersResult, ParameterMetadata>({
      deniedResource: ({ accountId, region }) => `arn:aws:ssm:${region}:${accountId}:*`,
      items: ({ regionData }) => regionData.ssm?.parameters,
      paging: usualPaging<DescribeParametersRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 50,
        badToken: 'InvalidNextToken',
      }),
      answer: (items, NextToken) => ({ Parameters: [...items], NextToken }),
    }),
  },
}
