/** SNS: topics, their attributes, and subscriptions. */
import * as module from '@aws-sdk/client-sns'
import type {
  GetTopicAttributesInput,
  GetTopicAttributesResponse,
  ListSubscriptionsInput,
  ListSubscriptionsResponse,
  ListTopicsInput,
  ListTopicsResponse,
  Subscription,
  Topic,
} from '@aws-sdk/client-sns'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

/** "Each call returns a limited list of topics, up to 100", and so with subscriptions. */
const paging = { token: 'NextToken', size: null, maximum: 100, badToken: 'InvalidParameter' } as const

export const service: SimulatedService = {
  iamPrefix: 'sns',
  module,
  client: new module.SNSClient(idleClient),
  operations: {
    ListTopics: listOperation<ListTopicsInput, ListTopicsResponse, Topic>({
      deniedResource: ({ accountId, region }) => `arn:aws:sns:${region}:${accountId}:*`,
      items: ({ regionData }) => regionData.sns?.topics?.map(({ TopicArn }) => ({ TopicArn })),
      paging: usualPaging<ListTopicsInput>(paging),
      answer: (items, NextToken) => ({ Topics: [...items], NextToken }),
    }),

    GetTopicAttributes: operation<GetTopicAttributesInput, GetTopicAttributesResponse>({
      parameters: ['TopicArn'],
      answer({ TopicArn }, { regionData }) {
        const topic = regionData.sns?.topics?.find((known) => known.TopicArn === TopicArn)
        if (topic === undefined) throw new ProviderError('NotFound', 'Topic does not exist', 404)
        return { Attributes: topic }
      },
    }),

    ListSubscriptions: listOperation<ListSubscriptionsInput, ListSubscriptionsResponse, Subscription>({
      deniedResource: ({ accountId, region }) => `arn:aws:sns:${region}:${accountId}:*`,
      items: ({ regionData }) => regionData.sns?.subscriptions,
      paging: usualPaging<ListSubscriptionsInput>(paging),
      answer: (items, NextToken) => ({ Subscriptions: [...items], NextToken }),
    }),
  },
}
