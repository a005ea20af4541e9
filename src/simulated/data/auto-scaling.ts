/** What a world holds of EC2 Auto Scaling, in the SDK's own shapes. */
import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling'

export type AutoScalingData = {
  readonly groups?: readonly AutoScalingGroup[]
}
