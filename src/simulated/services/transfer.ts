/** Transfer Family: servers. */
import type { DescribedServer } from '@aws-sdk/client-transfer'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly transfer?: Lists<{ servers: DescribedServer }>
  }
}

export const service = defineService('transfer', () => import('@aws-sdk/client-transfer'), {
  pages: { largest: 1000, badSize: 'InvalidRequestException' },
})({
  ListServers: { list: 'servers' },
  DescribeServer: { one: 'servers', notFound: 'ResourceNotFoundException' },
})
