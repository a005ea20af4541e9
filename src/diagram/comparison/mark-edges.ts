/**
 * Adds states to the arrows of a comparison. Views derive most arrows from several resources, so the same page is drawn
 * for each of the two scans, and the arrows are compared.
 */
import { compareText, resourceKey } from '../../graph/graph-index.ts'
import type { Relation } from '../../graph/resource-graph.ts'
import type { ChangeState, GraphChanges } from '../../meaning/changes/graph-changes.ts'
import type { Diagram, DiagramEdge, DiagramElement } from '../diagram.ts'
import { internetId } from '../views/boxes/account-frame.ts'
import { flattened } from '../views/boxes/group.ts'

/** The same page of each scan. `null` if the scan doesn't have it. */
export type Sides = { readonly before: Diagram | null; readonly after: Diagram | null }

/** The arrows of the diagram, and those that only the base scan has. Sorted by ID. */
export function markEdges(
  diagram: Diagram,
  states: ReadonlyMap<string, ChangeState>,
  { before, after }: Sides,
  changes: GraphChanges,
): readonly DiagramEdge[] {
  const isWithin = withinAny([diagram, before, after])
  const [was, is] = [sideOf(before, isWithin), sideOf(after, isWithin)]
  const elements = new Map(flattened(diagram.elements).map((element) => [element.id, element]))
  const linked = linkedBy(elements)

  const stateOf = (edge: DiagramEdge): ChangeState | null => {
    const ends = new Set([edge.source, edge.target].map((id) => states.get(id)))
    // These two never existed at the same time.
    if (ends.has('added') && ends.has('removed')) return null
    if (ends.has('added')) return 'added'
    if (ends.has('removed')) return 'removed'
    const [wasDrawn, isDrawn] = [was.covers(edge), is.covers(edge)]
    if (wasDrawn && isDrawn) {
      if (!hasOtherLabel(edge)) return 'unchanged'
      return leadsToChange(edge) ? 'changed' : doubted('changed', edge)
    }
    if (ends.has('unknown')) return 'unknown'
    if (isDrawn && linked(edge, changes.relationsAdded)) return 'added'
    if (wasDrawn && linked(edge, changes.relationsRemoved)) return 'removed'
    // Without a box of its own, an end may be part of another box in the other diagram.
    if (isDrawn && was.hasEnds(edge)) return doubted('added', edge)
    if (wasDrawn && is.hasEnds(edge)) return doubted('removed', edge)
    return 'unchanged'
  }
  // The arrow from the internet to an internet gateway has the ports of those that lead on from there.
  const leadsToChange = ({ form, target }: DiagramEdge): boolean =>
    all
      .filter((other) => other.source === target && other.form === form && was.covers(other) !== is.covers(other))
      .map(stateOf)
      .some((state) => state === 'added' || state === 'removed')
  // Labels of arrows to groups around the ends aren't comparable.
  const hasOtherLabel = (edge: DiagramEdge): boolean => {
    const [before, after] = [was.label(edge), is.label(edge)]
    return before !== null && after !== null && before !== after
  }
  // A derived arrow may depend on any type that one of the two scans couldn't read, unless the change of an end explains it.
  const doubted = (state: ChangeState, { source, target }: DiagramEdge): ChangeState =>
    changes.unread.size === 0 || hasChanged(source) || hasChanged(target) ? state : 'unknown'
  const hasChanged = (id: string): boolean => {
    const element = elements.get(id)
    return element !== undefined && flattened([element]).some(({ change }) => change === 'changed')
  }

  const own = sideOf(diagram, isWithin)
  const gone = (before?.edges ?? []).filter(
    (edge) => elements.has(edge.source) && elements.has(edge.target) && !own.covers(edge) && !is.covers(edge),
  )
  const all = [...diagram.edges, ...gone]
  return all
    .flatMap((edge) => {
      const change = stateOf(edge)
      return change === null ? [] : [{ ...edge, change }]
    })
    .toSorted((one, other) => compareText(one.id, other.id))
}

type IsWithin = (one: string, other: string) => boolean

/** Whether two elements are the same, or one contains the other in any of the diagrams. */
function withinAny(diagrams: readonly (Diagram | null)[]): IsWithin {
  const above = new Map<string, Set<string>>()
  const visit = (element: DiagramElement, groups: readonly string[]): void => {
    const known = above.get(element.id) ?? new Set()
    for (const group of groups) known.add(group)
    above.set(element.id, known)
    if (element.kind === 'group') for (const child of element.children) visit(child, [...groups, element.id])
  }
  for (const diagram of diagrams) for (const element of diagram?.elements ?? []) visit(element, [])
  return (one, other) => one === other || above.get(one)?.has(other) === true || above.get(other)?.has(one) === true
}

type Side = {
  /** Whether the diagram has the arrow, or one from or to a group around its ends or a part of them. */
  readonly covers: (edge: DiagramEdge) => boolean
  /** The label of exactly this arrow. `null` without it. */
  readonly label: (edge: DiagramEdge) => string | null
  readonly hasEnds: (edge: DiagramEdge) => boolean
}

function sideOf(diagram: Diagram | null, isWithin: IsWithin): Side {
  const edges = diagram?.edges ?? []
  const byForm = Map.groupBy(edges, ({ form }) => form)
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  const ids = new Set(flattened(diagram?.elements ?? []).map(({ id }) => id))
  // A diagram has the internet only if it has arrows from or to it.
  const has = (id: string): boolean => ids.has(id) || (diagram !== null && id === internetId)
  return {
    covers: (edge) =>
      byId.has(edge.id) ||
      (byForm.get(edge.form) ?? []).some(
        ({ source, target }) => isWithin(source, edge.source) && isWithin(target, edge.target),
      ),
    label: ({ id }) => byId.get(id)?.label ?? null,
    hasEnds: ({ source, target }) => has(source) && has(target),
  }
}

/** Whether one of the relations is between resources of the two ends. */
function linkedBy(
  elements: ReadonlyMap<string, DiagramElement>,
): (edge: DiagramEdge, relations: readonly Relation[]) => boolean {
  const keysOf = (id: string): ReadonlySet<string> => {
    const element = elements.get(id)
    return new Set(element === undefined ? [] : flattened([element]).flatMap(({ members }) => members.map(resourceKey)))
  }
  return ({ source, target }, relations) => {
    if (relations.length === 0) return false
    const [from, to] = [keysOf(source), keysOf(target)]
    return relations.some((relation) => {
      const [one, other] = [resourceKey(relation.source), resourceKey(relation.target)]
      return (from.has(one) && to.has(other)) || (from.has(other) && to.has(one))
    })
  }
}
