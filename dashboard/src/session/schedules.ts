/** Queries for schedules and scan runs of the organization. */
import { queryOptions } from '@tanstack/react-query'
import type { ScanRun } from '../../../contract/scan-run.ts'
import type { Schedule } from '../../../contract/schedule.ts'
import { allPages } from '../http/all-pages.ts'
import { request } from '../http/request.ts'

const refreshMs = 5_000

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) => allPages<Schedule>('/session/schedules', 'schedules', signal),
  refetchInterval: refreshMs,
})

/** The newest runs, and the runs that haven't ended among them. */
export const recentRunsQuery = queryOptions({
  queryKey: ['scan-runs'],
  queryFn: async ({ signal }) =>
    (await request<{ scanRuns: readonly ScanRun[] }>('GET', '/session/scan-runs?limit=20', { signal })).scanRuns,
  refetchInterval: refreshMs,
})

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['scan-run', id],
    queryFn: ({ signal }) => request<ScanRun>('GET', `/session/scan-runs/${id}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'completed' || state.data?.status === 'failed' ? false : 1_000,
  })

/** Replaces the choices of a schedule by the same ones, except whether it is paused. */
export const pauseSchedule = (schedule: Schedule, paused: boolean) =>
  request<Schedule>('PUT', `/session/schedules/${schedule.id}`, {
    body: {
      regions: schedule.regions,
      ...(schedule.everyHours !== null && { everyHours: schedule.everyHours }),
      ...(schedule.cron !== null && { cron: schedule.cron }),
      timeZone: schedule.timeZone,
      jitterMinutes: schedule.jitterMinutes,
      paused,
    },
  })

export const runSchedule = (id: string) => request<ScanRun>('POST', `/session/schedules/${id}/run`, { body: {} })
