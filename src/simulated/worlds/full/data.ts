/** Storage, databases, streams, and analytics in addition to the three-tier application. */
import type { GlobalData, RegionData } from '../../world.ts'
import { accelerators } from './data-accelerators.ts'
import { analytics } from './data-analytics.ts'
import { accountBlock, bucketSettings } from './data-buckets.ts'
import { databases } from './data-databases.ts'
import { shared, sharedGlobal } from './data-shared.ts'
import { storage } from './data-storage.ts'
import { stores } from './data-stores.ts'
import { streams } from './data-streams.ts'

export const regionData: RegionData = {
  ...accelerators,
  ...analytics,
  ...databases,
  ...shared,
  ...storage,
  ...stores,
  ...streams,
}

export const globalData: GlobalData = {
  ...sharedGlobal,
  s3: { bucketSettings },
  s3Control: { publicAccessBlock: accountBlock },
}
