/** DynamoDB: tables. */
import * as module from '@aws-sdk/client-dynamodb'
import type {
  DescribeTableInput,
  DescribeTableOutput,
  ListTablesInput,
  ListTablesOutput,
} from '@aws-sdk/client-dynamodb'
import { namesAfter } from '../names-after.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** "If this parameter is not specified, the limit is 100", which is the largest too. */
const maximumPage = 100

export const service: SimulatedService = {
  iamPrefix: 'dynamodb',
  module,
  client: new module.DynamoDBClient(idleClient),
  operations: {
    ListTables: operation<ListTablesInput, ListTablesOutput>({
      parameters: ['ExclusiveStartTableName', 'Limit'],
      deniedResource: ({ accountId, region }) => `arn:aws:dynamodb:${region}:${accountId}:table/*`,
      answer({ ExclusiveStartTableName: start, Limit: size = maximumPage }, { regionData }) {
        if (size < 1 || size > maximumPage) {
          throw new ProviderError(
            'ValidationException',
            `1 validation error detected: Value '${size}' at 'limit' failed to satisfy constraint`,
          )
        }
        const names = (regionData.dynamodb?.tables ?? []).map(({ TableName }) => TableName)
        const { page, hasMore } = namesAfter(names, { start, size })
        return { TableNames: page, LastEvaluatedTableName: hasMore ? page.at(-1) : undefined }
      },
    }),

    DescribeTable: operation<DescribeTableInput, DescribeTableOutput>({
      parameters: ['TableName'],
      deniedResource: ({ accountId, region }) => `arn:aws:dynamodb:${region}:${accountId}:table/*`,
      answer({ TableName: name }, { regionData }) {
        const table = regionData.dynamodb?.tables?.find(
          ({ TableName, TableArn }) => TableName === name || TableArn === name,
        )
        if (table === undefined) {
          throw new ProviderError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`)
        }
        return { Table: table }
      },
    }),
  },
}
