/** Finds which resources share boxes on a page with a few boxes too many: as few as needed. */
import { type GraphIndex, compareResources, displayName, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { DiagramElement } from '../../diagram.ts'
import { flattened } from './group.ts'
import { leastReplicas, numberStem, sharedBox, type SharedBoxes } from './summarize-similar.ts'

/** Why resources share a box, first reason first: they have no relations, or their names differ only in numbers. */
const reasons = ['unused', 'replicas', 'rest'] as const

/** Resources of a type and place that can share a box, best connected first. All but `boxes - 1` of them share the last box. */
type Foldable = { readonly name: string; readonly resources: readonly Resource[]; boxes: number }

/** Up to this number, unused resources share one box as soon as one of them has to. */
const handful = 5

type Folding = {
  readonly index: GraphIndex
  /** The whole scan, with permitted relations. */
  readonly whole: ResourceGraph
  /** Resources for which this differs never share a box. */
  readonly kindOf: (resource: Resource) => string
  readonly unused: (resource: Resource) => boolean
  /** Whether requests lead to it, or events come from it or lead to it. Such resources share no box with others. */
  readonly entered: (resource: Resource) => boolean
  /** The resource of the page, which keeps its box. */
  readonly focused: Resource | null
}

/**
 * `elements` show each resource, which are `excess` boxes too many. The type of a place with the most boxes has one less,
 * until the rest fits: so one more function folds one or two others. Replicas share one box as soon as one of them has to. Even one box for each type may be too many.
 */
export function leastFolded(elements: readonly DiagramElement[], excess: number, folding: Folding): SharedBoxes {
  const foldables = foldablesOf(elements, folding)
  let left = excess
  for (const reason of reasons) {
    const ofReason = foldables.get(reason) ?? []
    while (left > 0) {
      const most = Math.max(1, ...ofReason.map(({ boxes }) => boxes))
      // Resources outside VPCs come last in a page, and share boxes first.
      const foldable = most === 1 ? undefined : ofReason.findLast(({ boxes }) => boxes === most)
      if (foldable === undefined) break
      // Single replicas tell no more than their number.
      const isWhole = reason === 'replicas' || (reason === 'unused' && most <= handful)
      foldable.boxes = isWhole ? 1 : most - 1
      left -= most - foldable.boxes
    }
  }
  return sharedBoxes([...foldables.values()].flat())
}

function sharedBoxes(foldables: readonly Foldable[]): SharedBoxes {
  return new Map(
    foldables.flatMap(({ name, resources, boxes }) =>
      boxes === resources.length
        ? []
        : resources.slice(boxes - 1).map((resource): [string, string] => [resourceKey(resource), name]),
    ),
  )
}

function foldablesOf(
  elements: readonly DiagramElement[],
  { index, whole, kindOf, unused, entered, focused }: Folding,
): ReadonlyMap<(typeof reasons)[number], readonly Foldable[]> {
  const links = linksIn(whole)
  const places = flattened(elements).flatMap((place) => {
    const single = (place.kind === 'group' ? place.children : []).flatMap((child) => {
      const [member] = child.kind === 'node' && child.form === 'resource' ? child.members : []
      const resource = member === undefined ? null : index.find(member)
      return resource === null || resource === focused || resource.presence === 'external' ? [] : [resource]
    })
    return [...Map.groupBy(single, (resource) => `${resource.type}\n${kindOf(resource)}`).values()]
  })
  const foldables = places.flatMap((alike) => {
    const ofStem = Map.groupBy(alike, stemOf)
    const byBox = Map.groupBy(alike, (resource) => {
      if (unused(resource)) return sharedBox.unused
      if ((ofStem.get(stemOf(resource))?.length ?? 0) >= leastReplicas) return `replicas ${stemOf(resource)}`
      return entered(resource) ? sharedBox.entered : sharedBox.rest
    })
    return [...byBox].map(([box, resources]) => ({
      reason: reasons.find((each) => box.startsWith(each)) ?? 'rest',
      name: box,
      resources: resources.toSorted(
        (left, right) =>
          (links.get(resourceKey(right)) ?? 0) - (links.get(resourceKey(left)) ?? 0) || compareResources(left, right),
      ),
      boxes: resources.length,
    }))
  })
  return Map.groupBy(foldables, ({ reason }) => reason)
}

function stemOf(resource: Resource): string {
  return numberStem(displayName(resource))
}

function linksIn({ relations }: ResourceGraph): ReadonlyMap<string, number> {
  const links = new Map<string, number>()
  for (const { source, verb, target } of relations) {
    if (verb === 'contained in') continue
    for (const key of [resourceKey(source), resourceKey(target)]) links.set(key, (links.get(key) ?? 0) + 1)
  }
  return links
}
