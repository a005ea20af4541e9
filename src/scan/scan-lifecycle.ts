/** Defines the life cycle of a scan: the status changes that each event causes. */
import type { ScanStatus } from '../store/scan-status.ts'

export type ScanEvent = 'taken up' | 'finished' | 'gave up'

const transitions: Readonly<Record<ScanStatus, Partial<Record<ScanEvent, ScanStatus>>>> = {
  queued: { 'taken up': 'scanning', 'gave up': 'failed' },
  // Taken up again after the previous worker was lost.
  scanning: { 'taken up': 'scanning', finished: 'completed', 'gave up': 'failed' },
  completed: {},
  failed: {},
}

/** Returns the next status, or `null` if the event has no effect in this status. */
export function transition(status: ScanStatus, event: ScanEvent): ScanStatus | null {
  return transitions[status][event] ?? null
}

const openStatuses = ['queued', 'scanning'] as const

/** Returns the statuses in which an event has an effect. Ended scans are never among them. */
export function statusesBefore(event: ScanEvent): readonly (typeof openStatuses)[number][] {
  return openStatuses.filter((status) => transition(status, event) !== null)
}
