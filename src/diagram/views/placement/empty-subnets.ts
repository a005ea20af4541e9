/** Finds which empty subnets share boxes on a page with a few boxes too many. They tell less than any other box. */
import { resourceKey } from '../../../graph/graph-index.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { SharedBoxes } from '../boxes/summarize-similar.ts'
import type { PlacedNetwork, PlacedSubnet } from './placement.ts'

/** The name of the box that empty subnets of an Availability Zone share. */
const boxName = 'empty'

type FoldedSubnets = { readonly shared: SharedBoxes; readonly saved: number }

/**
 * The VPC with the most empty subnets in an Availability Zone is first, until
 * `excess` boxes are saved. Only subnets for a purpose that is empty in all zones share a box, so that zones stay alike.
 */
export function foldedSubnets(
  networks: readonly PlacedNetwork[],
  isDrawn: (subnet: Resource) => boolean,
  excess: number,
  focused: Resource | null,
): FoldedSubnets {
  const foldables = networks
    .map(({ subnets }) => {
      const empty = emptyRows(subnets).filter(({ subnet }) => isDrawn(subnet) && subnet !== focused)
      const inZones = [...Map.groupBy(empty, ({ zone }) => zone).values()]
      return { empty, saved: inZones.reduce((sum, { length }) => sum + length - 1, 0) }
    })
    .filter(({ saved }) => saved > 0)
    .toSorted((left, right) => right.saved - left.saved)
  const shared = new Map<string, string>()
  let saved = 0
  for (const foldable of foldables) {
    if (saved >= excess) break
    saved += foldable.saved
    for (const { subnet } of foldable.empty) shared.set(resourceKey(subnet), boxName)
  }
  return { shared, saved }
}

function emptyRows(subnets: readonly PlacedSubnet[]): readonly PlacedSubnet[] {
  const byPurpose = Map.groupBy(subnets, ({ purpose }) => purpose)
  return [...byPurpose.values()].filter((alike) => alike.every(isEmpty)).flat()
}

/** A note tells that it isn't known to be empty. */
function isEmpty({ subnet, resources, note }: PlacedSubnet): boolean {
  return subnet.presence === 'read' && resources.length === 0 && note === ''
}
