import { createHash } from 'node:crypto'
import type { Subscription } from '@aws-sdk/client-sns'
import { defineCollector } from '../../collector.ts'
import { sns } from './topic.ts'

/**
 * Collects subscriptions. Endpoints that aren't resources (email addresses, phone numbers, URLs with keys) aren't
 * stored.
 */
export const subscription = defineCollector({
  type: 'AWS::SNS::Subscription',
  count: 'subscriptions',
  scope: 'regional',
  permissions: ['sns:ListSubscriptions'],
  service: sns,
  // AWS returns 100 per page. The size can't be changed.
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

/** Unconfirmed and deleted subscriptions have `PendingConfirmation` or `Deleted` instead of an ARN. */
function isConfirmed({ SubscriptionArn }: Subscription): boolean {
  return SubscriptionArn?.startsWith('arn:') === true
}

/** Returns an ID for subscriptions without an ARN, without revealing the endpoint. */
function unconfirmedId({ SubscriptionArn, TopicArn, Protocol, Endpoint }: Subscription): string {
  const whom = createHash('sha256').update(`${Protocol} ${Endpoint}`).digest('hex')
  return `${TopicArn}:${SubscriptionArn}:${whom.slice(0, 16)}`
}
