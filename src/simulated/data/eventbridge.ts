/** What a world holds of EventBridge, in the SDK's own shapes. */
import type { DescribeEventBusResponse, Rule, Target } from '@aws-sdk/client-eventbridge'

export type EventBridgeData = {
  readonly eventBuses?: readonly DescribeEventBusResponse[]
  readonly rules?: readonly Rule[]
  /** By the rule's ARN. */
  readonly targets?: Readonly<Record<string, readonly Target[]>>
}
