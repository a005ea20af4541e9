/** Combines two scans into one graph, and finds the state of each of its resources. For diagrams of changes. */
import { compareGraphs, type GraphComparison } from '../../graph/compare.ts'
import { compareReferences, compareText, indexGraph, resourceKey } from '../../graph/graph-index.ts'
import type { Relation, Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import { compareExposures } from '../exposure/compare-exposures.ts'
import { exposures } from '../exposure/exposures.ts'
import { type Change, describeChanges } from './describe-changes.ts'

/** `unknown`: one of the two scans couldn't read it. */
export type ChangeState = 'added' | 'removed' | 'changed' | 'unknown' | 'unchanged'

export type ResourceChange = {
  readonly state: Exclude<ChangeState, 'unchanged'>
  /** One sentence each, the most important first. */
  readonly summaries: readonly string[]
}

export type GraphChanges = {
  readonly base: ResourceGraph
  readonly scan: ResourceGraph
  /** The scan, and the resources of the base scan that it doesn't have. Replaced resources are left out. */
  readonly combined: ResourceGraph
  /** By `resourceKey`. All other resources are unchanged. */
  readonly resources: ReadonlyMap<string, ResourceChange>
  readonly relationsAdded: readonly Relation[]
  readonly relationsRemoved: readonly Relation[]
  /** Types that only one of the two scans could read. */
  readonly unread: ReadonlySet<string>
}

/** Both are of the same account and region. A difference that `describeChanges` leaves out isn't a change. */
export function graphChanges(base: ResourceGraph, scan: ResourceGraph): GraphChanges {
  const compared = compareGraphs(base, scan)
  const exposed = compareExposures(exposures(indexGraph(base)), exposures(indexGraph(scan)))
  const changes = describeChanges(compared, base, scan, exposed).changes.flatMap(ofResource)
  const successors = new Map(
    changes.flatMap(({ resource: { type, id }, replaces }) =>
      replaces === null || id === null ? [] : [[resourceKey(replaces), { type, id }] as const],
    ),
  )
  return {
    base,
    scan,
    combined: combine(base, scan, successors),
    resources: statesOf(changes, compared.unknown),
    relationsAdded: compared.relationsAdded,
    relationsRemoved: compared.relationsRemoved,
    unread: new Set(
      compared.coverageChanged
        .filter(({ before, after }) => (before === 'collected') !== (after === 'collected'))
        .map(({ type }) => type),
    ),
  }
}

/** A change of a resource, not of a whole type. */
type ResourceChanged = Change & { readonly resource: { readonly id: string } }

function ofResource(change: Change): readonly ResourceChanged[] {
  const { id } = change.resource
  return id === null ? [] : [{ ...change, resource: { ...change.resource, id } }]
}

function statesOf(
  changes: readonly ResourceChanged[],
  unknown: GraphComparison['unknown'],
): ReadonlyMap<string, ResourceChange> {
  const states = new Map<string, ResourceChange>()
  for (const { resource, kind, summary } of changes) {
    // A change of a whole type, whose resources are unknown.
    if (resource.id === null) continue
    const key = resourceKey({ type: resource.type, id: resource.id })
    const known = states.get(key)
    // Exposures come first, also those of a resource that was added or removed.
    const state = kind === 'added' || kind === 'removed' ? kind : 'changed'
    states.set(key, { state, summaries: [...(known?.summaries ?? []), summary] })
  }
  for (const { unreadIn, ...resource } of unknown) {
    const key = resourceKey(resource)
    const summary = `Couldn't be compared: not read in ${unreadIn === 'base' ? 'the base scan' : 'this scan'}`
    const { summaries = [] } = states.get(key) ?? {}
    states.set(key, { state: 'unknown', summaries: [summary, ...summaries] })
  }
  return states
}

type Successors = ReadonlyMap<string, Relation['target']>

function combine(base: ResourceGraph, scan: ResourceGraph, successors: Successors): ResourceGraph {
  const inScan = new Set(scan.resources.filter(isRead).map(resourceKey))
  const isOnlyInBase = (resource: Resource) =>
    isRead(resource) && !inScan.has(resourceKey(resource)) && !successors.has(resourceKey(resource))
  const left = new Map(base.resources.filter(isOnlyInBase).map((resource) => [resourceKey(resource), resource]))
  if (left.size === 0) return scan
  // Other resources of the scan may still refer to what was removed.
  const resources = [...scan.resources.filter((resource) => !left.has(resourceKey(resource))), ...left.values()]
  const known = new Set(resources.map(resourceKey))
  const kept = base.relations
    .filter(({ source }) => left.has(resourceKey(source)))
    .map((relation) => ({ ...relation, target: successors.get(resourceKey(relation.target)) ?? relation.target }))
    .filter(({ target }) => known.has(resourceKey(target)))
  return {
    ...scan,
    resources: resources.sort(compareReferences),
    relations: [...scan.relations, ...kept].sort(compareRelations),
  }
}

function isRead({ presence }: Resource): boolean {
  return presence === 'read'
}

function compareRelations(one: Relation, other: Relation): number {
  return (
    compareReferences(one.source, other.source) ||
    compareText(one.verb, other.verb) ||
    compareReferences(one.target, other.target)
  )
}
