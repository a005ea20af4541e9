/** What a world holds of Data Firehose, in the SDK's own shapes. */
import type { DeliveryStreamDescription } from '@aws-sdk/client-firehose'

export type FirehoseData = {
  readonly streams?: readonly DeliveryStreamDescription[]
}
