/** CloudTrail: trails. */
import type { Trail } from '@aws-sdk/client-cloudtrail'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** The trails that record this region. */
    readonly cloudTrail?: Lists<{ trails: Trail }>
  }
}

export const service = defineService(
  'cloudTrail',
  () => import('@aws-sdk/client-cloudtrail'),
)({
  DescribeTrails: { list: 'trails' },
})
