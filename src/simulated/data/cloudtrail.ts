/** What a world holds of CloudTrail, in the SDK's own shapes. */
import type { Trail } from '@aws-sdk/client-cloudtrail'

export type CloudTrailData = {
  /** Those that record this region. */
  readonly trails?: readonly Trail[]
}
