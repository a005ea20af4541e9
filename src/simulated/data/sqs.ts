/** What a world holds of SQS. */
import type { QueueAttributeName } from '@aws-sdk/client-sqs'

export type SqsData = {
  readonly queues?: readonly {
    readonly url: string
    /** All of them, as GetQueueAttributes would answer to `All`. */
    readonly attributes: Readonly<Partial<Record<QueueAttributeName, string>>>
  }[]
}
