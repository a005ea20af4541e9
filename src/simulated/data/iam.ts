/** What a world holds of IAM, in the SDK's own shapes. */
import type { InstanceProfile, Role } from '@aws-sdk/client-iam'

export type IamData = {
  readonly instanceProfiles?: readonly InstanceProfile[]
  readonly roles?: readonly Role[]
}
