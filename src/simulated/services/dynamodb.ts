/** DynamoDB: tables. */
import type { TableDescription } from '@aws-sdk/client-dynamodb'
import { defineService } from '../define-service.ts'
import { namesAfter } from '../names-after.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly dynamodb?: Lists<{ tables: TableDescription }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-dynamodb'), {
  data: 'dynamodb',
})({
  ListTables: {
    parameters: ['ExclusiveStartTableName', 'Limit'],
    denied: 'arn:aws:dynamodb:{region}:{account}:table/*',
    // "If this parameter is not specified, the limit is 100", which is the largest too.
    answer({ ExclusiveStartTableName: start, Limit: size = 100 }, { tables = [] }, context) {
      const names = tables.map(({ TableName }) => TableName)
      const { page, hasMore } = namesAfter(names, { start, size, largest: 100 }, context)
      return { TableNames: page, LastEvaluatedTableName: hasMore ? page.at(-1) : undefined }
    },
  },
  DescribeTable: {
    one: 'tables',
    by: { TableName: ['TableName', 'TableArn'] },
    notFound: 'ResourceNotFoundException',
    denied: 'arn:aws:dynamodb:{region}:{account}:table/*',
  },
})
