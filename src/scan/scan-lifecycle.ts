/** The life cycle of a scan: which event changes which status to which. */
import type { ScanStatus } from '../store/scan-status.ts'

export type ScanEvent = 'taken up' | 'finished' | 'gave up'

const transitions: Readonly<Record<ScanStatus, Partial<Record<ScanEvent, ScanStatus>>>> = {
  queued: { 'taken up': 'scanning', 'gave up': 'failed' },
  // Taken up again: the worker before was lost.
  scanning: { 'taken up': 'scanning', finished: 'completed', 'gave up': 'failed' },
  completed: {},
  failed: {},
}

/** The status that follows, or `null` where the event means nothing any more. */
export function transition(status: ScanStatus, event: ScanEvent): ScanStatus | null {
  return transitions[status][event] ?? null
}

const openStatuses = ['queued', 'scanning'] as const

/** The statuses that an event can start from; those of an ended scan never are among them. */
export function statusesBefore(event: ScanEvent): readonly (typeof openStatuses)[number][] {
  return openStatuses.filter((status) => transition(status, event) !== null)
}
