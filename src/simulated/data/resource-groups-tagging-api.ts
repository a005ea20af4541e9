/** What a world holds of the Resource Groups Tagging API, in the SDK's own shapes. */
import type { ResourceTagMapping } from '@aws-sdk/client-resource-groups-tagging-api'

export type ResourceGroupsTaggingData = {
  readonly resources?: readonly ResourceTagMapping[]
}
