/** CloudFormation: stacks. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly cloudFormation?: PlainLists<typeof import('@aws-sdk/client-cloudformation')>
  }
}

export const service = defineService('cloudFormation', () => import('@aws-sdk/client-cloudformation'), {
  // AWS only documents a maximum response size of 1 MB, which a hundred stacks with tags don't reach.
  pages: { largest: 100, badToken: 'ValidationError' },
})({
  DescribeStacks: { list: 'stacks', denied: 'stack/*/*' },
})
