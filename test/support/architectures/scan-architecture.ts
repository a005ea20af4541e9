/** Scans an account with the resources of a public architecture. */
import { scanSimulatedRegion } from '../../../scripts/scan-simulated-region.ts'
import type { ResourceGraph } from '../../../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../../../src/simulated/simulated-cloud.ts'
import type { GlobalData, RegionData } from '../../../src/simulated/world.ts'
import { accountId, region } from './network-parts.ts'

export async function scanArchitecture(regionData: RegionData, global: GlobalData = {}): Promise<ResourceGraph> {
  const account = { accountId, roleName: 'surveyor', optedInRegions: [], denials: [], global }
  const cloud = await startSimulatedCloud({ world: { accounts: [{ ...account, regions: { [region]: regionData } }] } })
  try {
    return await scanSimulatedRegion(cloud)
  } finally {
    await cloud.close()
  }
}
