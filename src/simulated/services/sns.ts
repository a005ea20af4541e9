/** SNS: topics, their attributes, and subscriptions. */
import type { Subscription } from '@aws-sdk/client-sns'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly sns?: Lists<{
      /** The attributes of topics, including `TopicArn`. */
      topics: Readonly<Record<string, string>> & { readonly TopicArn: string }
      subscriptions: Subscription
    }>
  }
}

export const service = defineService('sns', () => import('@aws-sdk/client-sns'), {
  // "Each call returns a limited list of topics, up to 100". The same applies to subscriptions.
  pages: { largest: 100, badToken: 'InvalidParameter' },
})({
  ListTopics: { list: 'topics', denied: 'arn:aws:sns:{region}:{account}:*' },
  GetTopicAttributes: { one: 'topics', notFound: ['NotFound', 404], item: (Attributes) => ({ Attributes }) },
  ListSubscriptions: { list: 'subscriptions', denied: 'arn:aws:sns:{region}:{account}:*' },
})
