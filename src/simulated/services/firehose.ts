/** Data Firehose: delivery streams. */
import * as module from '@aws-sdk/client-firehose'
import type {
  DescribeDeliveryStreamInput,
  DescribeDeliveryStreamOutput,
  ListDeliveryStreamsInput,
  ListDeliveryStreamsOutput,
} from '@aws-sdk/client-firehose'
import { namesAfter } from '../names-after.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** Source: the parameter constraints of ListDeliveryStreams; "the default value is 10". */
const maximumPage = 10_000
const defaultPage = 10

export const service: SimulatedService = {
  iamPrefix: 'firehose',
  module,
  client: new module.FirehoseClient(idleClient),
  operations: {
    ListDeliveryStreams: operation<ListDeliveryStreamsInput, ListDeliveryStreamsOutput>({
      parameters: ['ExclusiveStartDeliveryStreamName', 'Limit'],
      answer({ ExclusiveStartDeliveryStreamName: start, Limit: size = defaultPage }, { regionData }) {
        if (size < 1 || size > maximumPage) {
          throw new ProviderError(
            'ValidationException',
            `1 validation error detected: Value '${size}' at 'limit' failed to satisfy constraint`,
          )
        }
        const names = (regionData.firehose?.streams ?? []).map(({ DeliveryStreamName }) => DeliveryStreamName)
        const { page, hasMore } = namesAfter(names, { start, size })
        return { DeliveryStreamNames: page, HasMoreDeliveryStreams: hasMore }
      },
    }),

    DescribeDeliveryStream: operation<DescribeDeliveryStreamInput, DescribeDeliveryStreamOutput>({
      parameters: ['DeliveryStreamName'],
      answer({ DeliveryStreamName: name }, { regionData, account }) {
        const stream = regionData.firehose?.streams?.find(({ DeliveryStreamName }) => DeliveryStreamName === name)
        if (stream === undefined) {
          throw new ProviderError(
            'ResourceNotFoundException',
            `Firehose ${name} under account ${account.accountId} not found.`,
          )
        }
        return { DeliveryStreamDescription: stream }
      },
    }),
  },
}
