/** Messaging, interfaces, identities and operations around the three-tier application. */
import type { GlobalData, RegionData } from '../../world.ts'
import { interfaces } from './integration-interfaces.ts'
import { messaging } from './integration-messaging.ts'

export const regionData: RegionData = { ...messaging, ...interfaces }

export const globalData: GlobalData = {}
