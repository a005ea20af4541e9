/** Compute around the three-tier application. */
import type { GlobalData, RegionData } from '../../world.ts'
import { builds } from './compute-builds.ts'
import { containers } from './compute-containers.ts'
import { functions } from './compute-functions.ts'
import { platforms } from './compute-platforms.ts'
import { servers } from './compute-servers.ts'
import { shared, sharedGlobal } from './compute-shared.ts'

export const regionData: RegionData = {
  ...servers,
  ...functions,
  ...containers,
  ...platforms,
  ...builds,
  ...shared,
}

export const globalData: GlobalData = sharedGlobal
