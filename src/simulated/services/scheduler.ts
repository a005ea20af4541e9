/** EventBridge Scheduler: schedules. */
import * as module from '@aws-sdk/client-scheduler'
import type { ListSchedulesInput, ListSchedulesOutput, ScheduleSummary } from '@aws-sdk/client-scheduler'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'scheduler',
  module,
  client: new module.SchedulerClient(idleClient),
  operations: {
    ListSchedules: listOperation<ListSchedulesInput, ListSchedulesOutput, ScheduleSummary>({
      items: ({ regionData }) => regionData.scheduler?.schedules,
      paging: usualPaging<ListSchedulesInput>({
        token: 'NextToken',
        size: 'MaxResults',
        maximum: 100,
        badToken: 'ValidationException',
      }),
      answer: (items, NextToken) => ({ Schedules: [...items], NextToken }),
    }),
  },
}
