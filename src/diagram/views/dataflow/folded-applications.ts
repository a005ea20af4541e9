/** One box for each application without a frame, so that no box of a type mixes applications and environments. */
import { compareText, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { formatCount } from '../../resource-kinds.ts'
import { shortList } from '../boxes/short-list.ts'
import { applicationCount, largestAlike, type PurposeGroup } from '../boxes/application-groups.ts'
import type { DrawnFlow } from '../flows/flow-graph.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'

/** The maximum number of applications that the description of their box names. */
const mostNamed = 20

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

/** What applications in one box have in common. */
export type Separation = {
  /** `''`: of no environment. */
  readonly environmentOf: (resource: Resource) => string
  /** Whether the internet reaches it. */
  readonly isReached: (resource: Resource) => boolean
}

/**
 * The largest applications, and one group for the others of each environment: `24 more prod applications`. Those that the
 * internet reaches have groups of their own: `3 more public prod applications`.
 */
export function withFewerBoxes(
  applications: readonly PurposeGroup[],
  most: number,
  { environmentOf, isReached }: Separation,
): readonly PurposeGroup[] {
  if (applications.length <= most) return applications
  const own = largestAlike(applications, most)
  const others = applications.filter((each) => !own.includes(each))
  const kindOf = ({ resources }: PurposeGroup): string => {
    const environment = [...new Set(resources.map(environmentOf))].toSorted(compareText).at(-1) ?? ''
    return [resources.some(isReached) ? 'public' : '', environment].filter(Boolean).join(' ')
  }
  return [
    ...own,
    ...[...Map.groupBy(others, kindOf)].map(([kind, ofIt]) => {
      const [first, ...more] = ofIt
      return first !== undefined && more.length === 0 ? first : together(ofIt, kind)
    }),
  ]
}

function together(applications: readonly PurposeGroup[], kind: string): PurposeGroup {
  const words = ['more', kind, 'applications'].filter(Boolean).join(' ')
  return {
    name: words,
    label: `${formatCount(applicationCount(applications))} ${words}`,
    detail: shortList(
      applications.map(({ label }) => label),
      mostNamed,
    ),
    beginnings: [],
    resources: applications.flatMap(({ resources }) => resources),
  }
}
