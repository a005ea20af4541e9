/** Batch: compute environments and job queues. */
import type { ComputeEnvironmentDetail, JobQueueDetail } from '@aws-sdk/client-batch'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly batch?: Lists<{ computeEnvironments: ComputeEnvironmentDetail; jobQueues: JobQueueDetail }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-batch'), {
  data: 'batch',
  pages: { largest: 100, error: 'ClientException' },
})({
  DescribeComputeEnvironments: {
    list: 'computeEnvironments',
    by: { computeEnvironments: ['computeEnvironmentName', 'computeEnvironmentArn'] },
    denied: '*',
  },
  DescribeJobQueues: { list: 'jobQueues', by: { jobQueues: ['jobQueueName', 'jobQueueArn'] }, denied: '*' },
})
