/** What a world holds of CloudWatch, in the SDK's own shapes. */
import type { CompositeAlarm, MetricAlarm } from '@aws-sdk/client-cloudwatch'

export type CloudWatchData = {
  readonly metricAlarms?: readonly MetricAlarm[]
  readonly compositeAlarms?: readonly CompositeAlarm[]
}
