/** Arrows between the security groups of one load balancer: what comes in through one group goes on through another. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { rolesOf } from '../../../resource-types/look-ups.ts'
import { resourceKind } from '../../resource-kinds.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'

/** `allowed`: the arrows of rules. Only groups without rules of their own need an arrow from another group. */
export function forwardedEdges(
  index: GraphIndex,
  allowed: readonly FlowEdge[],
  attachedResources: ReadonlyMap<string, readonly ResourceReference[]>,
): readonly FlowEdge[] {
  const sources = new Set(allowed.map(({ source }) => source))
  const targets = new Set(allowed.map(({ target }) => target))
  const carried = [...attachedResources].flatMap(([group, resources]) =>
    resources
      .filter(({ type }) => rolesOf(type).box?.forwards === true)
      .map((resource) => ({ group, resource, key: resourceKey(resource) })),
  )
  return [...Map.groupBy(carried, ({ key }) => key).values()].flatMap((ofOne) => {
    const entered = ofOne.filter(({ group }) => targets.has(group))
    const onward = ofOne.filter(({ group }) => sources.has(group) && !targets.has(group))
    return entered.flatMap(({ group: source, resource }) =>
      onward.map(({ group: target }): FlowEdge => ({
        form: 'request',
        source,
        target,
        label: `same ${resourceKind(resource.type).singular}`,
        describe: () => `Two security groups of ${nameOf(index, resource)}`,
      })),
    )
  })
}

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? reference.id : displayName(resource)
}
