import type { StreamDescriptionSummary } from '@aws-sdk/client-kinesis'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const kinesis = defineService(
  'kinesis',
  () => import('@aws-sdk/client-kinesis'),
  (sdk) => sdk.KinesisClient,
)

export const stream = defineCollector({
  type: 'AWS::Kinesis::Stream',
  count: 'streams',
  scope: 'regional',
  permissions: ['kinesis:ListStreams', 'kinesis:DescribeStreamSummary'],
  service: kinesis,
  names: [keyAliases],
  // "If you specify a value greater than 100, at most 100 results are returned."
  pages: ({ sdk, client }) => sdk.paginateListStreams({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per stream, because the list omits shards, retention, and key.
    each(
      page.StreamNames,
      async (StreamName) =>
        (await client.send(new sdk.DescribeStreamSummaryCommand({ StreamName }))).StreamDescriptionSummary,
      { listed: (StreamName): Partial<StreamDescriptionSummary> => ({ StreamName }) },
    ),
  resource: (stream) => ({
    id: stream?.StreamName,
    arn: stream?.StreamARN,
    name: stream?.StreamName,
    properties: {
      status: stableStatus(stream?.StreamStatus),
      mode: stream?.StreamModeDetails?.StreamMode,
      // AWS changes the shards of on-demand streams automatically.
      shards: stream?.StreamModeDetails?.StreamMode === 'ON_DEMAND' ? undefined : stream?.OpenShardCount,
      retentionHours: stream?.RetentionPeriodHours,
      encryption: stream?.EncryptionType,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'kinesis:DescribeStreamSummary StreamDescriptionSummary.KeyId',
      targets: (stream, context) => keyNamed(stream?.KeyId, context),
    },
  ],
})
