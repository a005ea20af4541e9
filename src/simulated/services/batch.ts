/** Batch: compute environments, job definitions, and job queues. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly batch?: PlainLists<typeof import('@aws-sdk/client-batch')>
  }
}

export const service = defineService('batch', () => import('@aws-sdk/client-batch'), {
  pages: { largest: 100, error: 'ClientException' },
})({
  DescribeComputeEnvironments: { list: 'computeEnvironments', denied: '*' },
  DescribeJobDefinitions: { list: 'jobDefinitions', by: 'status', denied: '*' },
  DescribeJobQueues: { list: 'jobQueues', denied: '*' },
})
