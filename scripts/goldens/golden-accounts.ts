/** The simulated accounts whose pictures are kept: each world, and each of its regions that shows something else. */
import type { ResourceGraph } from '../../src/graph/resource-graph.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { WorldName } from '../../src/simulated/world-catalogue.ts'
import { scanSimulatedRegion } from '../scan-simulated-region.ts'

export type GoldenAccount = {
  /** Of the folder that holds its goldens. */
  readonly name: string
  readonly world: WorldName
  readonly alias: string
  readonly region: string
  /** The world's first account when absent. */
  readonly accountId?: string
}

/** No pause at all between calls: what is read is the same. */
const sharePercent = 100_000

export const goldenAccounts: readonly GoldenAccount[] = [
  { name: 'three-tier', world: 'three-tier', alias: 'storefront-production', region: 'us-east-1' },
  { name: 'three-tier-europe', world: 'three-tier', alias: 'storefront-production', region: 'eu-west-1' },
  { name: 'empty', world: 'empty', alias: 'new-account', region: 'us-east-1' },
  { name: 'denied', world: 'denied', alias: 'storefront-restricted', region: 'us-east-1' },
  { name: 'full', world: 'full', alias: 'storefront-everything', region: 'us-east-1' },
  { name: 'large', world: 'large', alias: 'storefront-fleet', region: 'us-east-1' },
  { name: 'opt-in-region', world: 'partitions', alias: 'branch', region: 'af-south-1', accountId: '555500000001' },
  { name: 'china', world: 'partitions', alias: 'branch', region: 'cn-north-1', accountId: '555500000002' },
  { name: 'sovereign', world: 'partitions', alias: 'branch', region: 'eusc-de-east-1', accountId: '555500000003' },
  { name: 'government', world: 'partitions', alias: 'branch', region: 'us-gov-west-1', accountId: '555500000004' },
]

export async function scanGoldenAccount(name: string): Promise<ResourceGraph> {
  const found = goldenAccounts.find((account) => account.name === name)
  if (found === undefined) throw new RangeError(`No account is named ${name}`)
  const { world, alias, region, accountId } = found
  const cloud = await startSimulatedCloud({ world })
  try {
    return await scanSimulatedRegion(cloud, {
      region,
      accountAlias: alias,
      sharePercent,
      ...(accountId !== undefined && { accountId }),
      // What is refused is drawn.
      onError: () => undefined,
    })
  } finally {
    await cloud.close()
  }
}
