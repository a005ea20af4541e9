/** What a world holds of MemoryDB, in the SDK's own shapes. */
import type { Cluster, SubnetGroup } from '@aws-sdk/client-memorydb'

export type MemoryDbData = {
  readonly clusters?: readonly Cluster[]
  readonly subnetGroups?: readonly SubnetGroup[]
}
