/** What a world holds of EKS, in the SDK's own shapes. */
import type { Addon, Cluster, FargateProfile, Nodegroup } from '@aws-sdk/client-eks'

export type EksData = {
  readonly clusters?: readonly Cluster[]
  readonly nodegroups?: readonly Nodegroup[]
  readonly fargateProfiles?: readonly FargateProfile[]
  readonly addons?: readonly Addon[]
}
