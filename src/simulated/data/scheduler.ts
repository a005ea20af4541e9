/** What a world holds of EventBridge Scheduler, in the SDK's own shapes. */
import type { ScheduleSummary } from '@aws-sdk/client-scheduler'

export type SchedulerData = {
  readonly schedules?: readonly ScheduleSummary[]
}
