/** The levels of detail that a view tries until the diagram has few enough boxes. */
import type { ViewOptions } from '../../diagram.ts'
import type { SharedBoxes, Stacking } from './summarize-similar.ts'

export type DetailLevel = {
  /** Resources for which this differs are never in the same summary box. */
  readonly apart: Stacking['apart']
  /** Such resources of a type and place are counted together. */
  readonly unused: Stacking['unused']
  /** Resources of a type for which this differs are never in the same summary box. */
  readonly entryOf: Stacking['entryOf']
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
  /** The number of shelves outside VPCs that have room for one box more, the first ones. */
  readonly longerShelves: number
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
  entryOf: () => '',
  replicasTogether: false,
  foldsLeast: false,
  shared: new Map(),
  inRanges: false,
  groupBy: null,
  subnetStackAbove: 6,
  serviceStackAbove: 8,
  longerShelves: 0,
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
  ...[48, 20].map((serviceStackAbove) => ({ ...closest, serviceStackAbove })),
  closest,
  stacked,
  { ...short, serviceStackAbove: 6 },
  short,
  { ...short, placeLimit: 6, applications: 6, applicationCards: 16 },
  { ...short, placeLimit: 3, applications: 5, applicationCards: 12, serviceStackAbove: 3 },
  { ...short, placeLimit: 3, applications: 3, applicationCards: 4, serviceStackAbove: 2 },
  ...detailLevels
    .slice(2)
    .map((level) => ({ ...level, placeLimit: 6 }))
    .flatMap((level) => [level, { ...level, placeLimit: 3, applications: 3, serviceStackAbove: 2 }]),
]

/** Detail pages show everything if possible. */
const everything: DetailLevel = {
  ...closest,
  subnetStackAbove: Infinity,
  serviceStackAbove: Infinity,
  applications: Infinity,
}

/** Only as few resources as needed share boxes, then the smallest applications are cards. */
const leastLevels: readonly DetailLevel[] = [
  ...[24, 12, 6].map((applications) => ({ applications })),
  { applications: 4, applicationCards: 8 },
].map((numbers) => ({ ...everything, ...numbers, foldsLeast: true }))

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
 * the resources that tell least. `entryOf`: what leads to a resource.
 */
export function levelsOf(
  { collapse, page, expanded, groupBy, elementLimit }: ViewOptions,
  count: number,
  { apart, unused, entryOf }: Pick<DetailLevel, 'apart' | 'unused' | 'entryOf'> = closest,
): readonly DetailLevel[] {
  const grouped = (levels: readonly DetailLevel[]): readonly DetailLevel[] =>
    levels.map((level) => ({ ...level, groupBy, apart, entryOf }))
  if (collapse !== null) return grouped(asked(collapse))
  const alone = page !== '' || (count <= fewBoxes && groupBy === null) ? [everything] : []
  if (expanded && page !== '') return grouped([...alone, ranges, ...pageLevels])
  if (groupBy !== null) return grouped([...alone, ...pageLevels])
  // Far over the limit, summaries by names and parts say more.
  const first = count > 2 * elementLimit ? [] : leastLevels
  return grouped([...alone, ...first, ...pageLevels.map((level) => ({ ...level, replicasTogether: true, unused }))])
}

/** 0: as many single boxes as a diagram can have. From 1 on: the levels that a page tries by default. */
function asked(collapse: number): readonly DetailLevel[] {
  return collapse === 0
    ? [everything, ...detailLevels]
    : detailLevels.slice(Math.min(collapse, detailLevels.length) - 1)
}

/** The number of boxes of a shelf outside VPCs. */
export function shelfLimit({ serviceStackAbove, longerShelves }: DetailLevel, position: number): number {
  return serviceStackAbove + (position < longerShelves ? 1 : 0)
}

/** `limit`: the number of boxes of one type in one place. */
export function stackingOf(level: DetailLevel, limit: number): Stacking {
  const { inRanges, groupBy, apart, unused, entryOf, replicasTogether, shared } = level
  return { limit, inRanges, groupBy, apart, unused, entryOf, replicasTogether, shared }
}

type Attempts<Drawn> = {
  /** Whether the level needn't be drawn, because it can't fit. */
  readonly isHopeless: (level: DetailLevel) => boolean
  readonly draw: (level: DetailLevel) => Drawn
  readonly fits: (drawn: Drawn) => boolean
}

/** What the first level with few enough boxes draws, otherwise the last one. Between two levels, as much as fits. */
export function firstFitting<Drawn>(
  levels: readonly DetailLevel[],
  { isHopeless, draw, fits }: Attempts<Drawn>,
): Drawn | null {
  let drawn: Drawn | null = null
  for (const [position, level] of levels.entries()) {
    if (isHopeless(level) && level !== levels.at(-1)) continue
    drawn = draw(level)
    if (!fits(drawn)) continue
    const before = levels[position - 1]
    let between = before === undefined ? [] : levelsBetween(before, level)
    while (between.length > 0) {
      const middle = Math.floor(between.length / 2)
      const tried = between.slice(middle, middle + 1).find((each) => !isHopeless(each))
      const attempt = tried === undefined ? null : draw(tried)
      const isFitting = attempt !== null && fits(attempt)
      if (isFitting) drawn = attempt
      between = isFitting ? between.slice(0, middle) : between.slice(middle + 1)
    }
    return drawn
  }
  return drawn
}

/** More shelves than this all have the same room. */
const mostLongerShelves = 16

/** The levels between two, each with one number smaller than the level before, so that one box more folds few others. */
export function levelsBetween(from: DetailLevel, to: DetailLevel): readonly DetailLevel[] {
  const fixed = ['foldsLeast', 'inRanges', 'mergeSubnets'] as const
  if (fixed.some((key) => from[key] !== to[key])) return []
  const levels: DetailLevel[] = []
  let last = from
  const step = (change: Partial<DetailLevel>): void => {
    last = { ...last, ...change }
    levels.push(last)
  }
  for (const subnetStackAbove of numbersBetween(from.subnetStackAbove, to.subnetStackAbove)) step({ subnetStackAbove })
  for (const placeLimit of numbersBetween(from.placeLimit, to.placeLimit)) step({ placeLimit })
  for (const serviceStackAbove of numbersBetween(from.serviceStackAbove, to.serviceStackAbove))
    for (let longerShelves = mostLongerShelves; longerShelves >= 0; longerShelves--)
      step({ serviceStackAbove, longerShelves })
  for (const applicationCards of numbersBetween(from.applicationCards, to.applicationCards)) step({ applicationCards })
  for (const applications of numbersBetween(from.applications, to.applications)) step({ applications })
  for (const openNetworks of numbersBetween(from.openNetworks, to.openNetworks)) step({ openNetworks })
  return levels.slice(0, -1)
}

/** The next smaller numbers, down to the last one. Without a limit before, the first one is twice the last. */
function numbersBetween(from: number, to: number): readonly number[] {
  const first = from === Infinity ? 2 * to : from - 1
  return Array.from({ length: Math.max(0, first - to + 1) }, (_, position) => first - position)
}
