/** Defines the statuses of a scan and its progress counts. */

export const scanStatuses = ['queued', 'scanning', 'completed', 'failed'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** Counts by progress key, for example `{ networks: 1 }`. */
export type Progress = Readonly<Record<string, number>>
