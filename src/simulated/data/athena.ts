/** What a world holds of Athena, in the SDK's own shapes. */
import type { WorkGroupSummary } from '@aws-sdk/client-athena'

export type AthenaData = {
  readonly workGroups?: readonly WorkGroupSummary[]
}
