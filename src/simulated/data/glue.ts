/** What a world holds of Glue, in the SDK's own shapes. */
import type { Crawler, Database, Job } from '@aws-sdk/client-glue'

export type GlueData = {
  readonly databases?: readonly Database[]
  readonly jobs?: readonly Job[]
  readonly crawlers?: readonly Crawler[]
}
