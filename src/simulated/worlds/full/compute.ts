/** Compute around the three-tier application. */
import type { GlobalData, RegionData } from '../../world.ts'

export const regionData: RegionData = {}

export const globalData: GlobalData = {}
