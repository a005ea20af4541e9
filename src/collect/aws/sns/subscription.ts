import { createHash } from 'node:crypto'
import type { Subscription } from '@aws-sdk/client-sns'
import { defineCollector } from '../../collector.ts'
import { sns } from './topic.ts'

/** Endpoints that are no resources (mail addresses, telephone numbers, URLs with their keys) are not kept. */
export const subscription = defineCollector({
  type: 'AWS::SNS::Subscription',
  count: 'subscriptions',
  scope: 'regional',
  permissions: ['sns:ListSubscriptions'],
  service: sns,
  // The provider returns 100 a page and takes no size.
  pages: ({ sdk, client }) => sdk.paginateListSubscriptions({ client }, {}),
  items: (page) => page.Subscriptions,
  resource: (subscription) => ({
    id: isConfirmed(subscription) ? subscription.SubscriptionArn : unconfirmedId(subscription),
    arn: isConfirmed(subscription) ? subscription.SubscriptionArn : undefined,
    properties: { protocol: subscription.Protocol, confirmed: isConfirmed(subscription) },
  }),
  relations: [
    {
      verb: 'subscribes to',
      type: 'AWS::SNS::Topic',
      field: 'Subscriptions[].TopicArn',
      targets: (subscription) => subscription.TopicArn,
    },
    {
      verb: 'invokes',
      types: ['AWS::KinesisFirehose::DeliveryStream', 'AWS::Lambda::Function', 'AWS::SQS::Queue'],
      field: 'Subscriptions[].Endpoint',
      arns: (subscription) => (isConfirmed(subscription) ? subscription.Endpoint : undefined),
    },
  ],
})

/** In place of an ARN that does not exist yet, or no longer, the list says `PendingConfirmation` or `Deleted`. */
function isConfirmed({ SubscriptionArn }: Subscription): boolean {
  return SubscriptionArn?.startsWith('arn:') === true
}

/** What tells subscriptions without an ARN apart, without saying whom they are for. */
function unconfirmedId({ SubscriptionArn, TopicArn, Protocol, Endpoint }: Subscription): string {
  const whom = createHash('sha256').update(`${Protocol} ${Endpoint}`).digest('hex')
  return `${TopicArn}:${SubscriptionArn}:${whom.slice(0, 16)}`
}
