/** What a world holds of Step Functions, in the SDK's own shapes. */
import type { DescribeStateMachineOutput } from '@aws-sdk/client-sfn'

export type StepFunctionsData = {
  readonly stateMachines?: readonly DescribeStateMachineOutput[]
  /** ARNs of machines whose definition is encrypted with a key that nobody else may use. */
  readonly lockedDefinitions?: readonly string[]
}
