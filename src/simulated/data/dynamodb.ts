/** What a world holds of DynamoDB, in the SDK's own shapes. */
import type { TableDescription } from '@aws-sdk/client-dynamodb'

export type DynamoDbData = {
  readonly tables?: readonly TableDescription[]
}
