/** What a page around resources draws: the arrows near them, and the relations of a resource whose type has no box. */
import type { Resource, ResourceGraph, ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { Diagram, DiagramEdge, DiagramElement, ViewOptions } from '../../diagram.ts'
import { flattened } from '../boxes/group.ts'
import { connectorsOf } from '../flows/connectors.ts'
import { type Flow, flowTo } from '../flows/flow.ts'

/** A rule is part of a listener, which is part of a load balancer. */
const mostStepsToUser = 2

/** Other verbs say that one resource uses another one. */
const structural: ReadonlySet<Verb> = new Set(['contained in', 'attached to', 'associated with'])

/** From what uses the resource, and to what it uses or belongs to. */
export function relationFlows(
  index: GraphIndex,
  resource: Resource,
  isDrawn: (reference: ResourceReference) => boolean,
): readonly Flow[] {
  const key = resourceKey(resource)
  const starts = new Map(connectorsOf(index).map(({ reference, from }) => [resourceKey(reference), from]))
  // A part without a box uses it for its whole: a listener for its load balancer.
  const usersOf = (reference: ResourceReference, steps: number): readonly ResourceReference[] => {
    if (isDrawn(reference)) return [reference]
    if (steps === 0) return []
    const own = resourceKey(reference)
    const further = index.graph.relations.flatMap(({ source, verb, target }) => [
      ...(verb === 'uses' && resourceKey(target) === own ? [source] : []),
      ...(verb === 'contained in' && resourceKey(source) === own ? [target] : []),
    ])
    return [...(starts.get(own) ?? []), ...further].flatMap((each) => usersOf(each, steps - 1))
  }
  return index.graph.relations.flatMap(({ source, verb, target }) => {
    const isOwn = resourceKey(source) === key
    if (!isOwn && resourceKey(target) !== key) return []
    const others = isOwn ? [target].filter(isDrawn) : usersOf(source, verb === 'uses' ? mostStepsToUser : 0)
    return others.map((other) => {
      const [from, to] = isOwn ? [resource, other] : [other, resource]
      return structural.has(verb)
        ? flowTo(index, 'member', to, from)
        : flowTo(index, 'request', from, to, { label: verb })
    })
  })
}

/** The resource that the page is around. `null` if it is around several, or none. */
export function onlyFocused(index: GraphIndex, { focused }: Pick<ViewOptions, 'focused'>): Resource | null {
  const [only, ...others] = focused?.resources ?? []
  return only === undefined || others.length > 0 ? null : index.find(only)
}

/** IDs of the boxes of the resources, and of all boxes in them. */
export function idsOf(
  elements: readonly DiagramElement[],
  resources: readonly ResourceReference[],
): ReadonlySet<string> {
  const keys = new Set(resources.map((each) => resourceKey(each)))
  const own = flattened(elements).filter(({ members }) => members.some((member) => keys.has(resourceKey(member))))
  return new Set(flattened(own).map(({ id }) => id))
}

export type Arrow = Pick<DiagramEdge, 'source' | 'target'>

/** The arrows at the boxes, and up to `steps` arrows further. */
export function arrowsNear(arrows: readonly Arrow[], boxes: ReadonlySet<string>, steps: number): ReadonlySet<Arrow> {
  const near = new Set<Arrow>()
  let reached = boxes
  for (let step = 0; step < steps; step++) {
    const found = arrows.filter(({ source, target }) => reached.has(source) || reached.has(target))
    for (const arrow of found) near.add(arrow)
    reached = new Set([...reached, ...found.flatMap(({ source, target }) => [source, target])])
  }
  return near
}

/** The arrows on all ways to the boxes. */
export function arrowsTo(arrows: readonly Arrow[], boxes: ReadonlySet<string>): ReadonlySet<Arrow> {
  const on = new Set<Arrow>()
  for (const target of boxes) {
    const waiting = [target]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const arrow of arrows) {
        if (arrow.target !== next || on.has(arrow)) continue
        on.add(arrow)
        waiting.push(arrow.source)
      }
    }
  }
  return on
}

/** Without instances, their Auto Scaling group has a box, which isn't linked either. */
const mostRounds = 3

/** Draws a page around resources again without what isn't linked to them. */
export function withoutUnlinked(
  diagram: Diagram,
  graph: ResourceGraph,
  focused: readonly ResourceReference[],
  drawWithout: (except: ReadonlySet<string>) => Diagram,
): Diagram {
  let drawn = diagram
  let except: ReadonlySet<string> = new Set()
  for (let round = 0; round < mostRounds; round++) {
    const found = unlinkedKeys(drawn, graph, focused)
    if (found.size === 0) return drawn
    except = except.union(found)
    drawn = drawWithout(except)
  }
  return drawn
}

/**
 * Resources with a box that no arrow of a page around resources connects: what else a task definition uses that uses one.
 * Around a single one, what is related to it itself stays.
 */
function unlinkedKeys(
  { elements, edges }: Pick<Diagram, 'elements' | 'edges'>,
  { relations }: ResourceGraph,
  focused: readonly ResourceReference[],
): ReadonlySet<string> {
  const own = new Set(focused.map((each) => resourceKey(each)))
  const ends = new Set([...idsOf(elements, focused), ...edges.flatMap(({ source, target }) => [source, target])])
  const unlinked: ResourceReference[] = []
  // What contains a linked box is linked, and so is what a linked group contains.
  const visit = (element: DiagramElement, isWithinLinked: boolean): boolean => {
    const isEnd = isWithinLinked || ends.has(element.id)
    const children = element.kind === 'group' ? element.children.map((child) => visit(child, isEnd)) : []
    const isLinked = isEnd || children.includes(true)
    if (!isLinked) unlinked.push(...element.members)
    return isLinked
  }
  for (const element of elements) visit(element, false)
  const related = new Set(
    own.size > 1
      ? own
      : relations.flatMap(({ source, target }) => {
          const pair = [resourceKey(source), resourceKey(target)]
          return pair.some((key) => own.has(key)) ? pair : []
        }),
  )
  return new Set(unlinked.map((each) => resourceKey(each)).filter((each) => !related.has(each)))
}
