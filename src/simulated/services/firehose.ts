/** Data Firehose: delivery streams. */
import type { DeliveryStreamDescription } from '@aws-sdk/client-firehose'
import { defineService } from '../define-service.ts'
import { namesAfter } from '../names-after.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly firehose?: Lists<{ streams: DeliveryStreamDescription }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-firehose'), {
  data: 'firehose',
})({
  ListDeliveryStreams: {
    parameters: ['ExclusiveStartDeliveryStreamName', 'Limit'],
    // Source: the parameter constraints of ListDeliveryStreams; "the default value is 10".
    answer({ ExclusiveStartDeliveryStreamName: start, Limit: size = 10 }, { streams = [] }, context) {
      const names = streams.map(({ DeliveryStreamName }) => DeliveryStreamName)
      const { page, hasMore } = namesAfter(names, { start, size, largest: 10_000 }, context)
      return { DeliveryStreamNames: page, HasMoreDeliveryStreams: hasMore }
    },
  },
  DescribeDeliveryStream: { one: 'streams', notFound: 'ResourceNotFoundException' },
})
