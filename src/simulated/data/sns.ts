/** What a world holds of SNS, in the SDK's own shapes. */
import type { Subscription } from '@aws-sdk/client-sns'

export type SnsData = {
  /** Attributes of topics, each with its `TopicArn`. */
  readonly topics?: readonly (Readonly<Record<string, string>> & { readonly TopicArn: string })[]
  readonly subscriptions?: readonly Subscription[]
}
