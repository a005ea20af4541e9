/** Schemas of baselines: names for scans to compare with. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { baselineNamePattern } from './baseline-name.ts'
import { timestamp, uuid } from './fields.ts'
import { regions } from './regions.ts'

export const baselineName = Type.String({
  pattern: baselineNamePattern,
  description:
    'The name of the baseline: 1 to 64 letters, digits, and `._-`. Not `previous`, a date, an age such as `7d`, or a UUID.',
})

export const baselineRegion = Type.Unsafe<string>({
  type: 'string',
  enum: regions,
  title: 'Region',
  description: 'The code of the AWS region.',
})

export const baselinePath = Type.Object(
  { id: uuid('The account connection ID.'), name: baselineName },
  { additionalProperties: false },
)

export const removeBaselineQuery = Type.Object({ region: baselineRegion }, { additionalProperties: false })

export const setBaselineRequest = Type.Object(
  { scanId: uuid('A completed scan of this account connection. The baseline belongs to its region.') },
  { title: 'SetBaselineRequest', additionalProperties: false },
)

export const baseline = Type.Object(
  {
    name: baselineName,
    region: Type.String({ description: 'The AWS region of the scan. Each region has its own baselines.' }),
    scanId: uuid('The scan that the baseline names.'),
    scanCreatedAt: timestamp('When that scan was created.'),
    createdAt: timestamp('When the baseline was set to that scan.'),
  },
  { title: 'Baseline', additionalProperties: false },
)
export type Baseline = Static<typeof baseline>
