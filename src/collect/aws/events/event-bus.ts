import type { DescribeEventBusResponse } from '@aws-sdk/client-eventbridge'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const eventBridge = defineService(
  'events',
  () => import('@aws-sdk/client-eventbridge'),
  (sdk) => sdk.EventBridgeClient,
)

export const eventBus = defineCollector({
  type: 'AWS::Events::EventBus',
  count: 'eventBuses',
  scope: 'regional',
  permissions: ['events:ListEventBuses', 'events:DescribeEventBus'],
  service: eventBridge,
  names: [keyAliases],
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.ListEventBusesCommand({ Limit: 100, NextToken }))),
  items: (page, { sdk, client, each }) =>
    // One call per bus, because the list omits key and dead-letter queue.
    each(page.EventBuses, ({ Name }) => client.send(new sdk.DescribeEventBusCommand({ Name })), {
      listed: ({ Name, Arn, Description, Policy }): DescribeEventBusResponse => ({ Name, Arn, Description, Policy }),
    }),
  resource: (bus, { accountNumber }) => ({
    id: bus.Name,
    arn: bus.Arn,
    name: bus.Name,
    properties: {
      description: bus.Description,
      policyGrants: policyGrants(bus.Policy, accountNumber, { isSigned: true }),
      logLevel: bus.LogConfig?.Level,
      managedBy: bus.ManagedBy,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'events:DescribeEventBus KmsKeyIdentifier',
      targets: (bus, context) => keyNamed(bus.KmsKeyIdentifier, context),
    },
    {
      verb: 'routes to',
      types: ['AWS::SQS::Queue'],
      field: 'events:DescribeEventBus DeadLetterConfig.Arn',
      arns: (bus) => bus.DeadLetterConfig?.Arn,
    },
  ],
})
