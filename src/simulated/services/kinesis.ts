/** Kinesis Data Streams: streams. */
import type { StreamDescriptionSummary } from '@aws-sdk/client-kinesis'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly kinesis?: Lists<{ streams: StreamDescriptionSummary }>
  }
}

export const service = defineService('kinesis', () => import('@aws-sdk/client-kinesis'), {
  // "If you specify a value greater than 100, at most 100 results are returned."
  pages: { largest: 10_000, usual: 100, ceiling: 100, badToken: 'ExpiredNextTokenException' },
})({
  ListStreams: { list: 'streams', item: 'StreamName' },
  DescribeStreamSummary: { one: 'streams', by: 'StreamName', notFound: 'ResourceNotFoundException' },
})
