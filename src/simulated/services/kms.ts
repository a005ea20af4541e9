/** KMS: keys and their aliases. */
import type { AliasListEntry, GetKeyPolicyResponse, KeyMetadata } from '@aws-sdk/client-kms'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly kms?: Lists<{
      /** Including AWS managed keys. A key without a policy has AWS's default policy. */
      keys: KeyMetadata & Pick<GetKeyPolicyResponse, 'Policy'>
      aliases: AliasListEntry
    }>
  }
}

export const service = defineService('kms', () => import('@aws-sdk/client-kms'), {
  pages: { largest: 1000, usual: 100, badToken: 'InvalidMarkerException' },
  notFound: 'NotFoundException',
})({
  ListKeys: { list: 'keys', item: ({ KeyId, Arn }) => ({ KeyId, KeyArn: Arn }) },
  ListAliases: { list: 'aliases', pages: { largest: 100, usual: 50 } },
  DescribeKey: { one: 'keys', by: { KeyId: ['KeyId', 'Arn'] } },
  GetKeyPolicy: {
    one: 'keys',
    by: { KeyId: ['KeyId', 'Arn'] },
    parameters: ['PolicyName'],
    item: ({ Policy }, _data, _input, { account }) => ({
      Policy: Policy ?? defaultPolicy(account.accountId),
      PolicyName: 'default',
    }),
  },
})

/** Source: "Default key policy" in the developer guide. */
function defaultPolicy(accountId: string): string {
  const Principal = { AWS: `arn:aws:iam::${accountId}:root` }
  return JSON.stringify({ Statement: [{ Effect: 'Allow', Principal, Action: 'kms:*', Resource: '*' }] })
}
