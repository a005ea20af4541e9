/** How much a picture shows: the levels that a view steps down until the picture fits its limit of elements. */

export type DetailLevel = {
  /** Alike resources in one subnet that are drawn one by one. */
  readonly subnetStackAbove: number
  /** Boxes of one category outside the networks. */
  readonly serviceStackAbove: number
  /** Draw the subnets of one tier and zone as one. */
  readonly mergeSubnets: boolean
  /** Draw networks that hold nothing as a card; `default`: only those that the provider made. */
  readonly emptyNetworksAsCards: 'default' | 'all'
  /** Networks drawn with what they hold, largest first; the others are cards. */
  readonly openNetworks: number
  readonly networkCards: number
}

/** From the level that is asked for on; `null`: from the closest. */
export function levelsFrom(collapse: number | null): readonly DetailLevel[] {
  return detailLevels.slice(Math.min(collapse ?? 0, detailLevels.length - 1))
}

const closest: DetailLevel = {
  subnetStackAbove: 6,
  serviceStackAbove: 8,
  mergeSubnets: false,
  emptyNetworksAsCards: 'default',
  openNetworks: Infinity,
  networkCards: 24,
}

const stacked: DetailLevel = { ...closest, subnetStackAbove: 2, serviceStackAbove: 6, emptyNetworksAsCards: 'all' }

const merged: DetailLevel = { ...stacked, serviceStackAbove: 4, mergeSubnets: true }

/** From everything to one card for most networks: few networks in detail say more than many without. */
export const detailLevels: readonly DetailLevel[] = [
  closest,
  stacked,
  merged,
  { ...merged, subnetStackAbove: 1 },
  ...[6, 4, 3, 2, 1].map((openNetworks) => ({ ...stacked, serviceStackAbove: 4, openNetworks })),
  ...[1, 0].map((openNetworks) => ({ ...merged, subnetStackAbove: 1, openNetworks })),
]
