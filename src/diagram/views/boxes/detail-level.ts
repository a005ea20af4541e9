/** The levels of detail that a view tries until the diagram has few enough boxes. */
import type { ViewOptions } from '../../diagram.ts'
import type { SharedBoxes, Stacking } from './summarize-similar.ts'

export type DetailLevel = {
  /** Resources for which this differs are never in the same summary box. */
  readonly apart: Stacking['apart']
  /** Such resources of a type and place are counted together. */
  readonly unused: Stacking['unused']
  /** Resources whose names differ only in numbers are counted together, even if there are few. */
  readonly replicasTogether: boolean
  /** Counts only as few resources together as needed, if there is room for a box of each type and place. */
  readonly foldsLeast: boolean
  readonly shared: SharedBoxes
  readonly inRanges: boolean
  readonly groupBy: string | null
  /** Up to this number, similar resources in one subnet have their own boxes. */
  readonly subnetStackAbove: number
  /** Up to this number, resources of one category outside VPCs have their own boxes. */
  readonly serviceStackAbove: number
  /** The number of boxes in one place of a VPC: a subnet, or what spans subnets. The least numerous types are counted together. */
  readonly placeLimit: number
  /** The number of applications outside VPCs with a frame, largest first. */
  readonly applications: number
  /** The number of other applications outside VPCs that have a box each, largest first. */
  readonly applicationCards: number
  /** Draws the subnets of the same tier and Availability Zone as one. */
  readonly mergeSubnets: boolean
  /** Draws empty VPCs as cards. `default`: only default VPCs. */
  readonly emptyNetworksAsCards: 'default' | 'all'
  /** The number of VPCs drawn with their content, largest first. The others are cards. */
  readonly openNetworks: number
  readonly networkCards: number
}

const closest: DetailLevel = {
  apart: () => '',
  unused: () => false,
  replicasTogether: false,
  foldsLeast: false,
  shared: new Map(),
  inRanges: false,
  groupBy: null,
  subnetStackAbove: 6,
  serviceStackAbove: 8,
  placeLimit: Infinity,
  applications: 24,
  applicationCards: 24,
  mergeSubnets: false,
  emptyNetworksAsCards: 'default',
  openNetworks: Infinity,
  networkCards: 24,
}

const stacked: DetailLevel = {
  ...closest,
  subnetStackAbove: 2,
  serviceStackAbove: 6,
  applications: 12,
  emptyNetworksAsCards: 'all',
}

const merged: DetailLevel = {
  ...stacked,
  serviceStackAbove: 4,
  applications: 8,
  applicationCards: 1,
  mergeSubnets: true,
}

/** From full detail to cards for most VPCs. A few VPCs in detail are more useful than many without. The API has their numbers. */
const detailLevels: readonly DetailLevel[] = [
  closest,
  stacked,
  merged,
  { ...merged, subnetStackAbove: 1 },
  ...[6, 4, 3, 2, 1].map((openNetworks) => ({
    ...stacked,
    serviceStackAbove: 4,
    applications: 6,
    applicationCards: 1,
    openNetworks,
  })),
  ...[1, 0].map((openNetworks) => ({ ...merged, subnetStackAbove: 1, applications: 4, openNetworks })),
]

const short: DetailLevel = { ...stacked, serviceStackAbove: 4, applications: 8, placeLimit: 8 }

/** What pages try: the least numerous types of a place are counted together before subnets are. */
const pageLevels: readonly DetailLevel[] = [
  ...[48, 32, 20, 14].map((serviceStackAbove) => ({ ...closest, serviceStackAbove })),
  closest,
  stacked,
  { ...short, serviceStackAbove: 6 },
  { ...short, serviceStackAbove: 5 },
  short,
  { ...short, placeLimit: 6, applications: 6, applicationCards: 16 },
  { ...short, placeLimit: 3, applications: 5, applicationCards: 12, serviceStackAbove: 3 },
  { ...short, placeLimit: 3, applications: 4, applicationCards: 8, serviceStackAbove: 3 },
  { ...short, placeLimit: 3, applications: 3, applicationCards: 4, serviceStackAbove: 2 },
  ...detailLevels.slice(2).map((level) => ({ ...level, placeLimit: 6 })),
]

/** Detail pages show everything if possible. */
const everything: DetailLevel = {
  ...closest,
  subnetStackAbove: Infinity,
  serviceStackAbove: Infinity,
  applications: Infinity,
}
const ranges: DetailLevel = {
  ...closest,
  subnetStackAbove: 100,
  serviceStackAbove: 100,
  applications: 24,
  inRanges: true,
}

/** First pages with at most this number of boxes show each resource. */
const fewBoxes = 75

/**
 * The levels that a page tries, starting at the requested one. `count`: the number of boxes at full detail. `unused`:
 * the resources that tell least.
 */
export function levelsOf(
  { collapse, page, expanded, groupBy, elementLimit }: ViewOptions,
  count: number,
  { apart, unused }: Pick<DetailLevel, 'apart' | 'unused'> = closest,
): readonly DetailLevel[] {
  const grouped = (levels: readonly DetailLevel[]): readonly DetailLevel[] =>
    levels.map((level) => ({ ...level, groupBy, apart }))
  if (collapse !== null) return grouped(asked(collapse))
  const alone = page !== '' || (count <= fewBoxes && groupBy === null) ? [everything] : []
  if (expanded && page !== '') return grouped([...alone, ranges, ...pageLevels])
  if (groupBy !== null) return grouped([...alone, ...pageLevels])
  // Far over the limit, summaries by names and parts say more.
  const first = count > 2 * elementLimit ? [] : [{ ...everything, applications: 24, foldsLeast: true }]
  return grouped([...alone, ...first, ...pageLevels.map((level) => ({ ...level, replicasTogether: true, unused }))])
}

/** 0: as many single boxes as a diagram can have. From 1 on: the levels that a page tries by default. */
function asked(collapse: number): readonly DetailLevel[] {
  return collapse === 0
    ? [everything, ...detailLevels]
    : detailLevels.slice(Math.min(collapse, detailLevels.length) - 1)
}

/** `limit`: the number of boxes of one type in one place. */
export function stackingOf(level: DetailLevel, limit: number): Stacking {
  const { inRanges, groupBy, apart, unused, replicasTogether, shared } = level
  return { limit, inRanges, groupBy, apart, unused, replicasTogether, shared }
}
