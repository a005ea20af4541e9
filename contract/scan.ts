/** Schemas of scans and of the request that creates one. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { accountNumber, nullableString, timestamp, uuid } from './fields.ts'
import { defaultRegion, regions } from './regions.ts'

export const scanStatus = Type.Enum(['queued', 'scanning', 'completed', 'failed'], {
  type: 'string',
  title: 'ScanStatus',
  description:
    'queued: waiting to start; scanning: collecting resources; completed: the results are available; failed: see `errorMessage`.',
})

export const scan = Type.Object(
  {
    id: uuid('Unique scan identifier.'),
    cloudAccountId: uuid('The account connection ID (not the 12-digit AWS account ID).'),
    customerCloudAccountId: accountNumber('The 12-digit ID of the AWS account.'),
    region: Type.String({ description: 'The AWS region.' }),
    status: scanStatus,
    progress: Type.Unsafe<Readonly<Record<string, number>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: 'integer', minimum: 0 },
      description:
        "Resource counts so far, for example `networks`, `subnets`, `computeInstances`, `functions`, `storageBuckets`. Null before the scan starts. In a finished scan, 0 means that there are none. The key of a type that couldn't be read is absent.",
    }),
    errorMessage: nullableString('Why the scan failed and what to do. Null otherwise.'),
    createdAt: timestamp('When the scan was created.'),
    updatedAt: timestamp('When the scan last changed.'),
  },
  { title: 'Scan', additionalProperties: false },
)
export type Scan = Static<typeof scan>

export const createScanRequest = Type.Object(
  {
    cloudAccountId: uuid('The account connection ID (not the 12-digit AWS account ID).'),
    region: Type.Unsafe<string>({
      type: 'string',
      enum: regions,
      default: defaultRegion,
      title: 'Region',
      description: 'The code of the AWS region.',
    }),
  },
  { title: 'CreateScanRequest', additionalProperties: false },
)
