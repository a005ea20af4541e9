/** DynamoDB: tables. */
import type { TableDescription } from '@aws-sdk/client-dynamodb'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly dynamodb?: Lists<{ tables: TableDescription }>
  }
}

export const service = defineService('dynamodb', () => import('@aws-sdk/client-dynamodb'), {
  // "If this parameter is not specified, the limit is 100", which is the largest too.
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListTables: { list: 'tables', item: 'TableName', denied: 'table/*' },
  DescribeTable: {
    one: 'tables',
    by: { TableName: ['TableName', 'TableArn'] },
    notFound: 'ResourceNotFoundException',
    denied: 'table/*',
  },
})
