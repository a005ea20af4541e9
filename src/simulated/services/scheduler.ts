/** EventBridge Scheduler: schedules. */
import type { GetScheduleOutput, ScheduleSummary } from '@aws-sdk/client-scheduler'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly scheduler?: Lists<{ schedules: ScheduleSummary & Pick<GetScheduleOutput, 'Target'> }>
  }
}

export const service = defineService('scheduler', () => import('@aws-sdk/client-scheduler'), {
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListSchedules: {
    list: 'schedules',
    item: ({ Target, ...schedule }) => ({ ...schedule, Target: { Arn: Target?.Arn } }),
  },
  GetSchedule: {
    one: 'schedules',
    by: ['Name', 'GroupName'],
    notFound: ['ResourceNotFoundException', 404],
  },
})
