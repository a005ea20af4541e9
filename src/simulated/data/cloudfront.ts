/** What a world holds of CloudFront, in the SDK's own shapes. */
import type { DistributionSummary } from '@aws-sdk/client-cloudfront'

export type CloudFrontData = {
  readonly distributions?: readonly DistributionSummary[]
}
