import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const sns = defineService(
  'sns',
  () => import('@aws-sdk/client-sns'),
  (sdk) => sdk.SNSClient,
)

export const topic = defineCollector({
  type: 'AWS::SNS::Topic',
  count: 'topics',
  scope: 'regional',
  permissions: ['sns:ListTopics', 'sns:GetTopicAttributes'],
  service: sns,
  names: [keyAliases],
  // AWS returns 100 per page. The size can't be changed.
  pages: ({ sdk, client }) => sdk.paginateListTopics({ client }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per topic, because the list only has ARNs.
    each(
      page.Topics,
      async ({ TopicArn }) => {
        const answer = await client.send(new sdk.GetTopicAttributesCommand({ TopicArn }))
        return { arn: TopicArn, attributes: answer.Attributes ?? {} }
      },
      { listed: ({ TopicArn }) => ({ arn: TopicArn, attributes: undefined }) },
    ),
  resource: ({ arn, attributes }, { accountNumber }) => ({
    id: arn,
    arn,
    name: arn?.split(':').at(-1),
    properties: {
      displayName: attributes?.['DisplayName'] || undefined,
      fifo: arn?.endsWith('.fifo'),
      policyGrants: attributes && policyGrants(attributes['Policy'], accountNumber, { arn }),
      encrypted: attributes && attributes['KmsMasterKeyId'] !== undefined,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'sns:GetTopicAttributes Attributes.KmsMasterKeyId',
      targets: ({ attributes }, context) => keyNamed(attributes?.['KmsMasterKeyId'], context),
    },
  ],
})
