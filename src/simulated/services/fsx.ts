/** FSx: file systems. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly fsx?: PlainLists<typeof import('@aws-sdk/client-fsx')>
  }
}

export const service = defineService('fsx', () => import('@aws-sdk/client-fsx'), {
  // The service's own maximum is not documented.
  pages: { largest: 2_147_483_647, usual: 50, ceiling: 50, error: 'BadRequest' },
})({
  DescribeFileSystems: { list: 'fileSystems' },
})
