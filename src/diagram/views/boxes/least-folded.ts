/** Finds which resources share boxes on a page with a few boxes too many: as few as needed, those that tell least first. */
import { type GraphIndex, compareResources, displayName, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import { isStopped } from '../../../resource-types/look-ups.ts'
import type { DiagramElement } from '../../diagram.ts'
import { flattened } from './group.ts'
import { storeOrOther } from './shelves.ts'
import { leastReplicas, numberStem, sharedBox, type SharedBoxes, type Stacking } from './summarize-similar.ts'

/** Up to this number, unused resources share one box as soon as one of them has to. */
const handful = 5

type Folding = {
  readonly index: GraphIndex
  /** The whole scan, with permitted relations. */
  readonly whole: ResourceGraph
  /** Resources for which this differs never share a box. */
  readonly kindOf: (resource: Resource) => string
  readonly unused: (resource: Resource) => boolean
  /** Whether nothing known calls it, and it calls nothing known. Such resources share boxes before others. */
  readonly unconnected: (resource: Resource) => boolean
  /** Whether unconnected ones of several frames can share a box beside the frames. */
  readonly inFrame: (resource: Resource) => boolean
  /** Resources for which this differs share a box only if there are too many boxes otherwise. */
  readonly applicationOf: (resource: Resource) => string
  /** Resources of a type for which this differs never share a box. */
  readonly entryOf: Stacking['entryOf']
  /** The resource of the page, which keeps its box. */
  readonly focused: Resource | null
}

/** So many data stores of a place, and so many others, never share a box for being in that place alone. */
const fewestInPlace = 2

/** What has one box: a resource, or several that share one already. */
type Unit = {
  readonly place: string
  readonly type: string
  /** Units of a type and of different kinds never share a box. */
  readonly kind: string
  /** Its position on the page. */
  readonly position: number
  readonly resources: readonly [Resource, ...Resource[]]
  readonly box: string | null
}

/** Units that can share a box, best connected first. All but `boxes - 1` of them share the last box. */
type Foldable = { readonly box: string; readonly units: readonly Unit[]; boxes: number }

/** One reason to share a box after the other. */
type Round = {
  /** The name of the box that units of a place and kind can share. `null`: not for this reason. */
  readonly boxOf: (unit: Unit) => string | null
  /** Whether all share one box as soon as one of them has to. `most`: their number. */
  readonly isWhole: (most: number) => boolean
  /** Whether units of several places can share a box. */
  readonly everywhere?: true
  /** Whether units of several types can share a box. Each place keeps a few boxes. */
  readonly ofAllTypes?: true
}

/**
 * `elements` show each resource, which are `excess` boxes too many. First share boxes what has no relations, replicas, what
 * isn't connected, and what is stopped. Then resources of one application and state, then any of a type and place. Each time, the type
 * of a place with the most boxes has one less, until the rest fits: so one more function folds one or two others.
 * At last, types of a place share a box. `null`: even a few boxes in each place are too many.
 */
export function leastFolded(elements: readonly DiagramElement[], excess: number, folding: Folding): SharedBoxes | null {
  const links = linksIn(folding.whole)
  const linksOf = ({ resources: [first] }: Unit): number => links.get(resourceKey(first)) ?? 0
  const byLinks = (left: Unit, right: Unit): number =>
    Number(left.box !== null) - Number(right.box !== null) ||
    linksOf(right) - linksOf(left) ||
    compareResources(left.resources[0], right.resources[0])
  let units = unitsOf(elements, folding)
  let left = excess
  for (const { boxOf, isWhole, everywhere, ofAllTypes } of roundsOf(units, folding)) {
    const fewest = ofAllTypes ? fewestInPlace : 1
    if (left <= 0) break
    const boxes = Map.groupBy(units, (unit) => {
      const box = boxOf(unit)
      return box === null
        ? null
        : [everywhere ? '' : unit.place, ...(ofAllTypes ? [] : [unit.type, unit.kind]), box].join('\n')
    })
    const rest = boxes.get(null) ?? []
    boxes.delete(null)
    const foldables = [...boxes.values()].map((alike): Foldable => {
      const box = alike[0] === undefined ? '' : (boxOf(alike[0]) ?? '')
      return { box, units: everywhere ? alike : alike.toSorted(byLinks), boxes: alike.length }
    })
    while (left > 0) {
      const most = Math.max(fewest, ...foldables.map(({ boxes }) => boxes))
      // Resources outside VPCs come last in a page, and share boxes first.
      const foldable = most === fewest ? undefined : foldables.findLast(({ boxes }) => boxes === most)
      if (foldable === undefined) break
      foldable.boxes = isWhole(most) ? 1 : most - 1
      left -= most - foldable.boxes
    }
    units = [...rest, ...foldables.flatMap(unitsAfter)].sort((one, other) => one.position - other.position)
  }
  if (left > 0) return null
  return new Map(
    units.flatMap(({ box, resources }) =>
      box === null ? [] : resources.map((resource): [string, string] => [resourceKey(resource), box]),
    ),
  )
}

function unitsAfter({ box, units, boxes }: Foldable): readonly Unit[] {
  const [first, ...others] = units.slice(boxes - 1)
  if (first === undefined || others.length === 0) return units
  const resources = others.flatMap((unit) => unit.resources)
  return [...units.slice(0, boxes - 1), { ...first, resources: [...first.resources, ...resources], box }]
}

function unitsOf(elements: readonly DiagramElement[], { index, kindOf, entryOf, focused }: Folding): readonly Unit[] {
  const units = flattened(elements).flatMap((place) =>
    (place.kind === 'group' ? place.children : []).flatMap((child): readonly Omit<Unit, 'position'>[] => {
      const [member] = child.kind === 'node' && child.form === 'resource' ? child.members : []
      const resource = member === undefined ? null : index.find(member)
      if (resource === null || resource === focused || resource.presence === 'external') return []
      const kind = named(kindOf(resource), entryOf(resource))
      return [{ place: place.id, type: resource.type, kind, resources: [resource], box: null }]
    }),
  )
  return units.map((unit, position) => ({ ...unit, position }))
}

const upToHandful: Round['isWhole'] = (most) => most <= handful

function round(boxOf: Round['boxOf'], isWhole: Round['isWhole'] = () => false): Round {
  return { boxOf, isWhole }
}

function named(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function roundsOf(
  units: readonly Unit[],
  { kindOf, unused, unconnected, inFrame, applicationOf, entryOf }: Folding,
): readonly Round[] {
  /** The kind for boxes of several types: of the entries, only public ones are kept apart. */
  const mixedKind = ({ resources: [first] }: Unit): string =>
    named(kindOf(first), entryOf(first) === sharedBox.public ? sharedBox.public : '')
  const stemOf = ({ place, type, kind, resources: [first] }: Unit): string =>
    [place, type, kind, numberStem(displayName(first))].join('\n')
  const ofStem = Map.groupBy(units, stemOf)
  const isReplica = (unit: Unit): boolean => (ofStem.get(stemOf(unit))?.length ?? 0) >= leastReplicas
  const isUnconnected = (unit: Unit): boolean => unconnected(unit.resources[0]) && !isReplica(unit)
  const state = ({ resources: [first] }: Unit): string => (isStopped(first) ? 'stopped' : '')
  const rest = ({ resources: [first] }: Unit): string => entryOf(first) || sharedBox.rest
  const isRest = (unit: Unit): boolean =>
    !unused(unit.resources[0]) && !isReplica(unit) && unit.box !== sharedBox.beside
  return [
    round(({ resources: [first] }) => (unused(first) ? sharedBox.unused : null), upToHandful),
    // Single replicas tell no more than their number.
    round(
      (unit) =>
        !unused(unit.resources[0]) && isReplica(unit) ? `replicas ${numberStem(displayName(unit.resources[0]))}` : null,
      () => true,
    ),
    round(
      (unit) => (isUnconnected(unit) && state(unit) !== '' ? named(sharedBox.unconnected, state(unit)) : null),
      upToHandful,
    ),
    round((unit) => (isUnconnected(unit) && state(unit) === '' ? sharedBox.unconnected : null), upToHandful),
    round((unit) => (isRest(unit) && state(unit) !== '' ? named(rest(unit), state(unit)) : null)),
    {
      ...round((unit) => (isUnconnected(unit) && inFrame(unit.resources[0]) ? sharedBox.beside : null)),
      everywhere: true,
    },
    round((unit) => {
      const application = applicationOf(unit.resources[0])
      return isRest(unit) && application !== '' ? named(rest(unit), application, state(unit)) : null
    }),
    round((unit) => (isRest(unit) ? named(rest(unit), state(unit)) : null)),
    round((unit) => (isRest(unit) ? rest(unit) : null)),
    {
      ...round((unit) =>
        unit.box === sharedBox.beside ? null : named(sharedBox.ofTypes, mixedKind(unit), storeOrOther(unit.type)),
      ),
      ofAllTypes: true,
    },
  ]
}

function linksIn({ relations }: ResourceGraph): ReadonlyMap<string, number> {
  const links = new Map<string, number>()
  for (const { source, verb, target } of relations) {
    if (verb === 'contained in') continue
    for (const key of [resourceKey(source), resourceKey(target)]) links.set(key, (links.get(key) ?? 0) + 1)
  }
  return links
}
