/** EC2 Auto Scaling: groups. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly autoScaling?: PlainLists<typeof import('@aws-sdk/client-auto-scaling')>
  }
}

export const service = defineService('autoScaling', () => import('@aws-sdk/client-auto-scaling'), {
  pages: { largest: 100, usual: 50, badToken: 'InvalidNextToken', badSize: 'ValidationError' },
})({
  DescribeAutoScalingGroups: { list: 'autoScalingGroups' },
})
