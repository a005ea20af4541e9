/** Secrets Manager: the list of secrets, without values. */
import type { GetResourcePolicyResponse, SecretListEntry } from '@aws-sdk/client-secrets-manager'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** Never includes values. */
    readonly secretsManager?: Lists<{ secrets: SecretListEntry & Pick<GetResourcePolicyResponse, 'ResourcePolicy'> }>
  }
}

export const service = defineService('secretsManager', () => import('@aws-sdk/client-secrets-manager'), {
  pages: { largest: 100, badSize: 'InvalidParameterException' },
})({
  ListSecrets: { list: 'secrets' },
  GetResourcePolicy: {
    one: 'secrets',
    by: { SecretId: ['ARN', 'Name'] },
    notFound: 'ResourceNotFoundException',
  },
})
