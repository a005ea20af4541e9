/** What a world holds of Systems Manager, in the SDK's own shapes: never a value. */
import type { ParameterMetadata } from '@aws-sdk/client-ssm'

export type SsmData = {
  readonly parameters?: readonly ParameterMetadata[]
}
