/** S3 Control: the account-wide Block Public Access. */
import type { PublicAccessBlockConfiguration } from '@aws-sdk/client-s3'
import { defineService } from '../define-service.ts'
import { setting } from '../provider-error.ts'
import { noPublicAccessBlock } from './s3.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly s3Control?: {
      /** Absent if it was never set. */
      readonly publicAccessBlock?: PublicAccessBlockConfiguration
    }
  }
}

export const service = defineService('s3Control', () => import('../../sdk/s3control/s3control.ts'), {
  iamPrefix: 's3',
})({
  GetPublicAccessBlock: {
    iamAction: 's3:GetAccountPublicAccessBlock',
    parameters: ['AccountId'],
    answer: (_input, { publicAccessBlock }) => ({
      PublicAccessBlockConfiguration: setting(publicAccessBlock, noPublicAccessBlock),
    }),
  },
})
