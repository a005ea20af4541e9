/** Messaging, interfaces, identities and operations around the three-tier application. */
import type { GlobalData, RegionData } from '../../world.ts'
import { messaging } from './integration-messaging.ts'

export const regionData: RegionData = { ...messaging }

export const globalData: GlobalData = {}
