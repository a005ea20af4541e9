/** CloudWatch Logs: log groups. */
import * as module from '@aws-sdk/client-cloudwatch-logs'
import type { DescribeLogGroupsRequest, DescribeLogGroupsResponse, LogGroup } from '@aws-sdk/client-cloudwatch-logs'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'logs',
  module,
  client: new module.CloudWatchLogsClient(idleClient),
  operations: {
    DescribeLogGroups: listOperation<DescribeLogGroupsRequest, DescribeLogGroupsResponse, LogGroup>({
      deniedResource: ({ accountId, region }) => `arn:aws:logs:${region}:${accountId}:log-group::log-stream:`,
      items: ({ regionData }) => regionData.cloudWatchLogs?.logGroups,
      paging: usualPaging<DescribeLogGroupsRequest>({
        token: 'nextToken',
        size: 'limit',
        maximum: 50,
        badToken: 'InvalidParameterException',
        badSize: 'InvalidParameterException',
      }),
      answer: (items, nextToken) => ({ logGroups: [...items], nextToken }),
    }),
  },
}
