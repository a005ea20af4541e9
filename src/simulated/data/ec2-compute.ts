/** What a world holds of what EC2 instances are made of and from, in the SDK's own shapes. */
import type { Image, KeyPairInfo, LaunchTemplate, Snapshot, Volume } from '@aws-sdk/client-ec2'

export type Ec2ComputeData = {
  /** Of every owner, as far as the account may launch them. */
  readonly images?: readonly Image[]
  readonly keyPairs?: readonly KeyPairInfo[]
  readonly launchTemplates?: readonly LaunchTemplate[]
  readonly snapshots?: readonly Snapshot[]
  readonly volumes?: readonly Volume[]
}
