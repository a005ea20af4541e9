/** Graphs of simulated accounts of a size, as a scan reads them. */
import { scanSimulatedRegion } from '../scripts/scan-simulated-region.ts'
import type { ResourceGraph } from '../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import type { World } from '../src/simulated/world.ts'
import { loadWorld } from '../src/simulated/world-catalogue.ts'
import { busyRegion } from './busy-region.ts'

/** Named by the number of resources that they were made for. */
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
