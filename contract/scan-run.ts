/** Schemas of scan runs: scans of several regions of an account that were started together. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { accountNumber, nullableString, timestamp, uuid } from './fields.ts'
import { regions } from './regions.ts'
import { scanStatus } from './scan.ts'

/** Stands for every region that the account has enabled when the run starts. */
export const allRegions = 'all'

const regionChoice = Type.Unsafe<string>({
  type: 'string',
  enum: [allRegions, ...regions],
  title: 'RegionChoice',
  description: 'The code of an AWS region, or `all`.',
})

export const regionChoices = (options: { readonly default?: readonly string[] } = {}) =>
  Type.Array(regionChoice, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description:
      'Codes of AWS regions, or only `all`: every region that the account has enabled, looked up when the run starts.',
    ...options,
  })

/** `null` where there is no ID. */
export const nullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description })

export const nullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })

const scanRunRegion = Type.Object(
  {
    region: Type.String({ description: 'The AWS region.' }),
    status: Type.Enum(['waiting', 'queued', 'scanning', 'completed', 'failed', 'skipped'], {
      type: 'string',
      title: 'ScanRunRegionStatus',
      description:
        'waiting: not started yet, because few scans of an account run at the same time; queued, scanning, completed, failed: the status of its scan; skipped: not scanned, see `note`.',
    }),
    scanId: nullableId('The scan. Null before it starts, if the region is skipped, and after the scan was deleted.'),
    joined: Type.Boolean({
      description: 'Whether a scan of this region was already queued or running. The run uses it instead of a new one.',
    }),
    note: nullableString('Why the region failed or was skipped, or that a running scan was joined. Null otherwise.'),
  },
  { title: 'ScanRunRegion', additionalProperties: false },
)

export const scanRun = Type.Object(
  {
    id: uuid('Unique identifier of the scan run.'),
    cloudAccountId: uuid('The account connection ID (not the 12-digit AWS account ID).'),
    customerCloudAccountId: accountNumber('The 12-digit ID of the AWS account.'),
    scheduleId: nullableId(
      'The schedule that started it. Null for a requested run, and after the schedule was deleted.',
    ),
    scheduledFor: nullableTimestamp(
      'The time of the schedule, without jitter. Earlier than `createdAt` if the service was down. Null for a requested run.',
    ),
    requestedRegions: Type.Array(Type.String(), { description: 'As requested: codes of AWS regions, or only `all`.' }),
    status: Type.Unsafe<Static<typeof scanStatus>>({
      ...scanStatus,
      title: 'ScanRunStatus',
      description:
        'queued: no region has started; scanning: some regions have not ended; completed: all have ended, and at least one scan completed; failed: see `errorMessage`.',
    }),
    errorMessage: nullableString('Why no region was scanned. Null otherwise.'),
    regions: Type.Array(scanRunRegion, {
      description: 'By region code. Empty until the enabled regions of the account are known.',
    }),
    createdAt: timestamp('When the run was created.'),
    updatedAt: timestamp('When the run last changed.'),
  },
  { title: 'ScanRun', additionalProperties: false },
)
export type ScanRun = Static<typeof scanRun>

export const createScanRunRequest = Type.Object(
  {
    cloudAccountId: uuid('The account connection ID (not the 12-digit AWS account ID).'),
    regions: regionChoices({ default: [allRegions] }),
  },
  { title: 'CreateScanRunRequest', additionalProperties: false },
)
