/** What a world holds of Amazon MQ, in the SDK's own shapes. */
import type { DescribeBrokerResponse } from '@aws-sdk/client-mq'

export type MqData = {
  readonly brokers?: readonly DescribeBrokerResponse[]
}
