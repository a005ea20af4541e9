/** What a world holds of CloudFront, in the SDK's own shapes. */
import type { DistributionSummary, LoggingConfig } from '@aws-sdk/client-cloudfront'

export type CloudFrontData = {
  readonly distributions?: readonly DistributionSummary[]
  /** By the distribution's id. */
  readonly logging?: Readonly<Record<string, LoggingConfig>>
}
