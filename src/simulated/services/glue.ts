/** Glue: databases, jobs, crawlers. */
import type { Crawler, Database, Job } from '@aws-sdk/client-glue'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly glue?: Lists<{ databases: Database; jobs: Job; crawlers: Crawler }>
  }
}

export const service = defineService('glue', () => import('@aws-sdk/client-glue'), {
  // Source: the constraints on `MaxResults` (`PageSize`, `CatalogGetterPageSize`) in the Glue API reference.
  pages: { largest: 1000, badToken: 'InvalidInputException' },
})({
  GetDatabases: { list: 'databases', pages: { largest: 100 }, denied: 'catalog' },
  GetJobs: { list: 'jobs' },
  GetCrawlers: { list: 'crawlers' },
})
