/** Describes alerts in words. */
import type { Alert } from '../../../../contract/alert.ts'
import type { AlertDelivery } from '../../../../contract/alert-delivery.ts'

export const eventWords: Readonly<Record<AlertDelivery['event'], string>> = {
  'scan.completed': 'Scan completed',
  'scan.failed': 'Scan failed',
  'changes.found': 'Changes found',
  'exposure.opened': 'Exposure opened',
  'exposure.closed': 'Exposure closed',
  'connection.failed': 'Connection failed',
  'connection.restored': 'Connection restored',
  'schedule.paused': 'Schedule paused',
  digest: 'Digest',
  test: 'Test',
}

export const destinationWords: Readonly<Record<Alert['destination']['type'], string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Teams',
  pagerduty: 'PagerDuty',
  mail: 'Email',
}

export const frequencyWords: Readonly<Record<Alert['destination']['frequency'], string>> = {
  immediate: 'Each event',
  daily: 'Daily digest',
  weekly: 'Weekly digest',
}

/** The host and last characters, or the email addresses. */
export function targetText({ host, lastCharacters, to }: Alert['destination']): string {
  if (host === null) return to.join(', ')
  return lastCharacters === null ? host : `${host} …${lastCharacters}`
}

/** Ranks of changes, the most important first. Each choice includes those before. */
export const rankWords = [
  'Exposures only',
  'Data stores or more important',
  'Access and encryption or more important',
  'Network or more important',
  'Workloads or more important',
  'Size or more important',
  'Other settings or more important',
  'Tags or more important',
  'All changes',
] as const
