/** One box for each application without a frame, so that no box of a type mixes applications and environments. */
import { compareText, resourceKey } from '../../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { formatCount } from '../../resource-kinds.ts'
import { type Reach, reachWords, strongestReach } from '../boxes/exposed-resources.ts'
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
  readonly reachOf: (resource: Resource) => Reach
}

/**
 * The largest applications, and one group for the others of each environment: `24 more prod applications`. Those that the
 * internet reaches have groups of their own: `3 more public prod applications`.
 */
export function withFewerBoxes(
  applications: readonly PurposeGroup[],
  most: number,
  { environmentOf, reachOf }: Separation,
): readonly PurposeGroup[] {
  if (applications.length <= most) return applications
  const own = largestAlike(applications, most)
  const others = applications.filter((each) => !own.includes(each))
  const kindOf = ({ resources }: PurposeGroup): string => {
    const environment = [...new Set(resources.map(environmentOf))].toSorted(compareText).at(-1) ?? ''
    return JSON.stringify([strongestReach(resources, reachOf), environment])
  }
  return [
    ...own,
    ...[...Map.groupBy(others, kindOf)].map(([kind, ofIt]) => {
      const [first, ...more] = ofIt
      const [reach, environment] = JSON.parse(kind) as [Reach, string]
      return first !== undefined && more.length === 0 ? first : together(ofIt, reach, environment)
    }),
  ]
}

function together(applications: readonly PurposeGroup[], reach: Reach, environment: string): PurposeGroup {
  const words = ['more', reachWords[reach], environment, 'applications'].filter(Boolean).join(' ')
  return {
    // An environment may be called "public", too.
    name: ['more', environment, 'applications', reach].filter(Boolean).join(' '),
    label: `${formatCount(applicationCount(applications))} ${words}`,
    detail: shortList(
      applications.map(({ label }) => label),
      mostNamed,
    ),
    beginnings: [],
    resources: applications.flatMap(({ resources }) => resources),
  }
}
