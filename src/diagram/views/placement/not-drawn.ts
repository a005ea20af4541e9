/** Counts the resources of the graph that a view does not draw. */
import type { Resource } from '../../../graph/resource-graph.ts'
import { isGoneResource, rolesOf, unusualState } from '../../../resource-types/look-ups.ts'
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

/** `from`: their sources, with a space before it. */
export function connectionsNotDrawn(count: number, from = ''): readonly NotDrawn[] {
  const what = `${count === 1 ? 'connection' : 'connections'} that security groups allow${from}`
  return count === 0 ? [] : [{ what, count }]
}

export function notDrawn(index: GraphIndex, elements: readonly DiagramElement[]): readonly NotDrawn[] {
  const drawn = drawnKeys(elements)
  return index.types.flatMap((type) => {
    const { words } = rolesOf(type)
    return countsOf(missing(index, type, drawn), words === undefined ? '' : ` (${words})`)
  })
}

/** Resources after their end are counted by their state: `2 deleted NAT gateways`. */
function countsOf(resources: readonly Resource[], ending = ''): readonly NotDrawn[] {
  const byState = Map.groupBy(resources, (resource) => (isGoneResource(resource) ? unusualState(resource) : ''))
  return [...byState]
    .sort((left, right) => compareText(left[0], right[0]))
    .map(([state, [first, ...others]]) => {
      const count = 1 + others.length
      const { singular, plural } = kindWithin([first as Resource, ...others])
      const kind = count === 1 ? singular : plural
      return { what: state === '' ? `${kind}${ending}` : `${state} ${kind}`, count }
    })
}

function missing(index: GraphIndex, type: string, drawn: ReadonlySet<string>): readonly Resource[] {
  return index.ofType(type).filter((resource) => resource.presence === 'read' && !drawn.has(resourceKey(resource)))
}

/** Referenced resources outside the scan, of types without boxes in the view. */
export function outsideNotDrawn(index: GraphIndex, elements: readonly DiagramElement[]): readonly NotDrawn[] {
  const drawn = drawnKeys(elements)
  const count = index.graph.resources.filter(
    (resource) => resource.presence === 'external' && !drawn.has(resourceKey(resource)),
  ).length
  return count === 0 ? [] : [{ what: count === 1 ? 'target outside this scan' : 'targets outside this scan', count }]
}

/** Of these types, each type that isn't drawn. Of all other types, the sum. `drawn`: the keys of drawn resources. */
export function notDrawnOf(
  index: GraphIndex,
  drawn: ReadonlySet<string>,
  types: readonly string[],
): readonly NotDrawn[] {
  const ofView = new Set(types)
  let others = 0
  const ownTypes = index.types.flatMap((type): readonly NotDrawn[] => {
    const undrawn = missing(index, type, drawn)
    if (ofView.has(type)) return countsOf(undrawn)
    others += undrawn.length
    return []
  })
  const rest = others === 1 ? 'resource not shown in this view' : 'resources not shown in this view'
  return others === 0 ? ownTypes : [...ownTypes, { what: rest, count: others }]
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
