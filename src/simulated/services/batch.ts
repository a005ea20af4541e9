/** Batch: compute environments, job definitions, and job queues. */
import type { ComputeEnvironmentDetail, JobDefinition, JobQueueDetail } from '@aws-sdk/client-batch'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly batch?: Lists<{
      computeEnvironments: ComputeEnvironmentDetail
      jobDefinitions: JobDefinition
      jobQueues: JobQueueDetail
    }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-batch'), {
  data: 'batch',
  pages: { largest: 100, error: 'ClientException' },
})({
  DescribeComputeEnvironments: { list: 'computeEnvironments', denied: '*' },
  DescribeJobDefinitions: {
    list: 'jobDefinitions',
    parameters: ['status'],
    narrow: (items, { status }) => items.filter((item) => status === undefined || item.status === status),
    denied: '*',
  },
  DescribeJobQueues: { list: 'jobQueues', denied: '*' },
})
