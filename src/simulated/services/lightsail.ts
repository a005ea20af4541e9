/** Lightsail: instances and databases. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly lightsail?: PlainLists<typeof import('@aws-sdk/client-lightsail')>
  }
}

export const service = defineService('lightsail', () => import('@aws-sdk/client-lightsail'), {
  // Requests can't set a size.
  pages: { largest: 100, badToken: 'InvalidInputException' },
})({
  GetInstances: { list: 'instances', denied: '*' },
  GetRelationalDatabases: { list: 'relationalDatabases', denied: '*' },
})
