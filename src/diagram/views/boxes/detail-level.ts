/** The levels of detail that a view steps through until the diagram fits its limit of boxes. */
import type { ViewOptions } from '../../diagram.ts'
import type { Stacking } from './summarize-similar.ts'

export type DetailLevel = {
  readonly inRanges: boolean
  readonly groupBy: string | null
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

const closest: DetailLevel = {
  inRanges: false,
  groupBy: null,
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
const detailLevels: readonly DetailLevel[] = [
  closest,
  stacked,
  merged,
  { ...merged, subnetStackAbove: 1 },
  ...[6, 4, 3, 2, 1].map((openNetworks) => ({ ...stacked, serviceStackAbove: 4, openNetworks })),
  ...[1, 0].map((openNetworks) => ({ ...merged, subnetStackAbove: 1, openNetworks })),
]

/** Pages of their own show everything where they can. */
const everything: DetailLevel = { ...closest, subnetStackAbove: Infinity, serviceStackAbove: Infinity }
const ranges: DetailLevel = { ...closest, subnetStackAbove: 100, serviceStackAbove: 100, inRanges: true }

/** The levels that a page steps down, from the one that is asked for on. */
export function levelsOf({ collapse, page, expanded, groupBy }: ViewOptions): readonly DetailLevel[] {
  if (collapse !== null) return asked(collapse, groupBy)
  const first = page === '' ? [] : expanded ? [everything, ranges] : [everything]
  return [...first, ...detailLevels].map((level) => ({ ...level, groupBy }))
}

/** 0: one by one as far as a picture can be; from 1 on what a page steps down by itself. */
function asked(collapse: number, groupBy: string | null): readonly DetailLevel[] {
  const levels =
    collapse === 0 ? [everything, ...detailLevels] : detailLevels.slice(Math.min(collapse, detailLevels.length) - 1)
  return levels.map((level) => ({ ...level, groupBy }))
}

/** `limit`: boxes of one type and place. */
export function stackingOf({ inRanges, groupBy }: DetailLevel, limit: number): Stacking {
  return { limit, inRanges, groupBy }
}
