/** Athena: workgroups. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly athena?: PlainLists<typeof import('@aws-sdk/client-athena')>
  }
}

export const service = defineService('athena', () => import('@aws-sdk/client-athena'), {
  pages: { largest: 50, error: 'InvalidRequestException' },
})({
  ListWorkGroups: { list: 'workGroups' },
})
