/** AWS Config: its recorder, its delivery channel, and what it has discovered. */
import * as module from '@aws-sdk/client-config-service'
import type {
  ConfigurationRecorder,
  ConfigurationRecorderStatus,
  DeliveryChannel,
  DescribeConfigurationRecordersRequest,
  DescribeConfigurationRecordersResponse,
  DescribeConfigurationRecorderStatusRequest,
  DescribeConfigurationRecorderStatusResponse,
  DescribeDeliveryChannelsRequest,
  DescribeDeliveryChannelsResponse,
  GetDiscoveredResourceCountsRequest,
  GetDiscoveredResourceCountsResponse,
  ResourceCount,
} from '@aws-sdk/client-config-service'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'config',
  module,
  client: new module.ConfigServiceClient(idleClient),
  operations: {
    DescribeConfigurationRecorders: listOperation<
      DescribeConfigurationRecordersRequest,
      DescribeConfigurationRecordersResponse,
      ConfigurationRecorder
    >({
      items: ({ regionData }) => regionData.configService?.recorders,
      paging: null,
      answer: (items) => ({ ConfigurationRecorders: [...items] }),
    }),

    DescribeConfigurationRecorderStatus: listOperation<
      DescribeConfigurationRecorderStatusRequest,
      DescribeConfigurationRecorderStatusResponse,
      ConfigurationRecorderStatus
    >({
      items: ({ regionData }) => regionData.configService?.recorderStatus,
      paging: null,
      answer: (items) => ({ ConfigurationRecordersStatus: [...items] }),
    }),

    DescribeDeliveryChannels: listOperation<
      DescribeDeliveryChannelsRequest,
      DescribeDeliveryChannelsResponse,
      DeliveryChannel
    >({
      items: ({ regionData }) => regionData.configService?.deliveryChannels,
      paging: null,
      answer: (items) => ({ DeliveryChannels: [...items] }),
    }),

    GetDiscoveredResourceCounts: listOperation<
      GetDiscoveredResourceCountsRequest,
      GetDiscoveredResourceCountsResponse,
      ResourceCount
    >({
      items: ({ regionData }) => regionData.configService?.discoveredCounts,
      paging: {
        token: 'nextToken',
        size: 'limit',
        minimum: 0,
        maximum: 100,
        default: 100,
        badToken: () => new ProviderError('InvalidNextTokenException', 'The specified next token is not valid.'),
        badSize: (size) => new ProviderError('InvalidLimitException', `The limit ${size} is not between 0 and 100.`),
      },
      answer: (items, nextToken, _input, { regionData }) => ({
        resourceCounts: [...items],
        totalDiscoveredResources: (regionData.configService?.discoveredCounts ?? []).reduce(
          (sum, { count = 0 }) => sum + count,
          0,
        ),
        nextToken,
      }),
    }),
  },
}
