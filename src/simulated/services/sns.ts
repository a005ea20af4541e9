/** SNS: topics, their attributes, and subscriptions. */
import type { Subscription } from '@aws-sdk/client-sns'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly sns?: {
      /** The attributes of topics, including `TopicArn`. */
      readonly topics?: readonly (Readonly<Record<string, string>> & { readonly TopicArn: string })[]
      readonly subscriptions?: readonly Subscription[]
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-sns'), {
  data: 'sns',
  // "Each call returns a limited list of topics, up to 100". The same applies to subscriptions.
  pages: { largest: 100, badToken: 'InvalidParameter' },
})({
  ListTopics: { list: 'topics', denied: 'arn:aws:sns:{region}:{account}:*' },
  GetTopicAttributes: {
    one: 'topics',
    by: 'TopicArn',
    notFound: ['NotFound', 404],
    item: (Attributes) => ({ Attributes }),
  },
  ListSubscriptions: { list: 'subscriptions', denied: 'arn:aws:sns:{region}:{account}:*' },
})
