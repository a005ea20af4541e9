/** The levels of detail that a view steps through until the diagram fits its limit of boxes. */
import type { ViewOptions } from '../../diagram.ts'
import type { Stacking } from './summarize-similar.ts'

export type DetailLevel = {
  /** What is told apart by this is never stacked together. */
  readonly apart: Stacking['apart']
  readonly inRanges: boolean
  readonly groupBy: string | null
  /** Alike resources in one subnet that are drawn one by one. */
  readonly subnetStackAbove: number
  /** Boxes of one category outside the networks. */
  readonly serviceStackAbove: number
  /** Applications outside the networks that have a frame, largest first. */
  readonly applications: number
  /** Draw the subnets of one tier and zone as one. */
  readonly mergeSubnets: boolean
  /** Draw networks that hold nothing as a card; `default`: only those that the provider made. */
  readonly emptyNetworksAsCards: 'default' | 'all'
  /** Networks drawn with what they hold, largest first; the others are cards. */
  readonly openNetworks: number
  readonly networkCards: number
}

const closest: DetailLevel = {
  apart: () => '',
  inRanges: false,
  groupBy: null,
  subnetStackAbove: 6,
  serviceStackAbove: 8,
  applications: 24,
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

const merged: DetailLevel = { ...stacked, serviceStackAbove: 4, applications: 8, mergeSubnets: true }

/** From everything to one card for most networks: few networks in detail say more than many without. */
const detailLevels: readonly DetailLevel[] = [
  closest,
  stacked,
  merged,
  { ...merged, subnetStackAbove: 1 },
  ...[6, 4, 3, 2, 1].map((openNetworks) => ({ ...stacked, serviceStackAbove: 4, applications: 6, openNetworks })),
  ...[1, 0].map((openNetworks) => ({ ...merged, subnetStackAbove: 1, applications: 4, openNetworks })),
]

/** Pages of their own show everything where they can. */
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

/** First pages of no more boxes than these show each by itself. */
const fewBoxes = 75

/** The levels that a page steps down, from the one that is asked for on. `count`: what would have a box by itself. */
export function levelsOf(
  { collapse, page, expanded, groupBy }: ViewOptions,
  count: number,
  apart: Stacking['apart'] = closest.apart,
): readonly DetailLevel[] {
  if (collapse !== null) return asked(collapse).map((level) => ({ ...level, groupBy, apart }))
  const alone = count <= fewBoxes ? [everything] : []
  const first =
    page === '' && groupBy === null ? alone : page === '' ? [] : expanded ? [everything, ranges] : [everything]
  return [...first, ...detailLevels].map((level) => ({ ...level, groupBy, apart }))
}

/** 0: one by one as far as a picture can be; from 1 on what a page steps down by itself. */
function asked(collapse: number): readonly DetailLevel[] {
  return collapse === 0
    ? [everything, ...detailLevels]
    : detailLevels.slice(Math.min(collapse, detailLevels.length) - 1)
}

/** `limit`: boxes of one type and place. */
export function stackingOf({ inRanges, groupBy, apart }: DetailLevel, limit: number): Stacking {
  return { limit, inRanges, groupBy, apart }
}
