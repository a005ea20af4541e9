/** Systems Manager: the list of parameters, without values. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** Never includes values. */
    readonly ssm?: PlainLists<typeof import('@aws-sdk/client-ssm')>
  }
}

export const service = defineService('ssm', () => import('@aws-sdk/client-ssm'), {
  pages: { largest: 50, badToken: 'InvalidNextToken' },
})({
  DescribeParameters: { list: 'parameters', denied: 'arn:aws:ssm:{region}:{account}:*' },
})
