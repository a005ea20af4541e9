/** What a world holds of Secrets Manager, in the SDK's own shapes: never a value. */
import type { SecretListEntry } from '@aws-sdk/client-secrets-manager'

export type SecretsManagerData = {
  readonly secrets?: readonly SecretListEntry[]
}
