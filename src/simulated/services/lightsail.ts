/** Lightsail: instances and databases. */
import type { Instance, RelationalDatabase } from '@aws-sdk/client-lightsail'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly lightsail?: Lists<{ instances: Instance; databases: RelationalDatabase }>
  }
}

export const service = defineService('lightsail', () => import('@aws-sdk/client-lightsail'), {
  // Requests can't set a size.
  pages: { largest: 100, badToken: 'InvalidInputException' },
})({
  GetInstances: { list: 'instances', denied: '*' },
  GetRelationalDatabases: { list: 'databases', denied: '*' },
})
