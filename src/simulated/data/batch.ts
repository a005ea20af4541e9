/** What a world holds of Batch, in the SDK's own shapes. */
import type { ComputeEnvironmentDetail, JobQueueDetail } from '@aws-sdk/client-batch'

export type BatchData = {
  readonly computeEnvironments?: readonly ComputeEnvironmentDetail[]
  readonly jobQueues?: readonly JobQueueDetail[]
}
