import type { DestinationDescription, S3DestinationDescription } from '@aws-sdk/client-firehose'
import { expect, test } from 'vitest'
import { bucketsBeside } from './delivery-stream.ts'

function bucket(name: string): S3DestinationDescription {
  return {
    RoleARN: 'arn:aws:iam::444455556666:role/delivery',
    BucketARN: `arn:aws:s3:::${name}`,
    BufferingHints: {},
    CompressionFormat: 'UNCOMPRESSED',
    EncryptionConfiguration: {},
  }
}

const S3DestinationDescription = bucket('beside')
const S3BackupDescription = bucket('backup')
const redshift = {
  RoleARN: 'arn:aws:iam::444455556666:role/delivery',
  ClusterJDBCURL: 'jdbc:redshift://bi.example:5439/bi',
  CopyCommand: { DataTableName: 'clicks' },
  S3DestinationDescription,
  S3BackupDescription,
}

test.each<[string, Partial<DestinationDescription>, readonly string[]]>([
  ['Redshift', { RedshiftDestinationDescription: redshift }, ['beside']],
  [
    'Redshift with a backup',
    { RedshiftDestinationDescription: { ...redshift, S3BackupMode: 'Enabled' } },
    ['beside', 'backup'],
  ],
  ['OpenSearch', { AmazonopensearchserviceDestinationDescription: { S3DestinationDescription } }, ['beside']],
  [
    'OpenSearch Serverless',
    { AmazonOpenSearchServerlessDestinationDescription: { S3DestinationDescription } },
    ['beside'],
  ],
  ['Elasticsearch', { ElasticsearchDestinationDescription: { S3DestinationDescription } }, ['beside']],
  ['Splunk', { SplunkDestinationDescription: { S3DestinationDescription } }, ['beside']],
  ['an HTTP endpoint', { HttpEndpointDestinationDescription: { S3DestinationDescription } }, ['beside']],
  ['Snowflake', { SnowflakeDestinationDescription: { S3DestinationDescription } }, ['beside']],
  ['Iceberg', { IcebergDestinationDescription: { S3DestinationDescription } }, ['beside']],
  [
    'S3 alone, which AWS describes twice',
    { S3DestinationDescription, ExtendedS3DestinationDescription: S3DestinationDescription },
    [],
  ],
  [
    'S3 with a backup',
    { ExtendedS3DestinationDescription: { ...bucket('lake'), S3BackupMode: 'Enabled', S3BackupDescription } },
    ['backup'],
  ],
])('streams to %s write to these buckets too', (_, to, names) => {
  expect(bucketsBeside({ DestinationId: '1', ...to })).toEqual(names.map((name) => `arn:aws:s3:::${name}`))
})
