/** The states of a scan, and the counts that it shows on its way. */

export const scanStatuses = ['queued', 'scanning', 'completed', 'failed'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** Counts by progress key, e.g. `{ networks: 1 }`. */
export type Progress = Readonly<Record<string, number>>
