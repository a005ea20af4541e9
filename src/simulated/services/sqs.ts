/** SQS: queues and their attributes. */
import * as module from '@aws-sdk/client-sqs'
import type {
  GetQueueAttributesRequest,
  GetQueueAttributesResult,
  ListQueuesRequest,
  ListQueuesResult,
} from '@aws-sdk/client-sqs'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'sqs',
  module,
  client: new module.SQSClient(idleClient),
  operations: {
    ListQueues: listOperation<ListQueuesRequest, ListQueuesResult, string>({
      items: ({ regionData }) => regionData.sqs?.queues?.map(({ url }) => url),
      paging: usualPaging<ListQueuesRequest>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 1000,
        badToken: 'InvalidParameterValue',
        badSize: 'InvalidParameterValue',
      }),
      // "You must set MaxResults to receive a value for NextToken in the response."
      answer: (items, NextToken, { MaxResults }) => ({
        QueueUrls: [...items],
        NextToken: MaxResults === undefined ? undefined : NextToken,
      }),
    }),

    GetQueueAttributes: operation<GetQueueAttributesRequest, GetQueueAttributesResult>({
      parameters: ['QueueUrl', 'AttributeNames'],
      answer({ QueueUrl, AttributeNames = [] }, { regionData }) {
        const queue = regionData.sqs?.queues?.find(({ url }) => url === QueueUrl)
        if (queue === undefined) throw new ProviderError('QueueDoesNotExist', 'The specified queue does not exist.')
        const wanted: readonly string[] = AttributeNames
        const attributes = Object.entries(queue.attributes)
        return {
          Attributes: Object.fromEntries(
            attributes.filter(([name]) => wanted.includes('All') || wanted.includes(name)),
          ),
        }
      },
    }),
  },
}
