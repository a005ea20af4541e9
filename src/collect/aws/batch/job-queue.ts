import { arnName } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { batch } from './compute-environment.ts'

export const jobQueue = defineCollector({
  type: 'AWS::Batch::JobQueue',
  count: 'batchJobQueues',
  scope: 'regional',
  permissions: ['batch:DescribeJobQueues'],
  service: batch,
  pages: ({ sdk, client }) => sdk.paginateDescribeJobQueues({ client, pageSize: 100 }, {}),
  items: (page) => page.jobQueues,
  resource: (queue) => ({
    id: queue.jobQueueName,
    arn: queue.jobQueueArn,
    name: queue.jobQueueName,
    tags: queue.tags ?? {},
    properties: { state: queue.state, priority: queue.priority, jobQueueType: queue.jobQueueType },
  }),
  relations: [
    {
      verb: 'routes to',
      type: 'AWS::Batch::ComputeEnvironment',
      field: 'jobQueues[].computeEnvironmentOrder[].computeEnvironment',
      targets: (queue, context) =>
        queue.computeEnvironmentOrder?.map(({ computeEnvironment }) =>
          arnName(computeEnvironment, 'compute-environment/', context),
        ),
    },
  ],
})
