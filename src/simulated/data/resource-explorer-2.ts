/** What a world holds of Resource Explorer: its index, in the SDK's own shapes. */
import type { Resource } from '@aws-sdk/client-resource-explorer-2'

export type ResourceExplorerData = {
  readonly resources: readonly Resource[]
}
