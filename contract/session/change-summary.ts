/** GET /session/scans/{id}/changes: what changed since the previous completed scan of the account and region, in short. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { changeArea } from '../comparison.ts'
import { nullableString } from '../fields.ts'

export const changeSummary = Type.Object(
  {
    baseId: nullableString('The ID of the previous scan. Null if there is none.'),
    areas: Type.Array(
      Type.Object(
        { area: changeArea, count: Type.Integer({ minimum: 1 }) },
        { title: 'ChangeCount', additionalProperties: false },
      ),
      { description: 'The number of changes by area, the most important area first.' },
    ),
    top: nullableString('The most important change in one sentence. Null if nothing changed.'),
    unknown: Type.Integer({ minimum: 0, description: "The number of resources that couldn't be compared." }),
  },
  { title: 'ChangeSummary', additionalProperties: false },
)
export type ChangeSummary = Static<typeof changeSummary>
