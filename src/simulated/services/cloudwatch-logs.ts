/** CloudWatch Logs: log groups, and what it delivers of what services log. */
import * as module from '@aws-sdk/client-cloudwatch-logs'
import type {
  Delivery,
  DeliveryDestination,
  DeliverySource,
  DescribeDeliveriesRequest,
  DescribeDeliveriesResponse,
  DescribeDeliveryDestinationsRequest,
  DescribeDeliveryDestinationsResponse,
  DescribeDeliverySourcesRequest,
  DescribeDeliverySourcesResponse,
  DescribeLogGroupsRequest,
  DescribeLogGroupsResponse,
  LogGroup,
} from '@aws-sdk/client-cloudwatch-logs'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const deliveryPaging = {
  token: 'nextToken',
  size: 'limit',
  maximum: 50,
  default: 50,
  badToken: 'ValidationException',
  badSize: 'ValidationException',
} as const

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

    DescribeDeliveries: listOperation<DescribeDeliveriesRequest, DescribeDeliveriesResponse, Delivery>({
      items: ({ regionData }) => regionData.cloudWatchLogs?.deliveries,
      paging: usualPaging<DescribeDeliveriesRequest>(deliveryPaging),
      answer: (items, nextToken) => ({ deliveries: [...items], nextToken }),
    }),

    DescribeDeliverySources: listOperation<
      DescribeDeliverySourcesRequest,
      DescribeDeliverySourcesResponse,
      DeliverySource
    >({
      items: ({ regionData }) => regionData.cloudWatchLogs?.deliverySources,
      paging: usualPaging<DescribeDeliverySourcesRequest>(deliveryPaging),
      answer: (items, nextToken) => ({ deliverySources: [...items], nextToken }),
    }),

    DescribeDeliveryDestinations: listOperation<
      DescribeDeliveryDestinationsRequest,
      DescribeDeliveryDestinationsResponse,
      DeliveryDestination
    >({
      items: ({ regionData }) => regionData.cloudWatchLogs?.deliveryDestinations,
      paging: usualPaging<DescribeDeliveryDestinationsRequest>(deliveryPaging),
      answer: (items, nextToken) => ({ deliveryDestinations: [...items], nextToken }),
    }),
  },
}
