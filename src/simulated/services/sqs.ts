/** SQS: queues and their attributes. */
import type { QueueAttributeName } from '@aws-sdk/client-sqs'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly sqs?: {
      readonly queues?: readonly {
        readonly url: string
        /** All attributes, as GetQueueAttributes returns for `All`. */
        readonly attributes: Readonly<Partial<Record<QueueAttributeName, string>>>
      }[]
    }
  }
}

export const service = defineService('sqs', () => import('@aws-sdk/client-sqs'), {
  pages: { largest: 1000, error: 'InvalidParameterValue' },
})({
  ListQueues: {
    list: 'queues',
    // "You must set MaxResults to receive a value for NextToken in the response."
    page: (items, NextToken, { MaxResults }) => ({
      QueueUrls: items.map(({ url }) => url),
      NextToken: MaxResults === undefined ? undefined : NextToken,
    }),
  },
  GetQueueAttributes: {
    one: 'queues',
    by: { QueueUrl: 'url' },
    notFound: 'QueueDoesNotExist',
    parameters: ['AttributeNames'],
    item({ attributes }, _data, { AttributeNames = [] }) {
      const wanted: readonly string[] = AttributeNames
      const told = Object.entries(attributes).filter(([name]) => wanted.includes('All') || wanted.includes(name))
      return { Attributes: Object.fromEntries(told) }
    },
  },
})
