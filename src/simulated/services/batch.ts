/** Batch: compute environments and job queues. */
import * as module from '@aws-sdk/client-batch'
import type {
  ComputeEnvironmentDetail,
  DescribeComputeEnvironmentsRequest,
  DescribeComputeEnvironmentsResponse,
  DescribeJobQueuesRequest,
  DescribeJobQueuesResponse,
  JobQueueDetail,
} from '@aws-sdk/client-batch'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const paging: Paging<{ readonly maxResults?: number | undefined; readonly nextToken?: string | undefined }> =
  usualPaging({
    token: 'nextToken',
    size: 'maxResults',
    maximum: 100,
    badToken: 'ClientException',
    badSize: 'ClientException',
  })

export const service: SimulatedService = {
  iamPrefix: 'batch',
  module,
  client: new module.BatchClient(idleClient),
  operations: {
    DescribeComputeEnvironments: listOperation<
      DescribeComputeEnvironmentsRequest,
      DescribeComputeEnvironmentsResponse,
      ComputeEnvironmentDetail
    >({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.batch?.computeEnvironments,
      identifiers: [
        {
          parameter: 'computeEnvironments',
          of: (environment) => [environment.computeEnvironmentName, environment.computeEnvironmentArn],
          notFound: null,
        },
      ],
      paging,
      answer: (items, nextToken) => ({ computeEnvironments: [...items], nextToken }),
    }),

    DescribeJobQueues: listOperation<DescribeJobQueuesRequest, DescribeJobQueuesResponse, JobQueueDetail>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.batch?.jobQueues,
      identifiers: [{ parameter: 'jobQueues', of: (queue) => [queue.jobQueueName, queue.jobQueueArn], notFound: null }],
      paging,
      answer: (items, nextToken) => ({ jobQueues: [...items], nextToken }),
    }),
  },
}
