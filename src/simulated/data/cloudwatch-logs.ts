/** What a world holds of CloudWatch Logs, in the SDK's own shapes. */
import type { LogGroup } from '@aws-sdk/client-cloudwatch-logs'

export type CloudWatchLogsData = {
  readonly logGroups?: readonly LogGroup[]
}
