/** Describes schedules in words. */
import type { Schedule } from '../../../../contract/schedule.ts'
import { counted } from '../../shared/resource-kind.ts'

export function timingWords({ everyHours, cron, timeZone }: Schedule): string {
  if (everyHours !== null) return everyHours === 1 ? 'Every hour' : `Every ${everyHours} hours`
  return `${cron} (${timeZone})`
}

export function regionWords(regions: readonly string[]): string {
  if (regions.includes('all')) return 'All enabled regions'
  return regions.length <= 3 ? regions.join(', ') : counted(regions.length, 'region')
}
