/** Secrets Manager: the list of secrets, without values. */
import type { SecretListEntry } from '@aws-sdk/client-secrets-manager'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** Never includes values. */
    readonly secretsManager?: Lists<{ secrets: SecretListEntry }> & {
      /** By secret ARN. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-secrets-manager'), {
  data: 'secretsManager',
  pages: { largest: 100, badSize: 'InvalidParameterException' },
})({
  ListSecrets: { list: 'secrets' },
  GetResourcePolicy: {
    one: 'secrets',
    by: { SecretId: ['ARN', 'Name'] },
    notFound: 'ResourceNotFoundException',
    item: ({ ARN = '', Name }, { policies = {} }) => ({ ARN, Name, ResourcePolicy: policies[ARN] }),
  },
})
