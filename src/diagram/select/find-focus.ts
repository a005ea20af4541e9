/** Resolves a `focus`: a resource by any of its names, an application, or a box with a detail page. */
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { Resource, ResourceGraph, ResourceReference } from '../../graph/resource-graph.ts'
import type { Applications } from '../../meaning/applications/applications.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { dataFlowTypes } from '../views/dataflow/data-flows.ts'
import { placedTypes } from '../views/boxes/shelves.ts'
import { compareText, indexGraph, resourceKey } from '../../graph/graph-index.ts'
import { flattened } from '../views/boxes/group.ts'
import { shownName } from '../views/boxes/resource-node.ts'
import { placeResources } from '../views/placement/placement.ts'

export type Focus = {
  /** `network`: a VPC with its content. `group`: the resources of a box. */
  readonly kind: 'resource' | 'network' | 'group'
  readonly members: readonly ResourceReference[]
  readonly title: string
}

export type FocusSearch =
  | Focus
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly ids: readonly string[] }

/** Types with boxes. If several resources have the same name, the one of such a type is meant. */
const boxTypes: ReadonlySet<string> = new Set([
  typePlaying('VPC'),
  typePlaying('subnet'),
  ...placedTypes,
  ...dataFlowTypes,
])

/** By `TYPE/ID`, then by ARN, identifier, and name. */
function findResource(graph: ResourceGraph, focus: string): FocusSearch {
  const tests: readonly ((resource: Resource) => boolean)[] = [
    (resource) => resourceKey(resource) === focus,
    ({ arn }) => arn === focus,
    ({ id }) => id === focus,
    ({ name }) => name === focus,
  ]
  for (const test of tests) {
    const found = graph.resources.filter((resource) => test(resource))
    // For example the function, not its IAM role or log group with the same name.
    const boxes = found.filter(({ type }) => boxTypes.has(type))
    const [only] = boxes.length === 1 ? boxes : found
    if (only !== undefined && (found.length === 1 || boxes.length === 1)) return focusOn(graph, only)
    if (found.length > 1) return { kind: 'several', ids: found.map((each) => resourceKey(each)).sort(compareText) }
  }
  return { kind: 'none' }
}

/**
 * A resource, or an application by its name or by that of its CloudFormation stack or cluster. Resources of other types
 * with this name come first. `TYPE/ID` and ARNs always mean the resource.
 */
export function findNamed(graph: ResourceGraph, applications: Applications, focus: string): FocusSearch {
  const found = findResource(graph, focus)
  const named = graph.resources.filter(({ arn, id, name }) => arn !== focus && (id === focus || name === focus))
  const holders = named.filter(({ type }) => holdsApplication(type))
  const hasOtherBox = named.some(({ type }) => boxTypes.has(type) && !holdsApplication(type))
  if (hasOtherBox || (holders.length === 0 && found.kind !== 'none')) return found
  const [application, ...more] = applications.all.filter(({ id, name }) =>
    holders.length === 0
      ? name === focus
      : holders.some((holder) => applications.of(holder)?.applications.includes(id)),
  )
  if (application === undefined || more.length > 0) return found
  return { kind: 'group', members: application.members, title: application.name }
}

function holdsApplication(type: string): boolean {
  const holds = resourceType(type)?.applications
  return holds === 'stack' || holds === 'cluster'
}

/** The box of a diagram with this ID. */
export function findBox(diagram: Diagram, id: string): FocusSearch {
  const box = flattened(diagram.elements).find((element) => element.id === id)
  const members = box === undefined ? [] : membersWithin(box)
  return box === undefined || members.length === 0 ? { kind: 'none' } : { kind: 'group', members, title: box.label }
}

/** For a group, including all its content. */
export function membersWithin(element: DiagramElement): readonly ResourceReference[] {
  if (element.kind === 'node') return element.members
  const members = flattened([element]).flatMap((each) => each.members)
  return [...new Map(members.map((member) => [resourceKey(member), member])).values()]
}

function focusOn(graph: ResourceGraph, resource: Resource): Focus {
  const { type, id } = resource
  const title = shownName(resource)
  if (type !== typePlaying('VPC')) return { kind: 'resource', members: [{ type, id }], title }
  const index = indexGraph(graph)
  const placed = placeResources(index).networks.find(({ network }) => network?.id === id)
  const inside: readonly ResourceReference[] =
    placed === undefined
      ? []
      : [
          ...placed.gateways,
          ...placed.loadBalancers,
          ...placed.requested,
          ...placed.spanning,
          ...placed.subnets.flatMap(({ subnet, resources }) => [subnet, ...resources]),
        ]
  // Route tables, network ACLs, endpoints, and security groups, which are contained in the VPC by their own relations.
  const belonging = graph.relations
    .filter(({ verb, target }) => target.id === id && target.type === type && verb !== 'routes to')
    .map(({ source }) => source)
  const members = [resource, ...inside, ...belonging]
  return {
    kind: 'network',
    members: [...new Map(members.map((each) => [resourceKey(each), { type: each.type, id: each.id }])).values()],
    title,
  }
}
