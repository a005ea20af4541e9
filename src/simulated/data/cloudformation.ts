/** What a world holds of CloudFormation, in the SDK's own shapes. */
import type { Stack } from '@aws-sdk/client-cloudformation'

export type CloudFormationData = {
  readonly stacks?: readonly Stack[]
}
