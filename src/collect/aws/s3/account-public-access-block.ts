import type { PublicAccessBlockConfiguration } from '@aws-sdk/client-s3'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { unlessUnset } from '../../reading/unless-unset.ts'

export const s3Control = defineService(
  's3',
  () => import('../../../sdk/s3control/s3control.ts'),
  (sdk) => sdk.S3ControlClient,
)

type AccountBlock = { readonly accountNumber: string; readonly block: PublicAccessBlockConfiguration }

/** Collects the account-wide Block Public Access for buckets. There is no resource if it was never set. */
export const accountPublicAccessBlock = defineCollector({
  type: 'AWS::S3::AccountPublicAccessBlock',
  count: 'publicAccessBlocks',
  scope: 'regional',
  permissions: ['s3:GetAccountPublicAccessBlock'],
  service: s3Control,
  pages: ({ sdk, client, accountNumber }) => [
    unlessUnset(
      client.send(new sdk.GetPublicAccessBlockCommand({ AccountId: accountNumber })),
      'NoSuchPublicAccessBlockConfiguration',
    ),
  ],
  items: (answer, { accountNumber }): readonly AccountBlock[] =>
    answer?.PublicAccessBlockConfiguration === undefined
      ? []
      : [{ accountNumber, block: answer.PublicAccessBlockConfiguration }],
  resource: ({ accountNumber, block }) => ({
    id: accountNumber,
    properties: {
      ignorePublicAcls: block.IgnorePublicAcls === true,
      restrictPublicBuckets: block.RestrictPublicBuckets === true,
    },
  }),
})
