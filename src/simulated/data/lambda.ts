/** What a world holds of Lambda, in the SDK's own shapes. */
import type { EventSourceMappingConfiguration, FunctionConfiguration, LayersListItem } from '@aws-sdk/client-lambda'

export type LambdaData = {
  readonly eventSourceMappings?: readonly EventSourceMappingConfiguration[]
  readonly functions?: readonly FunctionConfiguration[]
  readonly layers?: readonly LayersListItem[]
}
