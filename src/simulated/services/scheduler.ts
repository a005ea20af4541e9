/** EventBridge Scheduler: schedules. */
import type { ScheduleSummary } from '@aws-sdk/client-scheduler'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly scheduler?: Lists<{ schedules: ScheduleSummary }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-scheduler'), {
  data: 'scheduler',
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListSchedules: { list: 'schedules' },
})
