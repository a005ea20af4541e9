/** Scans simulated accounts of a given size and returns their graphs. */
import { scanSimulatedRegion } from '../scripts/scan-simulated-region.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import type { World } from '../src/simulated/world.ts'
import { loadWorld } from '../src/simulated/world-catalogue.ts'
import { busyRegion } from './busy-region.ts'

/** Named by the requested number of resources. */
export async function accountGraph(resources: number): Promise<ResourceGraph> {
  return scanOf(resources < 1000 ? await loadWorld('three-tier') : await busyRegion({ resources, webAcls: false }))
}

async function scanOf(world: World): Promise<ResourceGraph> {
  const cloud = await startSimulatedCloud({ world })
  try {
    return await scanSimulatedRegion(cloud)
  } finally {
    await cloud.close()
  }
}
