/** FSx: file systems. */
import type { FileSystem } from '@aws-sdk/client-fsx'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly fsx?: Lists<{ fileSystems: FileSystem }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-fsx'), {
  data: 'fsx',
  // The service's own maximum is not documented.
  pages: { largest: 2_147_483_647, usual: 50, ceiling: 50, error: 'BadRequest' },
})({
  DescribeFileSystems: { list: 'fileSystems' },
})
