/** Counts the resources of the graph that a view does not draw. */
import type { Resource } from '../../../graph/resource-graph.ts'
import { isGoneResource, rolesOf } from '../../../resource-types/look-ups.ts'
import type { DiagramElement, NotDrawn } from '../../diagram.ts'
import { kindWithin, resourceKind } from '../../resource-kinds.ts'
import { type GraphIndex, compareText, resourceKey } from '../../../graph/graph-index.ts'
import { flattened } from '../boxes/group.ts'

/** Resources of types that no collector reads, as far as AWS counts them. */
export function notRead(index: GraphIndex): readonly NotDrawn[] {
  const count = index.coverage('other')?.count ?? 0
  const { singular, plural } = resourceKind('other')
  return count === 0 ? [] : [{ what: count === 1 ? singular : plural, count }]
}

export function notDrawn(index: GraphIndex, elements: readonly DiagramElement[]): readonly NotDrawn[] {
  const drawn = drawnKeys(elements)
  return index.types.flatMap((type) => {
    const missing = index
      .ofType(type)
      .filter((resource) => resource.presence === 'read' && !drawn.has(resourceKey(resource)))
    const left = missing.filter((resource) => !isGoneResource(resource))
    const rest = left.length
    const terminated = missing.length - rest
    const [first, ...others] = left
    const kind = first === undefined ? resourceKind(type) : kindWithin([first, ...others])
    const { words } = rolesOf(type)
    return [
      ...(rest === 0
        ? []
        : [
            {
              what: `${rest === 1 ? kind.singular : kind.plural}${words === undefined ? '' : ` (${words})`}`,
              count: rest,
            },
          ]),
      ...(terminated === 0
        ? []
        : [{ what: `terminated ${terminated === 1 ? kind.singular : kind.plural}`, count: terminated }]),
    ]
  })
}

/** Referenced resources outside the scan, of types without boxes in the view. */
export function outsideNotDrawn(index: GraphIndex, elements: readonly DiagramElement[]): readonly NotDrawn[] {
  const drawn = drawnKeys(elements)
  const count = index.graph.resources.filter(
    (resource) => resource.presence === 'external' && !drawn.has(resourceKey(resource)),
  ).length
  return count === 0 ? [] : [{ what: count === 1 ? 'target outside this scan' : 'targets outside this scan', count }]
}

/** Of these types, each type that isn't drawn. Of all other types, the sum. */
export function notDrawnOf(
  index: GraphIndex,
  elements: readonly DiagramElement[],
  types: readonly string[],
): readonly NotDrawn[] {
  const ofView = new Set(types)
  const drawn = drawnKeys(elements)
  let others = 0
  const missing = index.types.flatMap((type): readonly NotDrawn[] => {
    const undrawn = index
      .ofType(type)
      .filter((resource) => resource.presence === 'read' && !drawn.has(resourceKey(resource)))
    const count = undrawn.length
    if (!ofView.has(type)) others += count
    const [first, ...more] = undrawn
    const { singular, plural } = first === undefined ? resourceKind(type) : kindWithin([first, ...more])
    return count === 0 || !ofView.has(type) ? [] : [{ what: count === 1 ? singular : plural, count }]
  })
  const rest = others === 1 ? 'resource not shown in this view' : 'resources not shown in this view'
  return others === 0 ? missing : [...missing, { what: rest, count: others }]
}

/**
 * Counts resources that are neither drawn nor in `counted`, by how they are shown instead of a box, according to
 * `shownBy`.
 */
export function restNotDrawn(
  index: GraphIndex,
  elements: readonly DiagramElement[],
  counted: ReadonlySet<string>,
  shownBy: (resource: Resource) => string | null,
): readonly NotDrawn[] {
  const drawn = drawnKeys(elements)
  const rest = index.types
    .flatMap((type) => index.ofType(type))
    .filter((resource) => resource.presence === 'read')
    .map((resource) => ({ resource, key: resourceKey(resource) }))
    .filter(({ key }) => !drawn.has(key) && !counted.has(key))
  const byWords = Map.groupBy(rest, ({ resource }) => shownBy(resource) ?? 'not shown in this view')
  return [...byWords]
    .sort((left, right) => compareText(left[0], right[0]))
    .map(([words, { length }]) => ({ what: `${length === 1 ? 'resource' : 'resources'} ${words}`, count: length }))
}

function drawnKeys(elements: readonly DiagramElement[]): ReadonlySet<string> {
  return new Set(flattened(elements).flatMap(({ members }) => members.map((member) => resourceKey(member))))
}
