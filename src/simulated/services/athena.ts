/** Athena: workgroups. */
import type { WorkGroupSummary } from '@aws-sdk/client-athena'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly athena?: Lists<{ workGroups: WorkGroupSummary }>
  }
}

export const service = defineService('athena', () => import('@aws-sdk/client-athena'), {
  pages: { largest: 50, error: 'InvalidRequestException' },
})({
  ListWorkGroups: { list: 'workGroups' },
})
