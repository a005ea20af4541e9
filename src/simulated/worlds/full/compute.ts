/** Compute around the three-tier application. */
import type { RegionData } from '../../world.ts'
import { functions } from './compute-functions.ts'
import { servers } from './compute-servers.ts'

export const regionData: RegionData = {
  ...servers,
  ...functions,
}
