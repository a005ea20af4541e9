/** KMS: keys and their aliases. */
import type { AliasListEntry, KeyMetadata } from '@aws-sdk/client-kms'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly kms?: {
      /** Including AWS managed keys. */
      readonly keys?: readonly KeyMetadata[]
      readonly aliases?: readonly AliasListEntry[]
      /** By key ID. A key without a policy has AWS's default policy. */
      readonly policies?: Readonly<Record<string, string>>
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-kms'), {
  data: 'kms',
  pages: { largest: 1000, usual: 100, badToken: 'InvalidMarkerException' },
})({
  ListKeys: { list: 'keys', item: ({ KeyId, Arn }) => ({ KeyId, KeyArn: Arn }) },
  ListAliases: { list: 'aliases', pages: { largest: 100, usual: 50 } },
  DescribeKey: { one: 'keys', by: { KeyId: ['KeyId', 'Arn'] }, notFound: 'NotFoundException' },
  GetKeyPolicy: {
    one: 'keys',
    by: { KeyId: ['KeyId', 'Arn'] },
    notFound: 'NotFoundException',
    parameters: ['PolicyName'],
    item: ({ KeyId = '' }, { policies = {} }, _input, { account }) => ({
      Policy: policies[KeyId] ?? defaultPolicy(account.accountId),
      PolicyName: 'default',
    }),
  },
})

/** Source: "Default key policy" in the developer guide. */
function defaultPolicy(accountId: string): string {
  const Principal = { AWS: `arn:aws:iam::${accountId}:root` }
  return JSON.stringify({ Statement: [{ Effect: 'Allow', Principal, Action: 'kms:*', Resource: '*' }] })
}
