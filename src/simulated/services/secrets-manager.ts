/** Secrets Manager: the list of secrets, without values. */
import type { SecretListEntry } from '@aws-sdk/client-secrets-manager'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** Never a value. */
    readonly secretsManager?: Lists<{ secrets: SecretListEntry }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-secrets-manager'), {
  data: 'secretsManager',
  pages: { largest: 100, badSize: 'InvalidParameterException' },
})({
  ListSecrets: { list: 'secrets' },
})
