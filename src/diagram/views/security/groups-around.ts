/** Finds what the security view shows around a resource: its security groups, and those that rules connect with them. */
import { typePlaying } from '../../../resource-types/look-ups.ts'
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { requestFlows } from '../flows/request-flows.ts'
import { arrowsNear, arrowsTo } from '../architecture/focused-resource.ts'
import { resourcesBySecurityGroup } from './protected-resources.ts'

/** The security groups of a resource. */
export function groupsOf(index: GraphIndex, resource: ResourceReference): readonly Resource[] {
  const key = resourceKey(resource)
  const attached = resourcesBySecurityGroup(index)
  return index
    .ofType(typePlaying('security group'))
    .filter((group) => attached.get(resourceKey(group))?.some((each) => resourceKey(each) === key))
}

/** Keys of the resource and of its security groups, which have boxes in place of it. */
function keysOf(index: GraphIndex, resource: ResourceReference): ReadonlySet<string> {
  return new Set([resource, ...groupsOf(index, resource)].map((each) => resourceKey(each)))
}

/** Keys of the security groups of what a resource without them, such as a distribution, forwards requests to. */
function groupsBehind(index: GraphIndex, resource: ResourceReference): ReadonlySet<string> {
  const key = resourceKey(resource)
  const targets = requestFlows(index).filter(({ source }) => source !== null && resourceKey(source) === key)
  return new Set(targets.flatMap(({ target }) => [...keysOf(index, target)]))
}

/**
 * Keys of the security groups of a resource or of the resource, if it is one, of the groups and prefix lists that are up
 * to `steps` rules away, and of all resources with one of these groups,
 * with the network interfaces that the groups are attached to.
 */
export function groupsAround(index: GraphIndex, resource: ResourceReference, steps: number): ReadonlySet<string> {
  const own = keysOf(index, resource)
  const behind = own.size > 1 || steps === 0 ? new Set<string>() : groupsBehind(index, resource)
  let reached = own.union(behind)
  // The first step is the request.
  for (let step = behind.size === 0 ? 0 : 1; step < steps; step++) {
    const found = index.graph.relations.flatMap(({ source, verb, target }) => {
      const ends = verb === 'allows traffic from' ? [resourceKey(source), resourceKey(target)] : []
      return ends.some((key) => reached.has(key)) ? ends : []
    })
    reached = new Set([...reached, ...found])
  }
  const attached = resourcesBySecurityGroup(index)
  const direct = index.graph.relations.flatMap(({ source, verb, target }) =>
    verb === 'associated with' && reached.has(resourceKey(target)) ? [resourceKey(source)] : [],
  )
  return new Set([
    ...[...reached].flatMap((key) => [key, ...(attached.get(key) ?? []).map((each) => resourceKey(each))]),
    ...direct,
  ])
}

/** The arrows up to `steps` away from the resources or their security groups, and all ways to them. */
export function edgesAround(
  index: GraphIndex,
  edges: readonly FlowEdge[],
  resources: readonly ResourceReference[],
  steps: number,
): readonly FlowEdge[] {
  const boxes = new Set(resources.flatMap((resource) => [...keysOf(index, resource)]))
  const shown = arrowsNear(edges, boxes, steps).union(arrowsTo(edges, boxes))
  return edges.filter((edge) => shown.has(edge))
}
