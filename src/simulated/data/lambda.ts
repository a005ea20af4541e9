/** What a world holds of Lambda, in the SDK's own shapes. */
import type { FunctionConfiguration } from '@aws-sdk/client-lambda'

export type LambdaData = {
  readonly functions?: readonly FunctionConfiguration[]
}
