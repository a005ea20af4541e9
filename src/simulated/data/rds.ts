/** What a world holds of RDS, in the SDK's own shapes. */
import type { DBCluster, DBInstance, DBProxy, DBProxyTarget, DBSubnetGroup } from '@aws-sdk/client-rds'

export type RdsData = {
  readonly instances?: readonly DBInstance[]
  readonly clusters?: readonly DBCluster[]
  readonly subnetGroups?: readonly DBSubnetGroup[]
  readonly proxies?: readonly DBProxy[]
  /** By the proxy's name. */
  readonly proxyTargets?: Readonly<Record<string, readonly DBProxyTarget[]>>
}
