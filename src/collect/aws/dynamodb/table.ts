import type { TableDescription } from '@aws-sdk/client-dynamodb'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'

export const dynamodb = defineService(
  'dynamodb',
  () => import('@aws-sdk/client-dynamodb'),
  (sdk) => sdk.DynamoDBClient,
)

export const table = defineCollector({
  type: 'AWS::DynamoDB::Table',
  count: 'tables',
  scope: 'regional',
  permissions: ['dynamodb:ListTables', 'dynamodb:DescribeTable'],
  service: dynamodb,
  pages: ({ sdk, client }) => sdk.paginateListTables({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per table, because the list only has names and AWS describes one table at a time.
    each(
      page.TableNames,
      async (TableName) => (await client.send(new sdk.DescribeTableCommand({ TableName }))).Table ?? {},
      { listed: (TableName): TableDescription => ({ TableName }) },
    ),
  resource: (table) => ({
    id: table.TableName,
    arn: table.TableArn,
    name: table.TableName,
    properties: {
      status: stableStatus(table.TableStatus),
      // Tables that never were on-demand have no billing summary.
      billingMode: table.BillingModeSummary?.BillingMode ?? (table.TableStatus && 'PROVISIONED'),
      tableClass: table.TableClassSummary?.TableClass,
      keys: table.KeySchema?.map(({ AttributeName, KeyType }) => `${AttributeName} (${KeyType})`),
      globalIndexes: table.GlobalSecondaryIndexes?.map(({ IndexName = '' }) => IndexName).toSorted(),
      localIndexes: table.LocalSecondaryIndexes?.map(({ IndexName = '' }) => IndexName).toSorted(),
      stream: table.StreamSpecification?.StreamViewType,
      deletionProtection: table.DeletionProtectionEnabled,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'dynamodb:DescribeTable Table.SSEDescription.KMSMasterKeyArn',
      targets: (table) => kmsKeyId(table.SSEDescription?.KMSMasterKeyArn),
    },
    {
      verb: 'associated with',
      type: 'AWS::DynamoDB::Table',
      field: 'dynamodb:DescribeTable Table.Replicas[].RegionName',
      // A replica has the same name in another region. Only its ARN is different.
      targets: ({ TableArn, Replicas }, { region }) =>
        Replicas?.flatMap(({ RegionName = region }) =>
          RegionName === region ? [] : TableArn?.replace(`:${region}:`, `:${RegionName}:`),
        ),
    },
  ],
})
