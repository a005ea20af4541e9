/** What a world holds of Redshift, in the SDK's own shapes. */
import type { Cluster, ClusterSubnetGroup } from '@aws-sdk/client-redshift'

export type RedshiftData = {
  readonly clusters?: readonly Cluster[]
  readonly subnetGroups?: readonly ClusterSubnetGroup[]
}
