/** Lists the simulated accounts with goldens: each world, and each of its regions with different content. */
import { type Format, formats, holdsManyPages } from '../../src/diagram/render-diagram.ts'
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import type { Faults } from '../../src/simulated/faults.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { World } from '../../src/simulated/world.ts'
import { loadWorld, type WorldName } from '../../src/simulated/world-catalogue.ts'
import { scanSimulatedRegion } from '../scan-simulated-region.ts'
import { changedWorld } from './changed-world.ts'

export type GoldenAccount = {
  /** The name of the folder with its goldens. */
  readonly name: string
  readonly world: WorldName
  readonly alias: string
  readonly region: string
  /** The world's first account if absent. */
  readonly accountId?: string
  /** The world after a change. The diagrams then show what changed. */
  readonly change?: (world: World) => World
  /** The formats of each view; all if absent. */
  readonly viewFormats?: readonly Format[]
  /** The formats of files with all pages; all if absent. */
  readonly wholeFormats?: readonly Format[]
}

/** Partitions differ in ARNs, service names, and links to the console. */
const ofPartition = { world: 'partitions', alias: 'branch', viewFormats: ['svg', 'html'], wholeFormats: [] } as const

export const goldenAccounts: readonly GoldenAccount[] = [
  { name: 'three-tier', world: 'three-tier', alias: 'storefront-production', region: 'us-east-1' },
  { name: 'three-tier-europe', world: 'three-tier', alias: 'storefront-production', region: 'eu-west-1' },
  {
    name: 'three-tier-changes',
    world: 'three-tier',
    alias: 'storefront-production',
    region: 'us-east-1',
    change: changedWorld,
    wholeFormats: ['drawio'],
  },
  { name: 'empty', world: 'empty', alias: 'new-account', region: 'us-east-1' },
  { name: 'denied', world: 'denied', alias: 'storefront-restricted', region: 'us-east-1' },
  { name: 'full', world: 'full', alias: 'storefront-everything', region: 'us-east-1' },
  // Its pages have parts in Mermaid. Pixels and files with all pages would take longer than everything else of it.
  {
    name: 'large',
    world: 'large',
    alias: 'storefront-fleet',
    region: 'us-east-1',
    viewFormats: ['svg', 'mermaid', 'd2', 'json'],
    wholeFormats: [],
  },
  { name: 'opt-in-region', ...ofPartition, region: 'af-south-1', accountId: '555500000001' },
  { name: 'china', ...ofPartition, region: 'cn-north-1', accountId: '555500000002' },
  { name: 'sovereign', ...ofPartition, region: 'eusc-de-east-1', accountId: '555500000003' },
  { name: 'government', ...ofPartition, region: 'us-gov-west-1', accountId: '555500000004' },
]

/** Throws a `RangeError` for an unknown name. */
export function goldenAccount(name: string): GoldenAccount {
  const found = goldenAccounts.find((account) => account.name === name)
  if (found === undefined) throw new RangeError(`Unknown account ${name}`)
  return found
}

export function viewFormatsOf({ viewFormats }: GoldenAccount): readonly Format[] {
  return viewFormats ?? formats
}

export function wholeFormatsOf({ wholeFormats }: GoldenAccount): readonly Format[] {
  return wholeFormats ?? formats.filter(holdsManyPages)
}

/** The base scan of an account whose diagrams show what changed. `null` for others. */
export async function scanGoldenBase({ change, ...account }: GoldenAccount): Promise<ResourceGraph | null> {
  return change === undefined ? null : scanGoldenAccount(account)
}

export async function scanGoldenAccount(
  { world: name, alias, region, accountId, change }: GoldenAccount,
  faults: Faults = {},
): Promise<ResourceGraph> {
  const world = await loadWorld(name)
  const cloud = await startSimulatedCloud({ world: change?.(world) ?? world, faults })
  try {
    return await scanSimulatedRegion(cloud, {
      region,
      accountAlias: alias,
      ...(accountId !== undefined && { accountId }),
      // Denied types are drawn, so their errors don't matter here.
      onError: () => undefined,
    })
  } finally {
    await cloud.close()
  }
}
