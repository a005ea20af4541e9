/** At least one resource of every type that the catalogue knows: the three-tier application, and around it what each area adds. */
import type { GlobalData, RegionData, World } from '../world.ts'
import * as compute from './full/compute.ts'
import * as integration from './full/integration.ts'
import * as data from './full/data.ts'
import * as network from './full/network.ts'
import * as other from './full/other.ts'
import { accountId, region } from './three-tier-network.ts'
import { world as threeTier } from './three-tier.ts'

/** What one area adds in us-east-1, and of what belongs to no region. */
type Area = { readonly regionData: RegionData; readonly globalData?: GlobalData }

const areas: readonly Area[] = [compute, data, integration, network, other]

const [application] = threeTier.accounts

export const world: World = {
  accounts: [
    {
      accountId,
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      regions: {
        ...application?.regions,
        [region]: merged([application?.regions[region], ...areas.map(({ regionData }) => regionData)]) as RegionData,
      },
      global: merged([application?.global, ...areas.map(({ globalData }) => globalData)]) as GlobalData,
    },
  ],
}

/** Lists are put one after the other, objects are merged key by key; there is nothing else above the lists. */
function merged(parts: readonly unknown[]): unknown {
  const present = parts.filter((part) => part !== undefined)
  if (present.every((part) => Array.isArray(part))) return present.flat()
  const objects: readonly Readonly<Record<string, unknown>>[] = present.map((part) => ({ ...(part as object) }))
  const keys = new Set(objects.flatMap((part) => Object.keys(part)))
  return Object.fromEntries([...keys].map((key) => [key, merged(objects.map((part) => part[key]))]))
}
