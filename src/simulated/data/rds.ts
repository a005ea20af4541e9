/** What a world holds of RDS, in the SDK's own shapes. */
import type { DBCluster, DBInstance } from '@aws-sdk/client-rds'

export type RdsData = {
  readonly instances?: readonly DBInstance[]
  readonly clusters?: readonly DBCluster[]
}
