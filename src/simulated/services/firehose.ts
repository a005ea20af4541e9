/** Data Firehose: delivery streams. */
import type { DeliveryStreamDescription } from '@aws-sdk/client-firehose'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly firehose?: Lists<{ streams: DeliveryStreamDescription }>
  }
}

export const service = defineService('firehose', () => import('@aws-sdk/client-firehose'), {
  // Source: the parameter constraints of ListDeliveryStreams; "the default value is 10".
  pages: { largest: 10_000, usual: 10, error: 'ValidationException' },
})({
  ListDeliveryStreams: { list: 'streams', item: 'DeliveryStreamName' },
  DescribeDeliveryStream: { one: 'streams', notFound: 'ResourceNotFoundException' },
})
