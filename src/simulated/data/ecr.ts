/** What a world holds of ECR, in the SDK's own shapes. */
import type { Repository } from '@aws-sdk/client-ecr'

export type EcrData = {
  readonly repositories?: readonly Repository[]
}
