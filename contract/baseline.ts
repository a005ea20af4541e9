/** Schemas of baselines: names for scans to compare with. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { timestamp, uuid } from './fields.ts'
import { regions } from './regions.ts'

/** Any letter case, so that no name looks like another form of `base`. `.` and `..` aren't possible in URLs. */
const reserved =
  '[pP][rR][eE][vV][iI][oO][uU][sS]|\\d{4}-\\d{2}-\\d{2}|\\d+[dDhH]|\\.{1,2}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

export const baselineNamePattern = `^(?!(${reserved})$)[A-Za-z0-9._-]{1,64}$`

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
