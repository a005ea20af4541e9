/** The scan object and the request that creates one. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { accountNumber, nullableString, timestamp, uuid } from './fields.ts'
import { defaultRegion, regions } from './regions.ts'

export const scanStatus = Type.Enum(['queued', 'scanning', 'completed', 'failed'], {
  type: 'string',
  title: 'ScanStatus',
  description:
    'queued: waiting to start; scanning: resources are being discovered; completed: ended with a result; failed: ended without one, see `errorMessage`.',
})

export const scan = Type.Object(
  {
    id: uuid('Unique scan identifier.'),
    cloudAccountId: uuid('The account connection ID (not the 12-digit cloud account number).'),
    customerCloudAccountId: accountNumber('The 12-digit number of the cloud account that was scanned.'),
    region: Type.String({ description: 'The cloud region that was scanned.' }),
    status: scanStatus,
    progress: Type.Unsafe<Readonly<Record<string, number>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'integer', minimum: 0 },
      description:
        'Resources found so far by kind, e.g. `networks`, `subnets`, `computeInstances`, `functions`, `storageBuckets`; null before the scan has started. In a finished scan 0 means read and empty; the key of a kind that could not be read is absent.',
    }),
    errorMessage: nullableString('Why the scan failed and what to do; otherwise null.'),
    createdAt: timestamp('When the scan was created.'),
    updatedAt: timestamp('When the scan last changed.'),
  },
  { title: 'Scan', additionalProperties: false },
)
export type Scan = Static<typeof scan>

export const createScanRequest = Type.Object(
  {
    cloudAccountId: uuid('The account connection ID (not the 12-digit cloud account number).'),
    region: Type.Unsafe<string>({
      type: 'string',
      enum: regions,
      default: defaultRegion,
      title: 'Region',
      description: 'The code of the cloud region to scan.',
    }),
  },
  { title: 'CreateScanRequest', additionalProperties: false },
)
