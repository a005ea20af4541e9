/** CloudFormation: stacks. */
import type { Stack } from '@aws-sdk/client-cloudformation'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly cloudFormation?: Lists<{ stacks: Stack }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-cloudformation'), {
  data: 'cloudFormation',
  // The provider documents no size but that of an answer, 1 MB; a hundred stacks with tags are far from it.
  pages: { largest: 100, badToken: 'ValidationError' },
})({
  DescribeStacks: { list: 'stacks', denied: 'arn:aws:cloudformation:{region}:{account}:stack/*/*' },
})
