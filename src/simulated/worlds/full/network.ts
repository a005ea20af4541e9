/** Networks around the three-tier application, and what joins them with each other and with the world. */
import type { RegionData } from '../../world.ts'
import { ec2 } from './shared-network.ts'
import { regionData as connections } from './network-connections.ts'

export const regionData: RegionData = { ...connections, ec2: { ...ec2, ...connections.ec2 } }
