/** What a world holds of the Resource Groups Tagging API, in the SDK's own shapes. */
import type { ResourceTagMapping } from '@aws-sdk/client-resource-groups-tagging-api'

export type ResourceGroupsTaggingData = {
  /** Service names in ARNs that the region does not know. */
  readonly unsupportedServices?: readonly string[]
  readonly resources?: readonly ResourceTagMapping[]
}
