/** Lists the simulated partitions with their regions, and whether an account must opt in to use them. */

type PartitionRegions = { readonly default: readonly string[]; readonly optIn: readonly string[] }
/** `homeAccountId`: the service's own account. */
type Partition = PartitionRegions & { readonly homeAccountId: string }

/** Only the commercial one has opt-in regions. */
export const partitions: Readonly<Record<string, Partition>> = {
  // Source: "AWS Regions" in the Account Management reference guide.
  aws: {
    homeAccountId: '111122223333',
    default: [
      'ap-northeast-1',
      'ap-northeast-2',
      'ap-northeast-3',
      'ap-south-1',
      'ap-southeast-1',
      'ap-southeast-2',
      'ca-central-1',
      'eu-central-1',
      'eu-north-1',
      'eu-west-1',
      'eu-west-2',
      'eu-west-3',
      'sa-east-1',
      'us-east-1',
      'us-east-2',
      'us-west-1',
      'us-west-2',
    ],
    optIn: [
      'af-south-1',
      'ap-east-1',
      'ap-east-2',
      'ap-south-2',
      'ap-southeast-3',
      'ap-southeast-4',
      'ap-southeast-5',
      'ap-southeast-6',
      'ap-southeast-7',
      'ca-west-1',
      'eu-central-2',
      'eu-south-1',
      'eu-south-2',
      'il-central-1',
      'me-central-1',
      'me-south-1',
      'mx-central-1',
    ],
  },
  'aws-cn': { homeAccountId: '111122224444', default: ['cn-north-1', 'cn-northwest-1'], optIn: [] },
  'aws-eusc': { homeAccountId: '111122225555', default: ['eusc-de-east-1'], optIn: [] },
  'aws-us-gov': { homeAccountId: '111122226666', default: ['us-gov-east-1', 'us-gov-west-1'], optIn: [] },
}

type Placed = { readonly partition?: string; readonly optedInRegions: readonly string[] }

export function partitionOf({ partition = 'aws' }: Pick<Placed, 'partition'>): string {
  return partition
}

/** The regions of the account's partition. */
export function regionsOf(account: Placed): PartitionRegions {
  return partitions[partitionOf(account)] ?? { default: [], optIn: [] }
}

export function isRegionEnabled(region: string, account: Placed): boolean {
  const regions = regionsOf(account)
  return regions.default.includes(region) || (regions.optIn.includes(region) && account.optedInRegions.includes(region))
}
