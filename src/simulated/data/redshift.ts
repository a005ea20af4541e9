/** What a world holds of Redshift, in the SDK's own shapes. */
import type { Cluster, ClusterSubnetGroup, LoggingStatus } from '@aws-sdk/client-redshift'

export type RedshiftData = {
  readonly clusters?: readonly Cluster[]
  /** By the cluster's identifier. */
  readonly logging?: Readonly<Record<string, LoggingStatus>>
  readonly subnetGroups?: readonly ClusterSubnetGroup[]
}
