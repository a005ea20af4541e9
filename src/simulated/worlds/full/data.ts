/** Storage, databases, streams and analytics around the three-tier application. */
import type { RegionData } from '../../world.ts'
import { databases } from './data-databases.ts'
import { storage } from './data-storage.ts'
import { stores } from './data-stores.ts'
import { streams } from './data-streams.ts'

export const regionData: RegionData = {
  ...databases,
  ...storage,
  ...stores,
  ...streams,
}
