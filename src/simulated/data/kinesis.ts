/** What a world holds of Kinesis Data Streams, in the SDK's own shapes. */
import type { StreamDescriptionSummary } from '@aws-sdk/client-kinesis'

export type KinesisData = {
  readonly streams?: readonly StreamDescriptionSummary[]
}
