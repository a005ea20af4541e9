import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const sqs = defineService(
  'sqs',
  () => import('@aws-sdk/client-sqs'),
  (sdk) => sdk.SQSClient,
)

export const queue = defineCollector({
  type: 'AWS::SQS::Queue',
  count: 'queues',
  scope: 'regional',
  permissions: ['sqs:ListQueues', 'sqs:GetQueueAttributes'],
  service: sqs,
  names: [keyAliases],
  pages: ({ sdk, client }) => sdk.paginateListQueues({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per queue, because the list only has URLs.
    each(
      page.QueueUrls,
      async (QueueUrl): Promise<DescribedQueue> => {
        const answer = await client.send(
          new sdk.GetQueueAttributesCommand({
            QueueUrl,
            AttributeNames: [
              'QueueArn',
              'DelaySeconds',
              'MessageRetentionPeriod',
              'VisibilityTimeout',
              'KmsMasterKeyId',
              'SqsManagedSseEnabled',
              'Policy',
              'RedrivePolicy',
            ],
          }),
        )
        return { name: queueName(QueueUrl), attributes: answer.Attributes ?? {} }
      },
      { listed: (QueueUrl) => ({ name: queueName(QueueUrl), attributes: undefined }) },
    ),
  resource: ({ name, attributes }, { accountNumber }) => ({
    id: name,
    arn: attributes?.['QueueArn'],
    name,
    properties: {
      fifo: name.endsWith('.fifo'),
      encryption: attributes && encryption(attributes),
      policyGrants: attributes && policyGrants(attributes['Policy'], accountNumber, { arn: attributes['QueueArn'] }),
      visibilityTimeoutSeconds: wholeNumber(attributes?.['VisibilityTimeout']),
      retentionSeconds: wholeNumber(attributes?.['MessageRetentionPeriod']),
      delaySeconds: wholeNumber(attributes?.['DelaySeconds']),
      maxReceiveCount: wholeNumber(redrivePolicy(attributes).maxReceiveCount),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'sqs:GetQueueAttributes Attributes.KmsMasterKeyId',
      targets: ({ attributes }, context) => keyNamed(attributes?.['KmsMasterKeyId'], context),
    },
    {
      verb: 'routes to',
      types: ['AWS::SQS::Queue'],
      field: 'sqs:GetQueueAttributes Attributes.RedrivePolicy.deadLetterTargetArn',
      arns: ({ attributes }) => redrivePolicy(attributes).deadLetterTargetArn,
    },
  ],
})

type Attributes = Readonly<Partial<Record<string, string>>>
type DescribedQueue = { readonly name: string; readonly attributes: Attributes | undefined }
type RedrivePolicy = { readonly deadLetterTargetArn?: string; readonly maxReceiveCount?: number | string }

/** AWS validates it when it is set, so it is JSON text or absent. */
function redrivePolicy(attributes: Attributes | undefined): RedrivePolicy {
  return JSON.parse(attributes?.['RedrivePolicy'] ?? '{}') as RedrivePolicy
}

function queueName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function encryption(attributes: Attributes): string {
  if (attributes['KmsMasterKeyId'] !== undefined) return 'SSE-KMS'
  return attributes['SqsManagedSseEnabled'] === 'true' ? 'SSE-SQS' : 'none'
}

function wholeNumber(text: string | number | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
