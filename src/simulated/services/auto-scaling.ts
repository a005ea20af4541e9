/** EC2 Auto Scaling: groups. */
import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly autoScaling?: Lists<{ groups: AutoScalingGroup }>
  }
}

export const service = defineService('autoScaling', () => import('@aws-sdk/client-auto-scaling'), {
  pages: { largest: 100, usual: 50, badToken: 'InvalidNextToken', badSize: 'ValidationError' },
})({
  DescribeAutoScalingGroups: { list: 'groups' },
})
