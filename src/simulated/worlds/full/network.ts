/** VPCs in addition to the three-tier application, with their connections. */
import type { GlobalData, RegionData } from '../../world.ts'
import { mergeParts } from '../merge-parts.ts'
import { access } from './network-access.ts'
import { regionData as balancing } from './network-balancing.ts'
import { regionData as connections } from './network-connections.ts'
import { globalData as globalEdge, regionData as edge } from './network-edge.ts'
import { globalData as names, regionData as resolvers } from './network-names.ts'
import { ec2 } from './shared-network.ts'

export const regionData: RegionData = mergeParts([
  { ec2 },
  access,
  connections,
  balancing,
  edge,
  resolvers,
]) as RegionData

export const globalData: GlobalData = { ...globalEdge, ...names }
