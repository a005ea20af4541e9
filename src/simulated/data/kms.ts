/** What a world holds of KMS, in the SDK's own shapes. */
import type { AliasListEntry, KeyMetadata } from '@aws-sdk/client-kms'

export type KmsData = {
  /** Those that the provider manages, too. */
  readonly keys?: readonly KeyMetadata[]
  readonly aliases?: readonly AliasListEntry[]
}
