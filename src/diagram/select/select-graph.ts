/** Selects the requested part of a graph, with the resources that its diagrams need, and counts the rest. */
import type { Resource, ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import type { NotDrawn } from '../diagram.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import { keysOf } from './graph-keys.ts'
import { neighborsOf, within, withContext } from './neighborhood.ts'
import type { TagPredicate } from './tag-expression.ts'
import { isShown, type TypeFilter } from './type-filter.ts'

export type Selection = {
  /** `null`: everything. */
  readonly focus: {
    readonly members: readonly ResourceReference[]
    readonly steps: number
    /** Keys of what is shown with it, however many steps away. */
    readonly partners: ReadonlySet<string>
  } | null
  readonly matchesTags: TagPredicate | null
  readonly types: TypeFilter | null
  /** Adds the VPCs and subnets of the selected resources, and the resources that arrows between them pass through. */
  readonly inPlace: boolean
  /** Keys of what is left out in any case. */
  readonly except: ReadonlySet<string>
}

export type SelectedGraph = { readonly graph: ResourceGraph; readonly leftOut: readonly NotDrawn[] }

export function selectGraph(
  graph: ResourceGraph,
  { focus, matchesTags, types, inPlace, except }: Selection,
): SelectedGraph {
  if (focus === null && matchesTags === null && types === null) return { graph, leftOut: [] }
  const neighbors = neighborsOf(graph)
  const reached = focus === null ? null : within(neighbors, focus.members, focus.steps).union(focus.partners)
  const keys = keysOf(graph)
  const isSelected = (resource: Resource, key: string): boolean =>
    (reached === null || reached.has(key)) &&
    (matchesTags === null || (resource.presence === 'read' && matchesTags(resource.tags))) &&
    (types === null || isShown(resource.type, types))
  const selected = new Set(
    keys.resources.filter((key, position) => isSelected(graph.resources[position] as Resource, key)),
  )
  const kept = inPlace ? withContext(indexGraph(graph), neighbors, selected) : selected
  // Types that the filter hides stay hidden, also around the selected resources.
  const isKept = ({ type }: Resource, position: number): boolean =>
    kept.has(keys.resources[position] ?? '') &&
    !except.has(keys.resources[position] ?? '') &&
    types?.hidden.has(type) !== true
  const resources = graph.resources.filter(isKept)
  const remaining = new Set(
    keys.resources.filter((_, position) => isKept(graph.resources[position] as Resource, position)),
  )
  const left =
    graph.resources.filter(({ presence }) => presence === 'read').length -
    resources.filter(({ presence }) => presence === 'read').length
  return {
    graph: {
      ...graph,
      resources,
      relations: graph.relations.filter(
        (_, position) => remaining.has(keys.sources[position] ?? '') && remaining.has(keys.targets[position] ?? ''),
      ),
      coverage: types === null ? graph.coverage : graph.coverage.filter(({ type }) => isShown(type, types)),
    },
    leftOut:
      left === 0
        ? []
        : [{ what: left === 1 ? 'resource outside this selection' : 'resources outside this selection', count: left }],
  }
}
