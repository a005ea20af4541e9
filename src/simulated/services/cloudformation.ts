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
  // AWS only documents a maximum response size of 1 MB, which a hundred stacks with tags don't reach.
  pages: { largest: 100, badToken: 'ValidationError' },
})({
  DescribeStacks: { list: 'stacks', denied: 'stack/*/*' },
})
