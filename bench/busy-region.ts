/** Creates regions for speed tests: many resources of the most common types, and some of every other type. */
import { scanSimulatedRegion } from '../scripts/scan-simulated-region.ts'
import { startSimulatedCloud } from '../src/simulated/simulated-cloud.ts'
import type { GlobalData, RegionData, World } from '../src/simulated/world.ts'
import { loadWorld } from '../src/simulated/world-catalogue.ts'
import { largeWorld } from '../src/simulated/worlds/large.ts'
import { mergeParts } from '../src/simulated/worlds/merge-parts.ts'
import { replicateWorld } from '../src/simulated/worlds/replicate-world.ts'

const region = 'us-east-1'
/**
 * The number of resources for each copy of the full world. That is enough calls per item to matter, and few enough for
 * a bench of minutes.
 */
const resourcesPerCopy = 8_000

export type BusyRegion = { readonly resources: number; readonly webAcls: boolean }

/**
 * Creates about this number of resources. Web ACLs are optional, because their one call per second would hide
 * everything else.
 */
export async function busyRegion({ resources: resourceCount, webAcls }: BusyRegion): Promise<World> {
  const variety = await copiesOfEverything(Math.max(1, Math.round(resourceCount / resourcesPerCopy)), webAcls)
  const [bulk] = largeWorld(resourceCount).accounts
  return {
    accounts: variety.accounts.map((account) => ({
      ...account,
      regions: { [region]: mergeParts([account.regions[region], bulk?.regions[region]]) as RegionData },
      global: mergeParts([account.global, bulk?.global]) as GlobalData,
    })),
  }
}

async function copiesOfEverything(copies: number, webAcls: boolean): Promise<World> {
  const full = await loadWorld('full')
  const world = webAcls ? inOneRegion(full) : withoutWebAcls(inOneRegion(full))
  if (copies === 1) return world
  const cloud = await startSimulatedCloud({ world })
  try {
    const { resources } = await scanSimulatedRegion(cloud)
    const identifiers = resources.filter(({ presence }) => presence === 'read').map(({ id }) => id)
    return replicateWorld(world, [...new Set(identifiers)], copies)
  } finally {
    await cloud.close()
  }
}

function inOneRegion(world: World): World {
  const accounts = world.accounts.map((account) => ({
    ...account,
    regions: { [region]: account.regions[region] ?? {} },
  }))
  return { accounts }
}

function withoutWebAcls(world: World): World {
  const accounts = world.accounts.map((account) => {
    const { wafv2: _, ...regionData } = account.regions[region] ?? {}
    return { ...account, regions: { [region]: regionData } }
  })
  return { accounts }
}
