import type { DeliveryStreamDescription, DestinationDescription, FirehoseClient } from '@aws-sdk/client-firehose'
import { defineService } from '../../../cloud/service.ts'
import { arnName, functionName, kmsKeyId, partitionOf, roleName } from '../../references/arn.ts'
import { type CallContext, defineCollector } from '../../collector.ts'

export const firehose = defineService(
  'firehose',
  () => import('@aws-sdk/client-firehose'),
  (sdk) => sdk.FirehoseClient,
)

type DescribedStream = {
  readonly stream: Partial<DeliveryStreamDescription>
  readonly destinations: readonly DestinationDescription[] | undefined
}

type Context = CallContext<typeof import('@aws-sdk/client-firehose'), FirehoseClient>

export const deliveryStream = defineCollector({
  type: 'AWS::KinesisFirehose::DeliveryStream',
  count: 'deliveryStreams',
  scope: 'regional',
  permissions: ['firehose:ListDeliveryStreams', 'firehose:DescribeDeliveryStream'],
  service: firehose,
  pages: listDeliveryStreams,
  items: (page, { sdk, client, each }) =>
    // One call per stream, because the list only has names and AWS describes one stream at a time.
    each(
      page.DeliveryStreamNames,
      async (DeliveryStreamName): Promise<DescribedStream> => {
        const answer = await client.send(new sdk.DescribeDeliveryStreamCommand({ DeliveryStreamName }))
        const stream: DescribedStream['stream'] = answer.DeliveryStreamDescription ?? { DeliveryStreamName }
        return { stream, destinations: stream.Destinations }
      },
      {
        listed: (DeliveryStreamName): DescribedStream => ({ stream: { DeliveryStreamName }, destinations: undefined }),
      },
    ),
  resource: ({ stream, destinations }, { region, accountNumber }) => ({
    id: stream.DeliveryStreamName,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:firehose:${region}:${accountNumber}:deliverystream/${stream.DeliveryStreamName}`,
    name: stream.DeliveryStreamName,
    properties: {
      source: stream.DeliveryStreamType,
      status: stream.DeliveryStreamStatus,
      destinations: destinations?.flatMap(destinationKinds).toSorted(),
      encryption: stream.DeliveryStreamEncryptionConfiguration?.Status,
    },
  }),
  relations: [
    {
      verb: 'subscribes to',
      type: 'AWS::Kinesis::Stream',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Source.KinesisStreamSourceDescription.KinesisStreamARN',
      targets: ({ stream }, place) =>
        arnName(stream.Source?.KinesisStreamSourceDescription?.KinesisStreamARN, 'stream/', place),
    },
    {
      verb: 'subscribes to',
      type: 'AWS::MSK::Cluster',
      field: 'firehose:DescribeDeliveryStream DeliveryStreamDescription.Source.MSKSourceDescription.MSKClusterARN',
      targets: ({ stream }) => stream.Source?.MSKSourceDescription?.MSKClusterARN,
    },
    {
      verb: 'routes to',
      type: 'AWS::S3::Bucket',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].ExtendedS3DestinationDescription.BucketARN',
      targets: ({ destinations }, place) =>
        destinations?.map((to) => arnName(to.ExtendedS3DestinationDescription?.BucketARN, '', place)),
    },
    {
      verb: 'routes to',
      type: 'AWS::S3::Bucket',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].*.S3DestinationDescription.BucketARN',
      targets: ({ destinations }, place) =>
        destinations?.flatMap((to) => bucketsBeside(to).map((arn) => arnName(arn, '', place))),
    },
    {
      verb: 'routes to',
      type: 'AWS::OpenSearchService::Domain',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].AmazonopensearchserviceDestinationDescription.DomainARN',
      targets: ({ destinations }, place) =>
        destinations?.map((to) =>
          arnName(to.AmazonopensearchserviceDestinationDescription?.DomainARN, 'domain/', place),
        ),
    },
    {
      verb: 'routes to',
      type: 'AWS::Redshift::Cluster',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].RedshiftDestinationDescription.ClusterJDBCURL',
      targets: ({ destinations }, { region }) =>
        destinations?.map((to) => warehouseOf(to.RedshiftDestinationDescription?.ClusterJDBCURL, region)),
    },
    {
      verb: 'invokes',
      type: 'AWS::Lambda::Function',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].*.ProcessingConfiguration.Processors[].Parameters[]',
      targets: ({ destinations = [] }, place) =>
        destinations.flatMap((to) => lambdaArns(to).map((arn) => functionName(arn, place))),
    },
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].*.RoleARN',
      targets: ({ destinations = [] }, place) =>
        destinations.flatMap((to) => details(to).map(({ RoleARN }) => roleName(RoleARN, place))),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'firehose:DescribeDeliveryStream DeliveryStreamDescription.DeliveryStreamEncryptionConfiguration.KeyARN',
      targets: ({ stream }) => kmsKeyId(stream.DeliveryStreamEncryptionConfiguration?.KeyARN),
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field:
        'firehose:DescribeDeliveryStream DeliveryStreamDescription.Destinations[].*.CloudWatchLoggingOptions.LogGroupName',
      targets: ({ destinations = [] }) =>
        destinations.flatMap((to) =>
          details(to).map(({ CloudWatchLoggingOptions: log }) =>
            log?.Enabled === true ? log.LogGroupName : undefined,
          ),
        ),
    },
  ],
})

/** The SDK has no paginator. The next page starts after the last name. */
async function* listDeliveryStreams({ sdk, client }: Context) {
  let last: string | undefined
  let more: boolean | undefined
  do {
    const page = await client.send(
      new sdk.ListDeliveryStreamsCommand({ Limit: 10_000, ExclusiveStartDeliveryStreamName: last }),
    )
    yield page
    last = page.DeliveryStreamNames?.at(-1)
    more = page.HasMoreDeliveryStreams
  } while (more === true)
}

/** Returns the common properties of destinations. The plain S3 description repeats the extended one. */
function details(to: DestinationDescription) {
  return [
    to.ExtendedS3DestinationDescription ?? to.S3DestinationDescription,
    to.RedshiftDestinationDescription,
    to.AmazonopensearchserviceDestinationDescription,
    to.AmazonOpenSearchServerlessDestinationDescription,
    to.ElasticsearchDestinationDescription,
    to.HttpEndpointDestinationDescription,
    to.SnowflakeDestinationDescription,
    to.IcebergDestinationDescription,
  ].filter((detail) => detail !== undefined)
}

/**
 * The ARNs of the buckets that it writes to besides its destination: from where Redshift copies, what couldn't be delivered,
 * and backups. Redshift and S3 have these in a description of their own.
 */
export function bucketsBeside(to: DestinationDescription): readonly string[] {
  return [...details(to), to.SplunkDestinationDescription].flatMap((detail) => {
    if (detail === undefined) return []
    const beside = 'S3DestinationDescription' in detail ? detail.S3DestinationDescription : undefined
    const backup =
      'S3BackupDescription' in detail && detail.S3BackupMode === 'Enabled' ? detail.S3BackupDescription : undefined
    return [beside, backup].flatMap((each) => each?.BucketARN ?? [])
  })
}

/** Returns the members that are set: `ExtendedS3`, `Redshift`, and so on. */
function destinationKinds({ DestinationId: _id, S3DestinationDescription: _plain, ...kinds }: DestinationDescription) {
  return Object.entries(kinds).flatMap(([name, detail]) =>
    detail === undefined ? [] : name.replace('DestinationDescription', ''),
  )
}

function lambdaArns(to: DestinationDescription): readonly string[] {
  const processors = details(to).flatMap((detail) =>
    'ProcessingConfiguration' in detail ? (detail.ProcessingConfiguration?.Processors ?? []) : [],
  )
  return processors.flatMap(({ Parameters = [] }) =>
    Parameters.flatMap(({ ParameterName, ParameterValue }) =>
      ParameterName === 'LambdaArn' ? (ParameterValue ?? []) : [],
    ),
  )
}

/**
 * The cluster's identifier is the first part of its host name. A host of another region doesn't belong to a cluster of
 * this region.
 */
function warehouseOf(jdbcUrl: string | undefined, region: string): string | undefined {
  const [, cluster, hostRegion] =
    /^jdbc:redshift:\/\/([^.:/]+)\.[^.:/]+\.([^.:/]+)\.redshift\./.exec(jdbcUrl ?? '') ?? []
  return hostRegion === region ? cluster : undefined
}
