/** At least one resource of every supported type: the three-tier application with additional areas. */
import type { GlobalData, RegionData, World } from '../world.ts'
import * as compute from './full/compute.ts'
import * as integration from './full/integration.ts'
import * as data from './full/data.ts'
import * as elsewhere from './full/elsewhere.ts'
import * as logDestinations from './full/log-destinations.ts'
import * as network from './full/network.ts'
import * as other from './full/other.ts'
import { mergeParts } from './merge-parts.ts'
import { accountId, region } from './three-tier-network.ts'
import { world as threeTier } from './three-tier.ts'

/** The additional regional data in us-east-1 and global data of one area. */
type Area = { readonly regionData: RegionData; readonly globalData?: GlobalData }

const areas: readonly Area[] = [compute, data, integration, logDestinations, network, other]

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
        [region]: mergeParts([
          withoutReplaced(application?.regions[region]),
          ...areas.map(({ regionData }) => regionData),
        ]) as RegionData,
        'eu-west-1': mergeParts([application?.regions['eu-west-1'], elsewhere.regionData]) as RegionData,
      },
      global: mergeParts([application?.global, ...areas.map(({ globalData }) => globalData)]) as GlobalData,
    },
  ],
}

/** Removes network ACLs and listeners that the full world replaces. */
function withoutReplaced({ ec2, elasticLoadBalancingV2, ...data }: RegionData = {}): RegionData {
  const { networkAcls: _acls, ...network } = ec2 ?? {}
  const { listeners: _listeners, rules: _rules, ...balancing } = elasticLoadBalancingV2 ?? {}
  return { ...data, ec2: network, elasticLoadBalancingV2: balancing }
}
