/** One box for each application without a frame, so that no box of a type mixes applications and environments. */
import { compareReferences, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { countedKind, countedShort, formatCount } from '../../resource-kinds.ts'
import type { PurposeGroup } from '../boxes/application-groups.ts'
import { mostDetail } from '../boxes/resource-node.ts'
import type { DrawnFlow } from '../flows/flow-graph.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'

/** Opens the page of the application. */
export function applicationNode({ name, label, detail, resources }: PurposeGroup): DiagramNode {
  const byType = [...Map.groupBy(resources, ({ type }) => type).values()]
  const counted = byType.flatMap(([first, ...others]) =>
    first === undefined ? [] : [countedShort([first, ...others])],
  )
  const words = counted.join(', ')
  return {
    kind: 'node',
    id: `category:${name}`,
    form: 'stack',
    type: null,
    members: resources.map(({ type, id }) => ({ type, id })).sort(compareReferences),
    presence: 'read',
    variant: '',
    label,
    detail: words.length > mostDetail ? `${formatCount(resources.length)} resources` : words,
    description: [label, detail, ...byType.map(countedKind)].filter(Boolean).join('\n'),
    opens: null,
  }
}

/** The flows with the boxes of applications as ends, in place of their resources. */
export function betweenApplications(
  flows: readonly FlowEdge[],
  applications: readonly DiagramNode[],
): readonly FlowEdge[] {
  const boxOf = new Map(applications.flatMap(({ id, members }) => members.map((each) => [resourceKey(each), id])))
  return flows.map((flow) => ({
    ...flow,
    source: boxOf.get(flow.source) ?? flow.source,
    target: boxOf.get(flow.target) ?? flow.target,
  }))
}

/** Whether a box has resources of several of the applications. */
export function mixesApplications({ nodes }: Pick<DrawnFlow, 'nodes'>, applications: readonly PurposeGroup[]): boolean {
  const nameOf = new Map(
    applications.flatMap(({ name, resources }) => resources.map((each) => [resourceKey(each), name])),
  )
  const ofSeveral = (members: readonly ResourceReference[]): boolean =>
    new Set(members.map((each) => nameOf.get(resourceKey(each)))).size > 1
  return nodes.some(({ node }) => ofSeveral(node.members))
}

/** What isn't in one of the applications. */
export function outsideOf(resources: readonly Resource[], applications: readonly PurposeGroup[]): readonly Resource[] {
  const within = new Set(applications.flatMap((each) => each.resources.map((resource) => resourceKey(resource))))
  return resources.filter((each) => !within.has(resourceKey(each)))
}
