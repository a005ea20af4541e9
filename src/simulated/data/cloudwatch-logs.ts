/** What a world holds of CloudWatch Logs, in the SDK's own shapes. */
import type { Delivery, DeliveryDestination, DeliverySource, LogGroup } from '@aws-sdk/client-cloudwatch-logs'

export type CloudWatchLogsData = {
  readonly logGroups?: readonly LogGroup[]
  readonly deliveries?: readonly Delivery[]
  readonly deliverySources?: readonly DeliverySource[]
  readonly deliveryDestinations?: readonly DeliveryDestination[]
}
