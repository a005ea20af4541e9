/**
 * Lists all collectors, the IAM actions that they call, and the rule that keeps their resources in the graph of a
 * region.
 */
import { keepEverything, type KeepRule } from '../graph/region-filter.ts'
import { type ResourceTypeName, resourceTypes } from '../resource-types/all.ts'
import type { Collector } from './collector.ts'
import * as allCollectors from './collectors.ts'
import { otherResources } from './other-resources.ts'

type CollectedType = (typeof allCollectors)[keyof typeof allCollectors]['type']
type UncollectedType = Exclude<ResourceTypeName, CollectedType>

/** A compile error here names the resource types that have no collector in `collectors.ts`. */
const everyTypeIsCollected: [UncollectedType] extends [never] ? true : UncollectedType = true
void everyTypeIsCollected

/** Sorted by export name. Coverage and messages list types in this order. */
const collectors: readonly Collector<unknown, ResourceTypeName>[] = Object.entries(allCollectors)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([, collector]) => collector)

/** Collectors of all supported types, and the count of all other resources. */
export const catalogue: readonly Collector[] = [
  ...collectors,
  otherResources({
    types: new Set(collectors.map(({ type }) => type)),
    services: new Set(collectors.map(({ service }) => service.name)),
  }),
]

/** The IAM actions of a whole scan, sorted. The policy of the IAM role allows exactly these. */
export const catalogueActions: readonly string[] = [
  ...new Set(catalogue.flatMap(({ permissions }) => permissions)),
].toSorted()

const keepRules = new Map<string, KeepRule>(
  collectors.map((collector) => {
    const { isOwnByName } = resourceTypes[collector.type]
    return [collector.type, { ...keepRule(collector), ...(isOwnByName && { isOwnByName }) }]
  }),
)

/** Returns the rule that decides which resources of a type belong in the graph of a region. */
export function keepOf(type: string): KeepRule {
  return keepRules.get(type) ?? keepEverything
}

function keepRule({ type, keep, targetTypes, sources, typeSources }: Collector<unknown, ResourceTypeName>): KeepRule {
  if (keep === 'all') return keepEverything
  // Its relations may be known only by names from these lists, for example an origin that is a name in DNS.
  const named = [...sources.map(({ collector }) => collector.type), ...(typeSources ?? []).map((source) => source.type)]
  const pointing = [...new Set([...targetTypes, ...named])]
  const pointers = collectors.filter((collector) => collector.targetTypes.includes(type)).map((pointer) => pointer.type)
  const decidedBy = {
    'pointed to': pointers,
    'pointing to': pointing,
    connected: [...new Set([...pointers, ...pointing])],
  }
  return { keep, decidedBy: decidedBy[keep] }
}
